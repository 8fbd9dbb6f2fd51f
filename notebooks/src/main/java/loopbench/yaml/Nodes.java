// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ways to get at what a tree holds. */
public final class Nodes {
  private Nodes() {}

  /**
   * The node at a path of keys and positions (from 0) joined by dots, as in {@code
   * spec.triggers.0.metadata.threshold}. The empty path is the node itself. A key that holds dots
   * of its own is found too, the shorter reading of the path first.
   */
  public static Optional<Node> at(Node node, String path) {
    return path.isEmpty() ? Optional.of(node) : at(node, List.of(path.split("\\.", -1)));
  }

  /** As {@link #at(Node, String)}, the path in its parts. */
  public static Optional<Node> at(Node node, List<String> parts) {
    if (parts.isEmpty()) {
      return Optional.of(node);
    }
    return node.match(
        new Node.Cases<>() {
          @Override
          public Optional<Node> scalar(Scalar scalar) {
            return Optional.empty();
          }

          @Override
          public Optional<Node> mapping(Mapping mapping) {
            for (int n = 1; n <= parts.size(); n++) {
              Optional<Node> value = mapping.get(String.join(".", parts.subList(0, n)));
              if (value.isPresent()) {
                Optional<Node> found = at(value.get(), parts.subList(n, parts.size()));
                if (found.isPresent()) {
                  return found;
                }
              }
            }
            return Optional.empty();
          }

          @Override
          public Optional<Node> sequence(Sequence sequence) {
            String index = parts.get(0);
            if (index.isEmpty()
                || index.length() > 9
                || !index.chars().allMatch(c -> c >= '0' && c <= '9')) {
              return Optional.empty();
            }
            int i = Integer.parseInt(index);
            return i < sequence.items().size()
                ? at(sequence.items().get(i), parts.subList(1, parts.size()))
                : Optional.empty();
          }
        });
  }

  /** The scalar at a path, as {@link #at(Node, String)} finds it. */
  public static Optional<Scalar> scalarAt(Node node, String path) {
    return at(node, path).flatMap(Nodes::asScalar);
  }

  public static Optional<Scalar> asScalar(Node node) {
    return node instanceof Scalar scalar ? Optional.of(scalar) : Optional.empty();
  }

  public static Optional<Mapping> asMapping(Node node) {
    return node instanceof Mapping mapping ? Optional.of(mapping) : Optional.empty();
  }

  public static Optional<Sequence> asSequence(Node node) {
    return node instanceof Sequence sequence ? Optional.of(sequence) : Optional.empty();
  }

  /**
   * The tree as plain values: maps in the order of the text, lists, {@link String}, {@link Long} or
   * {@link BigInteger}, {@link Double}, {@link Boolean} and null.
   */
  public static Object value(Node node) {
    return node.match(
        new Node.Cases<Object>() {
          @Override
          public Object scalar(Scalar scalar) {
            return switch (scalar.tag()) {
              case STRING -> scalar.text();
              case INT -> whole(scalar.text());
              case FLOAT -> Double.valueOf(scalar.text());
              case BOOL -> Boolean.valueOf(scalar.text());
              case NULL -> null;
            };
          }

          @Override
          public Object mapping(Mapping mapping) {
            Map<String, Object> map = new LinkedHashMap<>();
            mapping.entries().forEach(e -> map.put(e.key().text(), value(e.value())));
            return map;
          }

          @Override
          public Object sequence(Sequence sequence) {
            List<Object> list = new ArrayList<>();
            sequence.items().forEach(item -> list.add(value(item)));
            return list;
          }
        });
  }

  /** Every scalar that is a value (not a key), in the order of the text. */
  public static List<Scalar> scalars(Node node) {
    List<Scalar> all = new ArrayList<>();
    collect(node, all);
    return all;
  }

  private static void collect(Node node, List<Scalar> into) {
    if (node instanceof Scalar scalar) {
      into.add(scalar);
    } else if (node instanceof Mapping mapping) {
      mapping.entries().forEach(e -> collect(e.value(), into));
    } else if (node instanceof Sequence sequence) {
      sequence.items().forEach(item -> collect(item, into));
    }
  }

  private static Object whole(String digits) {
    // A plus sign and up to 18 digits always fit a long.
    if (digits.length() <= 18) {
      return Long.valueOf(digits);
    }
    BigInteger big = new BigInteger(digits);
    return big.bitLength() < 64 ? (Object) big.longValue() : big;
  }
}
