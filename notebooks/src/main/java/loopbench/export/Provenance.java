// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.List;

/**
 * Where an exported text comes from.
 *
 * @param notebook the notebook's file name
 * @param cell the name of the cell whose settings these are
 * @param inputsKey the key of the inputs they were computed from
 * @param coreVersion the version of the control core that computed them
 * @param evidence what was shown for them, such as scores and checks, a line each; may be empty
 */
public record Provenance(
    String notebook, String cell, String inputsKey, String coreVersion, List<String> evidence) {
  public Provenance {
    evidence = List.copyOf(evidence);
  }
}
