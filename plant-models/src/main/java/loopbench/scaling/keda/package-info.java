// SPDX-License-Identifier: Apache-2.0
/**
 * KEDA's ScaledObject as records, what its numbers become, and what is wrong with one.
 *
 * <p>Vocabulary: a {@link loopbench.scaling.keda.Trigger} is a source of one metric; its threshold
 * is the target of that metric. A text field that is empty is unset, as in KEDA's own types; a
 * number that may be unset is an {@code OptionalInt}, since 0 and unset differ there.
 *
 * <p>Units: seconds for times, replicas for counts; thresholds are in the unit of their query.
 *
 * <p>Law: a record holds whatever a manifest may say; what KEDA or the API server would refuse is
 * said by {@link loopbench.scaling.keda.ScaledObject#problems}, as values.
 *
 * <p>May use {@code knob}, {@code series} and {@code scaling.hpa}. Knows no YAML. Advanced settings
 * (behavior, modifiers) and fallback are kept as data and not acted upon: {@link
 * loopbench.scaling.keda.ScaledObject#ignored} lists them.
 */
package loopbench.scaling.keda;
