// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.transform.Transform;

/** Runs pieces of a test on the JavaFX thread, which it starts once. */
public final class FxThread {
  private static boolean started;

  private FxThread() {}

  private static synchronized void start() {
    if (started) {
      return;
    }
    CountDownLatch up = new CountDownLatch(1);
    try {
      Platform.startup(up::countDown);
    } catch (IllegalStateException alreadyRunning) {
      up.countDown();
    }
    try {
      if (!up.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("JavaFX did not start within 30 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Platform.setImplicitExit(false);
    started = true;
  }

  /** The task's result; its exceptions arrive as they are thrown. */
  public static <T> T call(Callable<T> task) throws Exception {
    start();
    FutureTask<T> future = new FutureTask<>(task);
    Platform.runLater(future);
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    }
  }

  public static void run(Runnable task) throws Exception {
    call(
        () -> {
          task.run();
          return null;
        });
  }

  /** Waits until some frames have been laid out and drawn. */
  public static void frames(int n) throws Exception {
    CountDownLatch seen = new CountDownLatch(n);
    AtomicReference<AnimationTimer> timer = new AtomicReference<>();
    run(
        () -> {
          timer.set(
              new AnimationTimer() {
                @Override
                public void handle(long now) {
                  seen.countDown();
                }
              });
          timer.get().start();
          Platform.requestNextPulse();
        });
    if (!seen.await(30, TimeUnit.SECONDS)) {
      throw new AssertionError("no frame within 30 s");
    }
    run(() -> timer.get().stop());
  }

  /** What a node looks like, on the JavaFX thread. */
  public static WritableImage snapshot(Node node, double scale) {
    SnapshotParameters parameters = new SnapshotParameters();
    parameters.setTransform(Transform.scale(scale, scale));
    return node.snapshot(parameters, null);
  }

  /** Writes a picture into {@code target/pictures} for people to look at. */
  public static void keep(WritableImage image, String name) throws IOException {
    keep(image, Path.of("target", "pictures"), name);
  }

  /** Writes a picture into a folder for people to look at. */
  public static void keep(WritableImage image, Path into, String name) throws IOException {
    int w = (int) image.getWidth();
    int h = (int) image.getHeight();
    int[] pixels = new int[w * h];
    image.getPixelReader().getPixels(0, 0, w, h, PixelFormat.getIntArgbInstance(), pixels, 0, w);
    var picture = new java.awt.image.BufferedImage(w, h, java.awt.image.BufferedImage.TYPE_INT_RGB);
    picture.setRGB(0, 0, w, h, pixels, 0, w);
    Path folder = Files.createDirectories(into);
    javax.imageio.ImageIO.write(picture, "png", folder.resolve(name + ".png").toFile());
  }
}
