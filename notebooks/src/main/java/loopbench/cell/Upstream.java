// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Map;

/**
 * What a recipe may look at while it is prepared.
 *
 * @param prepared the prepared values of the cells it refers to, by address
 * @param library where files and connections are looked up by name
 * @param whatIf the same with other values of the parameters; {@link WhatIf#NONE} while a cell is
 *     being prepared with such
 */
public record Upstream(Map<String, Object> prepared, Library library, WhatIf whatIf) {
  public Upstream {
    prepared = Map.copyOf(prepared);
  }

  /** The prepared value of a referred cell; the topology saw to it that it is there. */
  public <T> T value(String address, Class<T> type) {
    return type.cast(prepared.get(address));
  }

  public boolean holds(String address, Class<?> type) {
    return type.isInstance(prepared.get(address));
  }
}
