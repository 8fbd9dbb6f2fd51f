// SPDX-License-Identifier: Apache-2.0
/**
 * KEDA's ScaledObject as records, what is wrong with one, the HPA that KEDA makes of it, and KEDA
 * at work on it.
 *
 * <p>Vocabulary: a {@link loopbench.scaling.keda.Trigger} is a source of one metric; its threshold
 * is the target of that metric. A source gives a {@link loopbench.scaling.keda.SourceAnswer}; what
 * KEDA makes of it is a metric, an error, or the fallback's metric. A <em>poll</em> is one check of
 * KEDA's own loop, which moves the target between 0 (or idle) and the minimum; a <em>sync</em> is
 * the HPA's, which gets its metrics here and moves the target between minimum and maximum. {@link
 * loopbench.scaling.keda.KedaScaler} conducts; {@code MetricReader} asks, {@code FallbackHealth}
 * counts failures, {@code Composite} runs the formula, {@code ScaleLoop} decides.
 *
 * <p>A text field that is empty is unset, as in KEDA's own types; a number that may be unset is an
 * {@code OptionalInt}, since 0 and unset differ there.
 *
 * <p>Units: seconds in manifests, milliseconds for the time of a run; replicas for counts; metrics
 * in milli; thresholds in the unit of their query.
 *
 * <p>Laws: a record holds whatever a manifest may say; what KEDA or the API server would refuse is
 * said by {@link loopbench.scaling.keda.ScaledObject#problems}, as values. A poll sets the target
 * to 0, the idle count, the minimum or 1, and to nothing else; nothing moves while paused. What the
 * HPA gets is never a number that the source did not say without a note saying so.
 *
 * <p>May use {@code knob}, {@code series}, {@code scaling.hpa} and {@code scaling.formula}. Knows
 * no YAML, asks no Prometheus and reads no clock. It does not model: that KEDA stores times with
 * whole seconds, latencies, several fallback metrics racing (here the first trigger's wins), and
 * the targets of scalers other than prometheus ({@link
 * loopbench.scaling.keda.ScaledObject#ignored}).
 */
package loopbench.scaling.keda;
