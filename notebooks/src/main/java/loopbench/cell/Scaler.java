// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.OptionalInt;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.ScaledObject;
import loopbench.signal.Rules;

/**
 * An autoscaler as a cell describes it.
 *
 * @param object the manifest as records, with the cell's {@code set} applied
 * @param text the manifest's text with the cell's {@code set} applied, all else as it was
 * @param origin where the manifest came from, for provenance
 * @param hpa the controller's constants
 * @param replicas what runs before the first sync, where the cell says it
 * @param rules what its queries need recorded; a manifest's own are not known
 */
public record Scaler(
    ScaledObject object,
    String text,
    String origin,
    HpaConstants hpa,
    OptionalInt replicas,
    Rules rules) {
  /** Everything a replay's result depends on; comments and order of the text are no part of it. */
  String identity() {
    return object + " " + hpa + " " + replicas + " " + rules;
  }

  Scaler withObject(ScaledObject other) {
    return new Scaler(other, text, origin, hpa, replicas, rules);
  }
}
