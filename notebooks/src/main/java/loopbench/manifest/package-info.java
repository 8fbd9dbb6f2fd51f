// SPDX-License-Identifier: Apache-2.0
/**
 * ScaledObjects as YAML: text to records and back, one-field edits that keep the rest of the text,
 * and what two manifests differ in.
 *
 * <p>Vocabulary: a <em>path</em> names a field below {@code spec} as cells do: {@code
 * triggers.epp-queue-size.threshold}, {@code minReplicaCount}, {@code
 * behavior.scaleUp.policies.0.value}; what begins with {@code metadata.} lies below the object.
 * Lines count from 1.
 *
 * <p>Laws: {@code read(write(x))} is x; an edit changes what the path names and nothing else, to
 * the last comment and blank.
 *
 * <p>What a user wrote wrong is a {@link loopbench.manifest.ManifestProblem} with path and line.
 * Fields nobody here knows stay in the text and are named.
 *
 * <p>May use {@code yaml} and {@code scaling}. It opens no file, fills no placeholder ({@code
 * ${NAMESPACE}} stays as it is) and applies nothing to a cluster.
 */
package loopbench.manifest;
