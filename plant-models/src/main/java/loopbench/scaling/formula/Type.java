// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.List;

/**
 * What the language's own check believes of a term, after expr-lang/expr 1.17.8 {@code
 * checker/checker.go}. It is what decides whether a formula is refused, and it is not always right:
 * {@code max(1, a)} counts as a whole number, after its first argument, and may give 2.5. What code
 * is compiled therefore follows {@link Code.Kind}, which is.
 *
 * @param inner of a list, what its elements are believed to be; else null
 */
record Type(Kind kind, Type inner) {
  enum Kind {
    UNKNOWN("of unknown type"),
    NIL("nil"),
    TRUTH("true or false"),
    WHOLE("a whole number"),
    REAL("a number"),
    TEXT("text"),
    LIST("a list");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  static final Type UNKNOWN = new Type(Kind.UNKNOWN, null);
  static final Type NIL = new Type(Kind.NIL, null);
  static final Type TRUTH = new Type(Kind.TRUTH, null);
  static final Type WHOLE = new Type(Kind.WHOLE, null);
  static final Type REAL = new Type(Kind.REAL, null);
  static final Type TEXT = new Type(Kind.TEXT, null);

  /** A list of anything. */
  static final Type LIST = new Type(Kind.LIST, UNKNOWN);

  static Type listOf(Type element) {
    return new Type(Kind.LIST, element);
  }

  static Type of(Object value) {
    if (value == null) {
      return NIL;
    }
    return value instanceof Long
        ? WHOLE
        : value instanceof Double ? REAL : value instanceof Boolean ? TRUTH : TEXT;
  }

  /** What an element is believed to be; unknown of what may be no list. */
  Type element() {
    return inner == null ? UNKNOWN : inner;
  }

  boolean is(Kind wanted) {
    return kind == wanted;
  }

  boolean unknown() {
    return kind == Kind.UNKNOWN;
  }

  boolean number() {
    return kind == Kind.WHOLE || kind == Kind.REAL;
  }

  /** Of one of these kinds, or unknown. */
  boolean maybe(Kind... kinds) {
    return unknown() || List.of(kinds).contains(kind);
  }

  /** Two operands of which at least one is unknown, and the other fits. */
  static boolean maybe(Type left, Type right, Kind... kinds) {
    return left.unknown() && right.maybe(kinds) || right.unknown() && left.maybe(kinds);
  }

  /** What arithmetic of two numbers gives. */
  static Type promoted(Type left, Type right) {
    return left.is(Kind.REAL) || right.is(Kind.REAL) ? REAL : WHOLE;
  }

  boolean comparableTo(Type other) {
    return unknown()
        || other.unknown()
        || is(Kind.NIL)
        || other.is(Kind.NIL)
        || number() && other.number()
        || kind == other.kind;
  }

  /** What one of two is: the common type, a value beside nil, or unknown. */
  static Type either(Type one, Type other) {
    if (one.is(Kind.NIL) || other.is(Kind.NIL)) {
      return one.is(Kind.NIL) ? other : one;
    }
    if (one.unknown() || one.kind != other.kind) {
      return UNKNOWN;
    }
    return one.is(Kind.LIST) && one.inner.kind != other.inner.kind ? LIST : one;
  }

  /** Whether a list of both counts as a list of one kind; nil and unknown are one kind there. */
  boolean alike(Type other) {
    return kind == other.kind || maybe(Kind.NIL) && other.maybe(Kind.NIL);
  }

  /** "a number". */
  String words() {
    return kind.words;
  }
}
