// SPDX-License-Identifier: Apache-2.0
package loopbench.cluster;

import java.util.OptionalInt;

/**
 * A queue's share of a cohort's GPUs.
 *
 * @param nominalGpus its floor, 0 or more
 * @param borrowing how much more it may take while others leave it idle; unset is without limit
 * @param lending how much of its floor others may take while it is idle; unset is all
 */
public record Quota(int nominalGpus, OptionalInt borrowing, OptionalInt lending) {
  private static final int ENOUGH = 1_000_000_000;

  /** As many GPUs as are asked for, of which nobody else gets any. */
  public static final Quota UNLIMITED = new Quota(ENOUGH, OptionalInt.of(0), OptionalInt.of(0));

  public Quota {
    if (nominalGpus < 0 || nominalGpus > ENOUGH) {
      throw new IllegalArgumentException(
          "budget.floor must be from 0 to " + ENOUGH + " GPUs, was " + nominalGpus);
    }
    if (borrowing.orElse(0) < 0 || lending.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "budget.borrow and budget.lend must be 0 GPUs or more, were "
              + borrowing.orElse(0)
              + " and "
              + lending.orElse(0));
    }
  }

  /** A floor with nothing said about borrowing and lending. */
  public static Quota of(int nominalGpus) {
    return new Quota(nominalGpus, OptionalInt.empty(), OptionalInt.empty());
  }

  public Quota withNominalGpus(int newNominalGpus) {
    return new Quota(newNominalGpus, borrowing, lending);
  }

  public Quota withBorrowing(int most) {
    return new Quota(nominalGpus, OptionalInt.of(most), lending);
  }

  public Quota withLending(int most) {
    return new Quota(nominalGpus, borrowing, OptionalInt.of(most));
  }

  /** What of the floor is never lent. */
  int kept() {
    return Math.max(0, nominalGpus - Math.min(nominalGpus, lending.orElse(nominalGpus)));
  }
}
