// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * A compiled term. Values are Long, Double, Boolean, String, List and null for nil; {@code real},
 * {@code whole} and {@code truth} are the paths without boxing, and refuse what does not fit, as
 * the operator that asks for them would.
 */
interface Code {
  /** What a value surely is once there is one. */
  enum Kind {
    REAL,
    /** A trigger: a Double, or nil. */
    REAL_OR_NIL,
    WHOLE,
    TRUTH,
    ANY;

    boolean real() {
      return this == REAL || this == REAL_OR_NIL;
    }
  }

  Kind kind();

  /** Where to point when a value does not fit. */
  int at();

  Object value(Run run);

  /** A number of either kind, as a double. */
  default double real(Run run) {
    return Values.real(value(run), at());
  }

  default long whole(Run run) {
    return Values.whole(value(run), at());
  }

  default boolean truth(Run run) {
    return Values.truth(value(run), at());
  }

  /** Computes a double. */
  interface RealOperation {
    double in(Run run);
  }

  /** Computes a whole number. */
  interface WholeOperation {
    long in(Run run);
  }

  /** Decides. */
  interface TruthOperation {
    boolean in(Run run);
  }

  /** Computes anything. */
  interface AnyOperation {
    Object in(Run run);
  }

  /** A value known from the text; a constant list is one too. */
  record Constant(int at, Object value) implements Code {
    @Override
    public Kind kind() {
      return value instanceof Double
          ? Kind.REAL
          : value instanceof Long ? Kind.WHOLE : value instanceof Boolean ? Kind.TRUTH : Kind.ANY;
    }

    @Override
    public Object value(Run run) {
      return value;
    }

    /** A number, a truth or a text: what the language folds. */
    boolean literal() {
      return value instanceof Number || value instanceof Boolean || value instanceof String;
    }
  }

  /** A number constant on the path without boxing. */
  record ConstantReal(int at, double value) implements Code {
    @Override
    public Kind kind() {
      return Kind.REAL;
    }

    @Override
    public Object value(Run run) {
      return value;
    }

    @Override
    public double real(Run run) {
      return value;
    }
  }

  record Trigger(int at, int index, String name) implements Code {
    @Override
    public Kind kind() {
      return Kind.REAL_OR_NIL;
    }

    @Override
    public Object value(Run run) {
      return run.isNil(index) ? null : (Object) run.value(index);
    }

    @Override
    public double real(Run run) {
      if (run.isNil(index)) {
        throw new Refusal(
            "The trigger "
                + name
                + " has no value here (nil), and a number is needed; "
                + name
                + " ?? 0 would read it as 0.",
            at);
      }
      return run.value(index);
    }
  }

  record Real(int at, RealOperation operation) implements Code {
    @Override
    public Kind kind() {
      return Kind.REAL;
    }

    @Override
    public Object value(Run run) {
      return operation.in(run);
    }

    @Override
    public double real(Run run) {
      return operation.in(run);
    }
  }

  record Whole(int at, WholeOperation operation) implements Code {
    @Override
    public Kind kind() {
      return Kind.WHOLE;
    }

    @Override
    public Object value(Run run) {
      return operation.in(run);
    }

    @Override
    public double real(Run run) {
      return operation.in(run);
    }

    @Override
    public long whole(Run run) {
      return operation.in(run);
    }
  }

  record Truth(int at, TruthOperation operation) implements Code {
    @Override
    public Kind kind() {
      return Kind.TRUTH;
    }

    @Override
    public Object value(Run run) {
      return operation.in(run);
    }

    @Override
    public boolean truth(Run run) {
      return operation.in(run);
    }
  }

  record Any(int at, AnyOperation operation) implements Code {
    @Override
    public Kind kind() {
      return Kind.ANY;
    }

    @Override
    public Object value(Run run) {
      return operation.in(run);
    }
  }

  /** Anything that is cheaper to get as a double where a double is wanted. */
  record AnyOrReal(int at, AnyOperation any, RealOperation operation) implements Code {
    @Override
    public Kind kind() {
      return Kind.ANY;
    }

    @Override
    public Object value(Run run) {
      return any.in(run);
    }

    @Override
    public double real(Run run) {
      return operation.in(run);
    }
  }

  record Choice(int at, Kind kind, Code condition, Code yes, Code no) implements Code {
    static Choice of(int at, Code condition, Code yes, Code no) {
      Kind kind =
          yes.kind() == no.kind()
              ? yes.kind()
              : yes.kind().real() && no.kind().real() ? Kind.REAL_OR_NIL : Kind.ANY;
      return new Choice(at, kind, condition, yes, no);
    }

    @Override
    public Object value(Run run) {
      return condition.truth(run) ? yes.value(run) : no.value(run);
    }

    @Override
    public double real(Run run) {
      return condition.truth(run) ? yes.real(run) : no.real(run);
    }

    @Override
    public long whole(Run run) {
      return condition.truth(run) ? yes.whole(run) : no.whole(run);
    }

    @Override
    public boolean truth(Run run) {
      return condition.truth(run) ? yes.truth(run) : no.truth(run);
    }
  }

  /** Something done before; the answer is that of {@code body}. */
  record After(Before before, Code body) implements Code {
    interface Before {
      void in(Run run);
    }

    @Override
    public Kind kind() {
      return body.kind();
    }

    @Override
    public int at() {
      return body.at();
    }

    @Override
    public Object value(Run run) {
      before.in(run);
      return body.value(run);
    }

    @Override
    public double real(Run run) {
      before.in(run);
      return body.real(run);
    }

    @Override
    public long whole(Run run) {
      before.in(run);
      return body.whole(run);
    }

    @Override
    public boolean truth(Run run) {
      before.in(run);
      return body.truth(run);
    }
  }
}
