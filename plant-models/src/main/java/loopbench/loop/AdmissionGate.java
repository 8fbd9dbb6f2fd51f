// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.flow.FlowController;
import loopbench.flow.Gcra;
import loopbench.plant.load.RequestStream;
import loopbench.plant.pool.Answer;
import loopbench.plant.pool.Answers;
import loopbench.plant.pool.Fate;

/**
 * The admission controller at work between a load and a pool: requests are submitted when they
 * come, the pool pulls them when the limiter lets them through, and what the pool answers goes into
 * the controller's window.
 *
 * <p>A request that finds the line empty and the limiter willing goes through in the instant it
 * comes; the limiter's next conforming time is known as long as the rate stands, so whoever drives
 * the pool must not drive it past an observation that is due. Of a request that goes through and
 * one that comes at the same instant the first is taken first: it leaves a place.
 */
final class AdmissionGate implements RequestStream, Answers {
  /** A request before the pool. */
  private record Held(double arrivedS, int prompt, int uncached, int output, boolean streaming) {}

  private final PoolAdmission admission;
  private final RequestStream load;
  private final Answers scores;
  private final FlowController<Held> controller;
  private final AdmissionTrace trace;
  private final double dtMs;

  private double nowMs;
  private double admittedS;
  private double throughMs = Double.POSITIVE_INFINITY; // when the first in line conforms
  private Held through;
  private int samples;

  /**
   * @param load whose requests are let through
   * @param scores told of every request that ends here or in the pool
   * @param observations how many there will be
   */
  AdmissionGate(PoolAdmission admission, RequestStream load, Answers scores, int observations) {
    this.admission = admission;
    this.load = load;
    this.scores = scores;
    controller = new FlowController<>(admission.settings());
    dtMs = admission.settings().dtMs();
    trace = new AdmissionTrace(admission, controller.rate(), observations);
  }

  // What the pool pulls.

  @Override
  public double nextS() {
    return Math.min(load.nextS(), throughMs / 1000);
  }

  @Override
  public boolean take() {
    double loadS = load.nextS();
    if (throughMs / 1000 <= loadS) {
      nowMs = Math.max(nowMs, throughMs);
      admittedS = throughMs / 1000;
    } else {
      nowMs = Math.max(nowMs, loadS * 1000);
      admittedS = loadS; // to the bit, which there and back through milliseconds is not
      if (!submit() || controller.depth() > 1) {
        return false;
      }
    }
    through = controller.admit(nowMs);
    plan();
    return through != null;
  }

  private boolean submit() {
    load.take();
    Held next =
        new Held(
            load.arrivedS(),
            load.promptTokens(),
            load.uncachedTokens(),
            load.outputTokens(),
            load.streaming());
    if (controller.submit(next)) {
      return true;
    }
    double tS = admittedS;
    load.answered(tS, false);
    scores.finished(
        new Answer(
            -1,
            Fate.REJECTED_AT_ADMISSION,
            next.arrivedS,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            tS,
            next.prompt,
            next.uncached,
            next.output,
            next.streaming,
            -1));
    return false;
  }

  /** When the first in line will conform, if the rate stays as it is. */
  private void plan() {
    if (controller.depth() == 0) {
      throughMs = Double.POSITIVE_INFINITY;
      return;
    }
    Gcra limiter = controller.limiter();
    double atMs = nowMs + limiter.retryAfter(1, nowMs);
    while (atMs < Double.POSITIVE_INFINITY && !limiter.hasCapacity(atMs)) {
      atMs = Math.nextUp(atMs); // the sum was rounded to just before it conforms
    }
    throughMs = atMs;
  }

  @Override
  public double arrivedS() {
    return through.arrivedS;
  }

  @Override
  public double admittedS() {
    return admittedS;
  }

  @Override
  public int promptTokens() {
    return through.prompt;
  }

  @Override
  public int uncachedTokens() {
    return through.uncached;
  }

  @Override
  public int outputTokens() {
    return through.output;
  }

  @Override
  public boolean streaming() {
    return through.streaming;
  }

  @Override
  public void answered(double tS, boolean served) {
    load.answered(tS, served);
  }

  // What the pool answers.

  @Override
  public void firstToken(double arrivedS, double admittedS, double tS) {
    if (admission.measure() == Measure.TTFT) {
      record(tS - admittedS);
    }
  }

  @Override
  public void finished(Answer answer) {
    scores.finished(answer);
    if (answer.fate() == Fate.SERVED
        && (admission.measure() == Measure.E2E || !answer.streaming())) {
      record(answer.endS() - answer.admittedS());
    }
  }

  private void record(double latencyS) {
    controller.record(Math.max(0, latencyS * 1000));
    samples++;
  }

  // What the driver calls.

  /** When the next observation is due, ms. */
  long nextObserveMs() {
    return Math.round((trace.ticks() + 1) * dtMs);
  }

  /** Closes the window, as {@link FlowLoop} does; all that happened up to now must have. */
  void observe(long atMs) {
    nowMs = Math.max(nowMs, atMs);
    trace.window(controller.p99(), samples, controller.depth(), controller.dropped());
    samples = 0;
    if (trace.refused().isEmpty()) {
      try {
        controller.observe(dtMs, nowMs);
      } catch (IllegalArgumentException outOfRange) {
        trace.refuse(
            "The observation at " + nowMs / 1000 + " s was refused: " + outOfRange.getMessage());
      }
    }
    trace.decided(controller.limiter().rate());
    plan();
  }

  /** What has happened, with what there is at this moment. */
  AdmissionTrace end() {
    trace.ended(controller.stats());
    return trace;
  }
}
