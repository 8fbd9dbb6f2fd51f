// SPDX-License-Identifier: Apache-2.0
package loopbench.graph;

import java.util.HashMap;
import java.util.Map;
import loopbench.cell.lang.Parameters;
import loopbench.notebook.Notebook;

/** The seed in a notebook's metadata, {@code loopbench.seed}. */
public final class Seed {
  private static final String OURS = "loopbench";
  private static final String SEED = "seed";

  private Seed() {}

  /** 0 or more; {@link Parameters#SEED} where the metadata has none that can be one. */
  public static int of(Notebook notebook) {
    return notebook.metadata().get(OURS) instanceof Map<?, ?> ours
            && ours.get(SEED) instanceof Number number
            && number.doubleValue() == number.intValue()
            && number.intValue() >= 0
        ? number.intValue()
        : Parameters.SEED;
  }

  public static Notebook with(Notebook notebook, int seed) {
    Map<String, Object> ours = new HashMap<>();
    if (notebook.metadata().get(OURS) instanceof Map<?, ?> before) {
      before.forEach((key, value) -> ours.put((String) key, value));
    }
    ours.put(SEED, seed);
    return notebook.withMetadata(OURS, ours);
  }
}
