// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

/**
 * How a pool's metrics are exposed: what differs between releases and set-ups, and decides what a
 * query finds.
 *
 * @param oldNames whether the names before {@code llm_d_epp_} are exposed beside it
 * @param stageLabel whether saturation comes by stage ({@code prefill}, {@code decode}, {@code
 *     effective}), so that a sum counts it several times
 * @param predictor whether the latency predictor runs; without it nothing is predicted
 * @param frozenInflight whether tokens and requests in flight of pods that are gone keep their last
 *     value (EPP up to v0.10.0)
 * @param kubeState whether kube-state-metrics is scraped
 * @param stale whether the EPP gets no fresh metrics of its pods: each then counts as saturated,
 *     and the averages stand still
 */
public record Exposure(
    boolean oldNames,
    boolean stageLabel,
    boolean predictor,
    boolean frozenInflight,
    boolean kubeState,
    boolean stale) {
  public static final Exposure DEFAULTS = new Exposure(true, true, true, false, true, false);

  public Exposure withOldNames(boolean exposed) {
    return new Exposure(exposed, stageLabel, predictor, frozenInflight, kubeState, stale);
  }

  public Exposure withStageLabel(boolean labelled) {
    return new Exposure(oldNames, labelled, predictor, frozenInflight, kubeState, stale);
  }

  public Exposure withPredictor(boolean runs) {
    return new Exposure(oldNames, stageLabel, runs, frozenInflight, kubeState, stale);
  }

  public Exposure withFrozenInflight(boolean frozen) {
    return new Exposure(oldNames, stageLabel, predictor, frozen, kubeState, stale);
  }

  public Exposure withKubeState(boolean scraped) {
    return new Exposure(oldNames, stageLabel, predictor, frozenInflight, scraped, stale);
  }

  public Exposure withStale(boolean noFreshMetrics) {
    return new Exposure(oldNames, stageLabel, predictor, frozenInflight, kubeState, noFreshMetrics);
  }
}
