// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Leaves pictures in {@code target/figures} for people to look at. */
class PicturesTest {

  @Test
  void everyExampleInBothInks() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "figures"));
    int number = 0;
    for (Figure figure : Examples.all()) {
      number++;
      for (Ink ink : Ink.values()) {
        String name = number + "-" + ink.name().toLowerCase(Locale.ROOT);
        double height = FigureDrawing.heightFor(figure, 760, true);
        byte[] png = Png.encode(figure, ink, 760, height, 2);
        Files.write(folder.resolve(name + ".png"), png);
        Files.writeString(folder.resolve(name + ".svg"), Svg.encode(figure, ink, 760, height));
        assertThat(png).startsWith(0x89, 'P', 'N', 'G').hasSizeLessThan(600_000);
      }
    }
  }
}
