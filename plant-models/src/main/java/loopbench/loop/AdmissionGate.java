// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.flow.FlowController;
import loopbench.flow.FlowSettings;
import loopbench.plant.load.RequestStream;
import loopbench.plant.pool.Answer;
import loopbench.plant.pool.Answers;
import loopbench.plant.pool.Fate;

/**
 * A load as a pool sees it behind an admission controller: each request is submitted when it comes,
 * and comes through when the limiter lets it. A request that finds the controller's queue full is
 * refused there and then.
 *
 * <p>The rate changes only in {@link #observe}, between two advances of the pool, so that the next
 * admission is known in advance.
 */
final class AdmissionGate implements RequestStream {
  /** What is remembered of a request while it waits. */
  private record Waiting(
      double arrivedS, int promptTokens, int uncachedTokens, int outputTokens, boolean streaming) {}

  private final RequestStream load;
  private final FlowController<Waiting> controller;
  private final Answers refusals;
  private final AdmissionTrace trace;
  private Waiting taken;
  private double nowS;
  private double admissionS = Double.NaN; // NaN: to be worked out
  private long refused;

  /**
   * @param load what is asked
   * @param refusals hears of each request that is refused
   * @param expected how many observations there will be, about
   */
  AdmissionGate(RequestStream load, FlowSettings settings, Answers refusals, int expected) {
    this.load = load;
    this.controller = new FlowController<>(settings);
    this.refusals = refusals;
    this.trace = new AdmissionTrace(settings, expected);
  }

  @Override
  public double nextS() {
    double arrivalS = load.nextS();
    return controller.depth() == 0 ? arrivalS : Math.min(arrivalS, admissionS());
  }

  /** When the first in the queue conforms. */
  private double admissionS() {
    if (Double.isNaN(admissionS)) {
      double waitMs = controller.limiter().retryAfter(1, nowS * 1000);
      admissionS = Math.max(nowS, nowS + waitMs / 1000);
      // What conforms in milliseconds must still do so after the way to seconds and back.
      for (double step = Math.ulp(admissionS); !conforms(admissionS); step *= 2) {
        admissionS += step;
      }
    }
    return admissionS;
  }

  private boolean conforms(double tS) {
    return controller.limiter().hasCapacity(tS * 1000);
  }

  @Override
  public boolean take() {
    double arrivalS = load.nextS();
    if (controller.depth() > 0 && admissionS() <= arrivalS) {
      nowS = admissionS();
    } else {
      nowS = arrivalS;
      arrive();
      if (controller.depth() != 1 || !conforms(nowS)) {
        return false;
      }
    }
    taken = controller.admit(nowS * 1000);
    admissionS = Double.NaN;
    return true;
  }

  private void arrive() {
    load.take();
    Waiting request =
        new Waiting(
            load.arrivedS(),
            load.promptTokens(),
            load.uncachedTokens(),
            load.outputTokens(),
            load.streaming());
    if (!controller.submit(request)) {
      refused++;
      load.answered(nowS, false);
      refusals.finished(
          new Answer(
              -1,
              Fate.NOT_ADMITTED,
              request.arrivedS(),
              Double.NaN,
              Double.NaN,
              Double.NaN,
              nowS,
              request.promptTokens(),
              request.uncachedTokens(),
              request.outputTokens(),
              request.streaming(),
              -1));
    }
  }

  /** A latency of the window, ms. */
  void record(double latencyMs) {
    controller.record(latencyMs);
  }

  /** Closes the window. */
  void observe(double tS) {
    double measuredMs = controller.p99();
    controller.observe(controller.settings().dtMs(), tS * 1000);
    nowS = Math.max(nowS, tS);
    admissionS = Double.NaN;
    trace.add(controller.rate(), measuredMs, controller.depth(), controller.admitted(), refused);
  }

  AdmissionTrace trace() {
    return trace;
  }

  /** The run is over: how many wait for admission still. */
  int end() {
    trace.end(refused);
    return controller.depth();
  }

  @Override
  public double arrivedS() {
    return taken.arrivedS();
  }

  /** When the request came through. */
  @Override
  public double enteredS() {
    return nowS;
  }

  @Override
  public int promptTokens() {
    return taken.promptTokens();
  }

  @Override
  public int uncachedTokens() {
    return taken.uncachedTokens();
  }

  @Override
  public int outputTokens() {
    return taken.outputTokens();
  }

  @Override
  public boolean streaming() {
    return taken.streaming();
  }

  @Override
  public void answered(double tS, boolean served) {
    load.answered(tS, served);
  }
}
