// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.List;
import java.util.Optional;

/** A formula as it was written; {@code at} is where in the text a term is named or operates. */
sealed interface Term {
  int at();

  <R> R match(Cases<R> cases);

  /** One answer per form. */
  interface Cases<R> {
    R constant(Constant term);

    R name(Name term);

    R environment(Environment term);

    R pointer(Pointer term);

    R unary(Unary term);

    R binary(Binary term);

    R comparison(Comparison term);

    R conditional(Conditional term);

    R let(Let term);

    R sequence(Sequence term);

    R array(Array term);

    R index(Index term);

    R slice(Slice term);

    R call(Call term);

    R loop(Loop term);
  }

  /** Long, Double, Boolean, String, or null for nil. */
  record Constant(int at, Object value) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.constant(this);
    }
  }

  /** A trigger, or what a let named. */
  record Name(int at, String name) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.name(this);
    }
  }

  /** {@code $env["name"]}: a trigger, whatever characters its name has. */
  record Environment(int at, String name) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.environment(this);
    }
  }

  /** {@code #} with an empty name, {@code #index} or {@code #acc}. */
  record Pointer(int at, String name) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.pointer(this);
    }
  }

  /** A sign, or {@code !} for both spellings of not. */
  record Unary(int at, char operator, Term operand) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.unary(this);
    }
  }

  record Binary(int at, Operator operator, Term left, Term right) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.binary(this);
    }
  }

  /**
   * {@code a < b <= c}: each neighbouring pair must hold. One term for the whole chain, so that a
   * middle operand is compiled once; as pairs, chains inside chains would double at every level.
   *
   * @param ats where the operators stand
   */
  record Comparison(List<Term> operands, List<Operator> operators, List<Integer> ats)
      implements Term {
    @Override
    public int at() {
      return ats.get(0);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.comparison(this);
    }
  }

  /**
   * @param yes empty in {@code condition ?: no}, whose answer is the condition itself
   */
  record Conditional(int at, Term condition, Optional<Term> yes, Term no) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.conditional(this);
    }
  }

  record Let(int at, String name, Term value, Term body) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.let(this);
    }
  }

  /** Several, of which the last is the answer. */
  record Sequence(int at, List<Term> terms) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.sequence(this);
    }
  }

  record Array(int at, List<Term> items) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.array(this);
    }
  }

  record Index(int at, Term of, Term index) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.index(this);
    }
  }

  record Slice(int at, Term of, Optional<Term> from, Optional<Term> to) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.slice(this);
    }
  }

  /** A function of values. */
  record Call(int at, Function function, List<Term> arguments) implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.call(this);
    }
  }

  /** A function that runs a predicate per element; {@code start} is only reduce's. */
  record Loop(int at, Function function, Term over, Optional<Term> predicate, Optional<Term> start)
      implements Term {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.loop(this);
    }
  }
}
