// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects an answer's bytes up to a limit, and knows how far it came. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int most;
  private boolean cutQuietly;
  private Flow.Subscription subscription;
  private volatile long received;
  private volatile boolean started;
  private volatile boolean tooLong;

  /** Sets the limit; beyond it the body fails, or counts as complete if it is cut quietly. */
  BoundedBody upTo(int mostBytes, boolean quietly) {
    most = mostBytes;
    cutQuietly = quietly;
    started = true;
    return this;
  }

  /** Whether an answer's headers have come. */
  boolean started() {
    return started;
  }

  long received() {
    return received;
  }

  boolean tooLong() {
    return tooLong;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (result.isDone()) {
        return;
      }
      byte[] chunk = new byte[Math.min(buffer.remaining(), most - bytes.size())];
      boolean fits = chunk.length == buffer.remaining();
      buffer.get(chunk);
      bytes.writeBytes(chunk);
      received = bytes.size();
      if (!fits) {
        subscription.cancel();
        if (cutQuietly) {
          result.complete(bytes.toByteArray());
        } else {
          tooLong = true;
          result.completeExceptionally(new IOException("answer too long"));
        }
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    result.complete(bytes.toByteArray());
  }
}
