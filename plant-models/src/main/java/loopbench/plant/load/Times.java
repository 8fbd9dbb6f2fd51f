// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import loopbench.plant.Dice;

/** When requests come, one after the other. */
interface Times {
  static Times of(Arrivals arrivals, Dice dice) {
    return arrivals.match(
        new Arrivals.Cases<Times>() {
          @Override
          public Times open(Arrivals.Open open) {
            return new Asked(open, dice);
          }

          @Override
          public Times closed(Arrivals.Closed closed) {
            return new Asking(closed);
          }

          @Override
          public Times traced(Arrivals.Traced traced) {
            return new Recorded(traced);
          }
        });
  }

  /** When the next one comes, seconds; infinite where none is due. */
  double nextS();

  void take();

  default void answered(double tS, boolean served) {}

  /** The prompt's length of the next one, where a trace knows it. */
  default int tracedPrompt() {
    return 1;
  }

  default int tracedOutput() {
    return 1;
  }

  /** Whatever the answers are: gaps of mean 1, stretched by the demand. */
  final class Asked implements Times {
    private final Demand.Walk walk;
    private final Spacing spacing;
    private final Dice dice;
    private double nextS;

    Asked(Arrivals.Open open, Dice dice) {
      this.walk = open.demand().start();
      this.spacing = open.spacing();
      this.dice = dice;
      take();
    }

    @Override
    public double nextS() {
      return nextS;
    }

    @Override
    public void take() {
      nextS = walk.until(spacing.gap(dice));
    }
  }

  /**
   * Clients that think, and clients that were lost and try again: each a line first in, first out.
   */
  final class Asking implements Times {
    private final Line thinking;
    private final Line retrying;
    private final double thinkS;
    private final double retryS;

    Asking(Arrivals.Closed closed) {
      thinking = new Line(closed.clients());
      retrying = new Line(closed.clients());
      thinkS = closed.thinkS();
      retryS = Math.max(closed.thinkS(), Arrivals.Closed.RETRY_S);
      for (int i = 0; i < closed.clients(); i++) {
        thinking.add(0);
      }
    }

    @Override
    public double nextS() {
      return Math.min(thinking.firstS(), retrying.firstS());
    }

    @Override
    public void take() {
      if (thinking.firstS() <= retrying.firstS()) {
        thinking.remove();
      } else {
        retrying.remove();
      }
    }

    @Override
    public void answered(double tS, boolean served) {
      if (served) {
        thinking.add(tS + thinkS);
      } else {
        retrying.add(tS + retryS);
      }
    }
  }

  /** Times that do not fall, first in, first out. */
  final class Line {
    private final double[] timesS;
    private int head;
    private int size;
    private double lastS;

    Line(int capacity) {
      timesS = new double[capacity];
    }

    double firstS() {
      return size == 0 ? Double.POSITIVE_INFINITY : timesS[head];
    }

    void add(double tS) {
      int at = head + size;
      lastS = Math.max(lastS, tS); // two pools behind one load tell of their answers in turn
      timesS[at < timesS.length ? at : at - timesS.length] = lastS;
      size++;
    }

    void remove() {
      head = head + 1 == timesS.length ? 0 : head + 1;
      size--;
    }
  }

  /**
   * As recorded: {@code rate} requests for each one on average, by carrying the rest over; further
   * ones of the same are spread evenly up to the next.
   */
  final class Recorded implements Times {
    private final RequestTrace trace;
    private final double speed;
    private final double rate;
    private int index = -1;
    private int copies;
    private int copy;
    private double owed;
    private double nextS;

    Recorded(Arrivals.Traced traced) {
      trace = traced.trace();
      speed = traced.speed();
      rate = traced.rate();
      take();
    }

    @Override
    public double nextS() {
      return nextS;
    }

    @Override
    public void take() {
      copy++;
      while (copy >= copies) {
        index++;
        if (index == trace.size()) {
          nextS = Double.POSITIVE_INFINITY;
          copies = Integer.MAX_VALUE;
          return;
        }
        owed += rate;
        copies = (int) Math.floor(owed + 1e-9); // 0.1 ten times over is 1
        owed -= copies;
        copy = 0;
      }
      double from = trace.arrivalS(index);
      double to = index + 1 < trace.size() ? trace.arrivalS(index + 1) : from;
      nextS = (from + (to - from) * copy / copies) / speed;
    }

    @Override
    public int tracedPrompt() {
      return trace.promptTokens(index);
    }

    @Override
    public int tracedOutput() {
      return trace.outputTokens(index);
    }
  }
}
