// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.Result;

/** Results by key, the most recently used of them. Not thread-safe. */
final class ResultStore {
  private static final int MOST = 256;
  private final Map<String, Result> byKey =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Result> eldest) {
          return size() > MOST;
        }
      };

  Optional<Result> get(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  void remove(String key) {
    byKey.remove(key);
  }

  void put(String key, Result result) {
    byKey.put(key, result);
  }
}
