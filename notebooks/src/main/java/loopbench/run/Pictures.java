// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.figure.Figure;
import loopbench.figure.FigureDrawing;
import loopbench.figure.Ink;
import loopbench.figure.Png;
import loopbench.figure.Svg;

/** Every chart of a run as files, for papers and slides: PNG at twice its size, and SVG. */
public final class Pictures {
  private Pictures() {}

  /** File name to content, in run order; a cell's second chart is {@code <address>-2}. */
  public static Map<String, byte[]> of(RunReport report) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (RunReport.CellReport cell : report.cells()) {
      int count = 0;
      for (Output output : cell.result().map(Result::outputs).orElse(java.util.List.of())) {
        if (output instanceof Output.Chart chart) {
          count++;
          String name = cell.address().replace(" #", "-") + (count == 1 ? "" : "-" + count);
          Figure figure = chart.figure();
          double height = FigureDrawing.heightFor(figure, FigureDrawing.DEFAULT_WIDTH, true);
          files.put(
              name + ".png",
              Png.encode(figure, Ink.LIGHT, FigureDrawing.DEFAULT_WIDTH, height, Png.SCALE));
          files.put(
              name + ".svg",
              Svg.encode(figure, Ink.LIGHT, FigureDrawing.DEFAULT_WIDTH, height)
                  .getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return files;
  }
}
