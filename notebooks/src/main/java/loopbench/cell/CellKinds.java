// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;

/** All cell kinds, in the order a menu shows them. */
public final class CellKinds {
  private CellKinds() {}

  public static List<CellKind> standard() {
    return List.of(
        new ParamsCell(),
        new SourceCell(),
        new PlantCell(),
        new LoadCell(),
        new FlowCell(),
        new ScalerCell(),
        new RunCell(),
        new SweepCell(),
        new ChartCell(),
        new CheckCell(),
        new ExportCell());
  }
}
