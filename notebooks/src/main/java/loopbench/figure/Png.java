// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A figure as PNG: opaque, with its heading, the same bytes for the same figure on one JDK. */
public final class Png {
  /** Pixels per pixel of a notebook's pictures: sharp on a dense screen. */
  public static final double SCALE = 2;

  private static final int MAX_DEVICE_PIXELS = 16_000;

  private Png() {}

  /** On light paper, {@link FigureDrawing#DEFAULT_WIDTH} wide, as high as suits the figure, 2x. */
  public static byte[] encode(Figure figure) {
    double width = FigureDrawing.DEFAULT_WIDTH;
    return encode(figure, Ink.LIGHT, width, FigureDrawing.heightFor(figure, width, true), SCALE);
  }

  /**
   * @param width pixels; the picture has {@code width * scale} device pixels
   * @param height pixels
   * @param scale device pixels per pixel, above 0
   */
  public static byte[] encode(Figure figure, Ink ink, double width, double height, double scale) {
    return encode(draw(figure, ink, width, height, scale));
  }

  static BufferedImage draw(Figure figure, Ink ink, double width, double height, double scale) {
    BufferedImage image =
        new BufferedImage(
            device(width, scale, "width"),
            device(height, scale, "height"),
            BufferedImage.TYPE_INT_RGB);
    AwtPen pen = new AwtPen(image, scale);
    try {
      FigureDrawing.draw(figure, pen, ink, width, height, true);
    } finally {
      pen.dispose();
    }
    return image;
  }

  static byte[] encode(BufferedImage image) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    // In memory on purpose: ImageIO's default stream goes through a temporary file.
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(image);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static int device(double length, double scale, String what) {
    double pixels = Math.rint(length * scale);
    if (!(pixels >= 1 && pixels <= MAX_DEVICE_PIXELS)) {
      throw new IllegalArgumentException(
          "a picture's "
              + what
              + " must be 1 to "
              + MAX_DEVICE_PIXELS
              + " device pixels, was "
              + pixels);
    }
    return (int) pixels;
  }
}
