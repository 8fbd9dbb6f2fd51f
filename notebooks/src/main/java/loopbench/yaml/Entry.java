// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.Objects;

/** A key and what it stands for. */
public record Entry(Scalar key, Node value) {
  public Entry {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
  }
}
