// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.TimeAxis;
import loopbench.identify.Parameter;
import loopbench.identify.PoolRecording;
import loopbench.identify.Reconstructed;
import loopbench.identify.ServiceLaw;
import loopbench.plant.Schedule;
import loopbench.plant.load.LoadModel;

/**
 * What a reconstructed load shows: the demand, how well it explains the recording, what it took.
 */
final class ReconstructFigures {
  private static final double GOOD_FIT = 70;
  private static final double FAIR_FIT = 40;

  private final String where;
  private final LoadModel load;
  private final Reconstructed found;

  ReconstructFigures(String where, LoadModel load, Reconstructed found) {
    this.where = where;
    this.load = load;
    this.found = found;
  }

  List<Output> outputs() {
    String sentence = sentence();
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output.Chart(figure(), sentence));
    outputs.add(new Output.Facts(facts(), sentence));
    outputs.add(new Output.Note("What it assumes. " + String.join(" ", found.assumed())));
    if (load.output().mean() > 0) {
      outputs.add(new Output.Note(plant()));
    }
    return outputs;
  }

  private String sentence() {
    return "About "
        + Numbers.brief(Math.rint(requests()))
        + " requests were asked, at most "
        + Numbers.brief(most())
        + "/s; one runs for "
        + runs()
        + ", "
        + found.law().evidence().words()
        + ". From the demand and the replicas alone, the part that the law was not found in is"
        + " predicted to within "
        + Numbers.brief(found.runningFit().offUnseen())
        + " running and "
        + Numbers.brief(found.queueFit().offUnseen())
        + " waiting requests ("
        + explained(found.runningFit().unseen())
        + " and "
        + explained(found.queueFit().unseen())
        + ").";
  }

  private static String explained(double fit) {
    return Double.isNaN(fit) ? "they did not move" : Numbers.brief(Math.rint(fit)) + " % explained";
  }

  private String runs() {
    ServiceLaw law = found.law();
    return banded(law.base())
        + " s"
        + (law.added().value() > 0
            ? " and " + banded(law.added()) + " s more for each on its replica"
            : "");
  }

  private static String banded(Parameter p) {
    String value = Numbers.text(Numbers.rounded(p.value(), 3));
    return Double.isNaN(p.low())
        ? value
        : value
            + " ("
            + Numbers.text(Numbers.rounded(p.low(), 3))
            + " to "
            + Numbers.text(Numbers.rounded(p.high(), 3))
            + ")";
  }

  /** The pool to replay it on, in the words of a cell. */
  private String plant() {
    double[] decode = found.law().decodeMs(load.output().mean(), 0);
    return "A pool that runs requests like the recorded one, its prompts included: `decode: {base: "
        + Numbers.text(Numbers.rounded(decode[0], 3))
        + "ms, per-request: "
        + Numbers.text(Numbers.rounded(decode[1], 3))
        + "ms}`"
        + (found.places() < Double.POSITIVE_INFINITY
            ? " and `gateway: {detector: concurrency, concurrency: "
                + Math.max(1, Math.round(found.places()))
                + "}`"
            : "")
        + ", less what its own prefill takes.";
  }

  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.plain("requests", Numbers.brief(Math.rint(requests())), ""));
    facts.add(Fact.plain("most asked", Numbers.brief(most()), "1/s"));
    facts.add(Fact.plain("runs alone", banded(found.law().base()), "s"));
    if (found.law().added().value() > 0) {
      facts.add(Fact.plain("each other adds", banded(found.law().added()), "s"));
    }
    if (found.places() < Double.POSITIVE_INFINITY) {
      facts.add(Fact.plain("places on a replica", Numbers.brief(found.places()), ""));
    }
    facts.add(fit("running explained, unseen", found.runningFit().unseen()));
    facts.add(fit("waiting explained, unseen", found.queueFit().unseen()));
    if (found.gaveUp() >= 1) {
      facts.add(Fact.plain("gave up", Numbers.brief(Math.rint(found.gaveUp())), "requests"));
    }
    if (found.unknownS() > 0) {
      facts.add(Fact.plain("not recorded", Numbers.brief(found.unknownS()), "s"));
    }
    return facts;
  }

  private static Fact fit(String name, double percent) {
    return Double.isNaN(percent)
        ? Fact.plain(name, "does not move", "")
        : new Fact(
            name,
            Numbers.brief(Math.rint(percent)),
            "%",
            percent >= GOOD_FIT
                ? Fact.Standing.GOOD
                : percent >= FAIR_FIT ? Fact.Standing.WARN : Fact.Standing.BAD);
  }

  private double requests() {
    double sum = 0;
    List<Schedule.Step> steps = found.perSecond().steps();
    for (int i = 0; i + 1 < steps.size(); i++) {
      sum += steps.get(i).value() * (steps.get(i + 1).fromS() - steps.get(i).fromS());
    }
    return sum;
  }

  private double most() {
    return found.perSecond().steps().stream().mapToDouble(Schedule.Step::value).max().orElseThrow();
  }

  private LineFigure figure() {
    PoolRecording pool = found.recording();
    int n = pool.size();
    double[] time = new double[n];
    double[] demand = new double[n];
    double[] queue = new double[n];
    double[] running = new double[n];
    double[] replicas = new double[n];
    for (int i = 0; i < n; i++) {
      time[i] = pool.timeS(i) - pool.timeS(0);
      demand[i] = found.perSecond().valueAt(time[i]);
      queue[i] = pool.queue(i);
      running[i] = pool.running(i);
      replicas[i] = pool.replicas(i);
    }
    List<Event> events =
        found.unseen().size() > 0 && found.unseen().from() < n
            ? List.of(new Event(time[found.unseen().from()], "judged from here"))
            : List.of();
    return new LineFigure(
        where,
        "demand reconstructed from what waited and ran, and what it predicts of them",
        TimeAxis.seconds(0, time[n - 1]),
        List.of(
            Panel.of("asked", "1/s", Line.steps("asked", time, demand, Look.RATE, "")),
            Panel.of(
                "waiting",
                "",
                Line.of("recorded", time, queue, Look.QUEUE, "recorded"),
                Line.of("predicted", time, found.queue(), Look.LATENCY, "predicted")),
            Panel.of(
                "running",
                "",
                Line.of("recorded", time, running, Look.RUNNING, "recorded"),
                Line.of("predicted", time, found.running(), Look.LATENCY, "predicted")),
            Panel.of("replicas", "", Line.steps("ready", time, replicas, Look.REPLICAS, ""))),
        events);
  }
}
