// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.function.BooleanSupplier;

/**
 * Leaves a fit that was cancelled, from within an optimizer that knows of no cancelling. It never
 * leaves this package: who asked gets a {@link Refusal}.
 */
final class Stopped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private Stopped() {
    super("the fit was stopped", null, false, false);
  }

  static void when(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw new Stopped();
    }
  }
}
