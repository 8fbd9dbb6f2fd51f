// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

/**
 * One condition of a selector.
 *
 * @param label the label's name
 * @param operator which comparison
 * @param value the text or pattern it is compared with, without quotes; placeholders such as {@code
 *     ${NAMESPACE}} are text
 */
public record LabelMatcher(String label, Operator operator, String value) {

  /** PromQL's comparisons of labels. */
  public enum Operator {
    EQUAL("="),
    NOT_EQUAL("!="),
    MATCHES("=~"),
    NOT_MATCHES("!~");

    private final String token;

    Operator(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }
  }

  /** Whether exactly one value of the label is taken. */
  public boolean exact() {
    return operator == Operator.EQUAL && !value.isEmpty();
  }

  /** Whether the label is narrowed to something: one value, or a pattern that not all match. */
  public boolean pins() {
    return exact()
        || operator == Operator.MATCHES
            && !value.equals(".*")
            && !value.equals(".+")
            && !value.isEmpty();
  }

  @Override
  public String toString() {
    return label + operator.token() + '"' + value + '"';
  }
}
