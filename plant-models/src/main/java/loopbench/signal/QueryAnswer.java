// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.List;
import loopbench.series.Labels;

/** What a Prometheus answers to an instant query. */
public sealed interface QueryAnswer {

  <R> R match(Cases<R> cases);

  /** A fold over the answers. */
  interface Cases<R> {
    R scalar(Scalar scalar);

    R vector(Vector vector);

    R failed(Failed failed);
  }

  /** A bare number. */
  record Scalar(double value) implements QueryAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.scalar(this);
    }
  }

  /** Elements, in no order that means anything; none is an answer too. */
  record Vector(List<Element> elements) implements QueryAnswer {
    public Vector {
      elements = List.copyOf(elements);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.vector(this);
    }
  }

  /**
   * An error that depends on the data.
   *
   * @param why one sentence
   */
  record Failed(String why) implements QueryAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.failed(this);
    }
  }

  /**
   * One element.
   *
   * @param value may be NaN or infinite
   */
  record Element(Labels labels, double value) {}
}
