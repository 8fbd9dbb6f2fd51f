// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.ScaledObject;

/** What decides how many replicas a pool is asked for. */
public sealed interface Scaling {

  <R> R match(Cases<R> cases);

  /** A fold over the two. */
  interface Cases<R> {
    R scaled(Scaled scaled);

    R fixed(Fixed fixed);
  }

  /** What runs, and is ready, at the start. */
  int startReplicas();

  /** When the run is looked at, and the HPA syncs where there is one. */
  HpaConstants hpa();

  /**
   * KEDA and its HPA.
   *
   * @param scaler the manifest
   * @param hpa the controller's constants
   * @param startReplicas 0 or more
   */
  record Scaled(ScaledObject scaler, HpaConstants hpa, int startReplicas) implements Scaling {
    public Scaled {
      refuse(startReplicas);
    }

    /** With the controller's defaults, started at the smallest count allowed. */
    public static Scaled of(ScaledObject scaler) {
      return new Scaled(scaler, HpaConstants.DEFAULTS, scaler.replicas().min().orElse(0));
    }

    public Scaled withScaler(ScaledObject newScaler) {
      return new Scaled(newScaler, hpa, startReplicas);
    }

    public Scaled withHpa(HpaConstants newHpa) {
      return new Scaled(scaler, newHpa, startReplicas);
    }

    public Scaled withStartReplicas(int newStart) {
      return new Scaled(scaler, hpa, newStart);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.scaled(this);
    }
  }

  /** Always the same: the control row. */
  record Fixed(int startReplicas) implements Scaling {
    public Fixed {
      refuse(startReplicas);
    }

    @Override
    public HpaConstants hpa() {
      return HpaConstants.DEFAULTS;
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.fixed(this);
    }
  }

  private static void refuse(int replicas) {
    if (replicas < 0 || replicas > 100_000) {
      throw new IllegalArgumentException("replicas must be from 0 to 100000, was " + replicas);
    }
  }
}
