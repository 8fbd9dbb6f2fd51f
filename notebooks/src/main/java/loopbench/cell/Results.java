// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Map;

/** The results a cell declared to read, by address. */
public record Results(Map<String, Result> byAddress) {
  public Results {
    byAddress = Map.copyOf(byAddress);
  }

  public <T> T value(String address, Class<T> type) {
    return type.cast(byAddress.get(address).value());
  }

  public Result result(String address) {
    return byAddress.get(address);
  }
}
