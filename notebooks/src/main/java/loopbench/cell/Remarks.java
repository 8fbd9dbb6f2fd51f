// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import loopbench.figure.Remark;
import loopbench.loop.KedaMove;

/** Why an autoscaler decided as it did, sync by sync, for whoever points at its chart. */
final class Remarks {
  /** Of longer runs only the syncs that changed something, which are few. */
  private static final int MOST = 20_000;

  private Remarks() {}

  /** One sync. */
  record Sync(double timeS, int from, int to, java.util.function.Supplier<String> why) {}

  /**
   * @param pool what stands before each remark; empty where there is one pool
   */
  static List<Remark> of(String pool, int syncs, IntFunction<Sync> sync, List<KedaMove> moves) {
    List<Remark> remarks = new ArrayList<>();
    String name = pool.isEmpty() ? "" : pool + ": ";
    for (int i = 0; i < syncs; i++) {
      Sync one = sync.apply(i);
      boolean changed = one.from() != one.to();
      if (changed || syncs <= MOST) {
        remarks.add(
            new Remark(
                one.timeS(),
                name
                    + (changed
                        ? "The HPA went from " + one.from() + " to " + one.to()
                        : "The HPA stayed at " + one.to())
                    + ": "
                    + one.why().get()
                    + "."));
      }
    }
    for (KedaMove move : moves) {
      remarks.add(
          new Remark(
              move.timeS(),
              name
                  + "KEDA went from "
                  + move.from()
                  + " to "
                  + move.to()
                  + ": "
                  + move.why()
                  + "."));
    }
    remarks.sort(Comparator.comparingDouble(Remark::x));
    return remarks;
  }
}
