// SPDX-License-Identifier: Apache-2.0
/**
 * ScaledObjects, TriggerAuthentications and HorizontalPodAutoscalers as YAML: text to records and
 * back, one-field edits that keep the rest of the text, and what two manifests differ in, in words
 * and numbers.
 *
 * <p>Vocabulary: a <em>path</em> names a field below {@code spec} as cells do: {@code
 * triggers.epp-queue-size.threshold}, {@code minReplicaCount}, {@code
 * behavior.scaleUp.policies.0.value}, {@code secretTargetRef.bearerToken.key}; what begins with
 * {@code metadata.} lies below the object. Lines count from 1. A {@link loopbench.manifest.Kind} is
 * what the one mechanism ({@link loopbench.manifest.KindYaml}) has to know of a kind of manifest;
 * {@link loopbench.manifest.Shapes} lists the fields, {@link loopbench.manifest.Meanings} what a
 * change of each means.
 *
 * <p>Scalars are what kubectl makes of them, so {@code yes} is a truth value and {@code 010} is 8.
 *
 * <p>Laws: {@code read(write(x))} is x; an edit changes what the path names and nothing else, to
 * the last comment and blank; whatever a text says, there is an answer, with few and short
 * sentences.
 *
 * <p>What a user wrote wrong is a {@link loopbench.manifest.ManifestProblem} with path and line.
 * Fields nobody here knows stay in the text and are named.
 *
 * <p>May use {@code yaml} and {@code scaling}. It opens no file, fills no placeholder ({@code
 * ${NAMESPACE}} stays as it is) and applies nothing to a cluster.
 */
package loopbench.manifest;
