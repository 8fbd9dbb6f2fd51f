// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import loopbench.plant.Problem;

/** When requests come. */
public sealed interface Arrivals {
  <R> R match(Cases<R> cases);

  /** One case for each kind. */
  interface Cases<R> {
    R open(Open open);

    R closed(Closed closed);

    R traced(Traced traced);
  }

  /** When the last request comes; empty where there is no last one, so that the run must end it. */
  OptionalDouble endS();

  /** What cannot be; empty when it can. */
  List<Problem> problems();

  /** So many per second, whatever the answers are. */
  record Open(Demand demand, Spacing spacing) implements Arrivals {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.open(this);
    }

    @Override
    public OptionalDouble endS() {
      return demand.endS();
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>(demand.problems());
      problems.addAll(spacing.problems());
      return problems;
    }
  }

  /**
   * Clients that all ask at 0 s, and each again once it has its answer and has thought. Who is
   * refused or loses its request thinks for at least {@link #RETRY_S}.
   *
   * @param clients 1 to {@link #MOST_CLIENTS}
   * @param thinkS from an answer to the next question, seconds
   */
  record Closed(int clients, double thinkS) implements Arrivals {
    public static final int MOST_CLIENTS = 1_000_000;

    /** Without it, a client that is refused at once would ask for ever within one instant. */
    public static final double RETRY_S = 1;

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.closed(this);
    }

    @Override
    public OptionalDouble endS() {
      return OptionalDouble.empty();
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>();
      Amounts.refuseUnless(problems, "clients", clients, 1, MOST_CLIENTS, "");
      Amounts.refuseUnless(problems, "think", thinkS, 0, Demand.LONGEST_S, "s");
      return problems;
    }
  }

  /**
   * As recorded.
   *
   * @param speed how much faster time goes than it did: 2 asks the same requests in half the time
   * @param rate how many requests are asked for each recorded one, evenly and without chance: 0.5
   *     leaves out every other, 2 asks a second one halfway to the next
   */
  record Traced(RequestTrace trace, double speed, double rate) implements Arrivals {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.traced(this);
    }

    @Override
    public OptionalDouble endS() {
      return OptionalDouble.of(trace.size() == 0 ? 0 : trace.arrivalS(trace.size() - 1) / speed);
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>(trace.problems());
      Amounts.refuseUnless(problems, "speed", speed, 1e-6, 1e6, "");
      Amounts.refuseUnless(problems, "rate", rate, 1e-6, 1e3, "");
      return problems;
    }
  }
}
