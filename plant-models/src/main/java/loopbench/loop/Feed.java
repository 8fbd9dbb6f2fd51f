// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Optional;
import java.util.stream.Stream;
import loopbench.series.Series;

/** Where a replayed trigger gets its value from. */
public sealed interface Feed {

  <R> R match(Cases<R> cases);

  /** A fold over the two. */
  interface Cases<R> {
    R recorded(Recorded recorded);

    R own(Own own);
  }

  /** What was recorded, whatever the replicas become. */
  record Recorded(Series series) implements Feed {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.recorded(this);
    }
  }

  /**
   * A count of the replay itself, as kube-state-metrics would tell it: a formula that compares an
   * ask with what runs must see what runs now, not what ran when the recording was made.
   */
  enum Own implements Feed {
    /** What is asked for, {@code kube_deployment_status_replicas}. */
    REPLICAS("own.replicas"),
    /** What is ready. In an open loop replicas follow at once, so all are. */
    READY("own.ready"),
    /** What is asked for and not ready: 0 in an open loop. */
    UNAVAILABLE("own.unavailable");

    private final String token;

    Own(String token) {
      this.token = token;
    }

    /** The word for it in a cell, where the name of a series may stand. */
    public String token() {
      return token;
    }

    /** The count of a word, if it is one. */
    public static Optional<Own> read(String token) {
      return Stream.of(values()).filter(own -> own.token.equals(token)).findFirst();
    }

    /** The count. */
    public double of(int replicas, int ready) {
      return switch (this) {
        case REPLICAS -> replicas;
        case READY -> ready;
        case UNAVAILABLE -> replicas - ready;
      };
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.own(this);
    }
  }
}
