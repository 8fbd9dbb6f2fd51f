// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/** A part of a YAML tree that knows where it stands in its text. Immutable. */
public sealed interface Node permits Scalar, Mapping, Sequence {

  Span span();

  <R> R match(Cases<R> cases);

  /** One answer for each kind of node. */
  interface Cases<R> {
    R scalar(Scalar scalar);

    R mapping(Mapping mapping);

    R sequence(Sequence sequence);
  }
}
