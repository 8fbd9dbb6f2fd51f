// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * The text that KEDA compiles instead of the user's, so that the result is a float: KEDA {@code
 * pkg/scaling/modifiers}. The wrapping is of text, not of meaning, and so it has traps: what begins
 * with {@code float(} stays as it is even if the bracket closes early, and a {@code //} comment on
 * the last line hides the bracket that is added.
 *
 * @param text what is compiled
 * @param before how many characters of it come before the user's
 * @param user the user's own text
 */
record Wrapped(String text, int before, String user) {
  private static final String RESULT = "_kedaCompositeResult";

  static Wrapped of(String user) {
    if (user.contains("??")) {
      return around(
          "let " + RESULT + " = (", user, "); " + RESULT + " == nil ? nil : float(" + RESULT + ")");
    }
    return user.startsWith("float(") ? new Wrapped(user, 0, user) : around("float(", user, ")");
  }

  private static Wrapped around(String before, String user, String after) {
    return new Wrapped(before + user + after, before.length(), user);
  }

  /** The user's text alone, for a second opinion on where its syntax breaks. */
  Wrapped bare() {
    return new Wrapped(user, 0, user);
  }

  boolean adds() {
    return text.length() != user.length();
  }

  /** The place in the user's text, 0 to its length; what KEDA added counts as the nearer end. */
  int offset(int at) {
    return Math.max(0, Math.min(user.length(), at - before));
  }

  FormulaProblem problem(String message, int at) {
    int offset = offset(at);
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      if (user.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new FormulaProblem(message, offset, line, offset - lineStart + 1);
  }
}
