// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.lang.Quantity;

/**
 * The notebook as it would be with other values of its parameters. Answers depend on the document
 * alone; asked from several threads at once.
 */
public interface WhatIf {
  /** A parameter as its own cell defines it, whatever overrides its value; empty for none. */
  Optional<Parameter> parameter(String name);

  /** What a parameter stands at; empty for a text and where there is none. */
  Optional<Quantity> now(String name);

  /**
   * The parameters that a cell is made with, those of all it refers to among them; the winners it
   * takes from sweeps are not looked into. In alphabetical order.
   */
  Set<String> parametersOf(String address);

  /**
   * A cell prepared again, and before it what it refers to, with other texts for some parameters.
   * Sweeps among them stay as they are.
   */
  Preparation prepared(String address, Map<String, String> texts);

  /** Where it is not asked for: nothing can be otherwise. */
  WhatIf NONE =
      new WhatIf() {
        @Override
        public Optional<Parameter> parameter(String name) {
          return Optional.empty();
        }

        @Override
        public Optional<Quantity> now(String name) {
          return Optional.empty();
        }

        @Override
        public Set<String> parametersOf(String address) {
          return Set.of();
        }

        @Override
        public Preparation prepared(String address, Map<String, String> texts) {
          throw new IllegalStateException(address + " is being prepared with other parameters");
        }
      };
}
