// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import java.util.List;
import loopbench.desktop.export.OpenNotebook;

/** The packaged examples, in the order they are read. */
public final class Gallery {
  private static final String FOLDER = "/gallery/";

  /** An example and the cell whose picture says most of it. */
  private record Example(String file, String pictured) {}

  private static final List<Example> EXAMPLES =
      List.of(
          new Example("01-admission-loop.ipynb", "run-baseline"),
          new Example("02-queue-thresholds.ipynb", "chart-thresholds"),
          new Example("03-four-signals.ipynb", "run-queue"),
          new Example("04-budget.ipynb", "run-shared"),
          new Example("05-gain-band.ipynb", "chart-band"),
          new Example("06-thresholds.ipynb", "run-derived"),
          new Example("07-two-loops.ipynb", "run-both"),
          new Example("08-incident.ipynb", "run-tuned"),
          new Example("09-from-a-recording.ipynb", "plant-service"));

  private Gallery() {}

  /** The examples as cards; reads them all, so not for the window's thread. */
  static List<GalleryCard> cards() {
    return EXAMPLES.stream()
        .flatMap(
            example ->
                OpenNotebook.packaged(FOLDER + example.file())
                    .flatMap(open -> open.read().notebook())
                    .map(n -> GalleryCard.of(FOLDER + example.file(), n, example.pictured()))
                    .stream())
        .toList();
  }
}
