// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import loopbench.plant.Dice;

/** The requests of a load: when they come from {@link Times}, what they are like drawn here. */
final class DrawnRequests implements RequestStream {
  private static final int ARRIVALS = 0;
  private static final int PROMPTS = 1;
  private static final int OUTPUTS = 2;
  private static final int STREAMING = 3;

  private final Times times;
  private final Lengths.Draws prompts;
  private final Lengths.Draws outputs;
  private final Dice streams;
  private final double uncachedShare;
  private final double streamingShare;

  private double arrivedS = Double.NaN;
  private int promptTokens;
  private int uncachedTokens;
  private int outputTokens;
  private boolean streaming;

  DrawnRequests(LoadModel load, long seed) {
    times = Times.of(load.arrivals(), Dice.of(seed, ARRIVALS));
    prompts = load.prompt().start(Dice.of(seed, PROMPTS));
    outputs = load.output().start(Dice.of(seed, OUTPUTS));
    streams = Dice.of(seed, STREAMING);
    uncachedShare = 1 - load.prefixHit();
    streamingShare = load.streaming();
  }

  @Override
  public double nextS() {
    return times.nextS();
  }

  @Override
  public boolean take() {
    arrivedS = times.nextS();
    if (arrivedS == Double.POSITIVE_INFINITY) {
      throw new IllegalStateException("no request is due");
    }
    promptTokens = prompts.next(times.tracedPrompt());
    outputTokens = outputs.next(times.tracedOutput());
    // Of a prompt that is cached as a whole the last token is still computed (vLLM).
    uncachedTokens =
        uncachedShare == 1
            ? promptTokens
            : Math.max(1, (int) Math.rint(promptTokens * uncachedShare));
    streaming = streamingShare == 1 || streamingShare > 0 && streams.uniform() < streamingShare;
    times.take();
    return true;
  }

  @Override
  public double arrivedS() {
    return arrivedS;
  }

  @Override
  public int promptTokens() {
    return promptTokens;
  }

  @Override
  public int uncachedTokens() {
    return uncachedTokens;
  }

  @Override
  public int outputTokens() {
    return outputTokens;
  }

  @Override
  public boolean streaming() {
    return streaming;
  }

  @Override
  public void answered(double tS, boolean served) {
    times.answered(tS, served);
  }
}
