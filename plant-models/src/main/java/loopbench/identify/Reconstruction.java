// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.plant.Schedule;

/**
 * From what waited and ran to what was asked: {@code asked = ended + d(queue + running)}, where
 * what ended follows from the running requests by a {@link ServiceLaw}. The answer then predicts
 * the recording, from its demand and replicas alone, so that one sees how far to trust a replay.
 *
 * @param used the points that the law is found in
 * @param known a law to take as it is; empty to find one
 * @param blockS over how long the demand is averaged, seconds, above 0
 * @param ttlS how long a request waits before it is given up, seconds; infinite for never
 * @param confidence of the bands, above 0.5 and below 1
 */
public record Reconstruction(
    Part used, Optional<ServiceLaw> known, double blockS, double ttlS, double confidence) {
  public static final double USUAL_BLOCK_S = 60;

  /** More steps of demand than that are averaged over longer blocks. */
  public static final int MOST_STEPS = 5_000;

  private static final int MOST_MOVES = 500_000;
  private static final double NORMAL_95 = 1.959963984540054;

  public Reconstruction {
    if (!(blockS > 0 && blockS < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("blockS must be finite and above 0, was " + blockS);
    }
    if (!(ttlS > 0)) {
      throw new IllegalArgumentException("ttlS must be above 0, was " + ttlS);
    }
    if (!(confidence > 0.5 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be above 0.5 and below 1, was " + confidence);
    }
  }

  /** The law from the first two thirds, judged by the last. */
  public static Reconstruction of(PoolRecording pool) {
    return new Reconstruction(
        new Part(0, pool.size() * 2 / 3),
        Optional.empty(),
        USUAL_BLOCK_S,
        Double.POSITIVE_INFINITY,
        0.95);
  }

  public Reconstruction with(ServiceLaw law) {
    return new Reconstruction(used, Optional.of(law), blockS, ttlS, confidence);
  }

  public Reconstruction withTtlS(double newTtlS) {
    return new Reconstruction(used, known, blockS, newTtlS, confidence);
  }

  public Reconstruction with(Part newUsed) {
    return new Reconstruction(newUsed, known, blockS, ttlS, confidence);
  }

  /**
   * The demand behind a recording.
   *
   * @param cancelled asked all the while; a refusal says that it stopped
   */
  public Answer<Reconstructed> run(PoolRecording pool, BooleanSupplier cancelled) {
    int joined = 0;
    double most = 0;
    for (int i = 0; i < pool.size(); i++) {
      joined += pool.joined(i) ? 1 : 0;
      most = Math.max(most, pool.whole(i) ? pool.running(i) : 0);
    }
    if (joined < PoolRecording.LEAST_POINTS) {
      return refused(
          "queue, running and replicas are all there for only " + joined + " steps",
          "Choose series that were recorded together, with at least one replica ready");
    }
    if (most == 0) {
      return refused("no request ever ran", "Name the series of running requests");
    }
    Part all = new Part(0, pool.size());
    Part fitted = used.and(all);
    double z = normal(confidence);
    Optional<ServiceLaw> law = known;
    if (law.isEmpty() && pool.counted()) {
      law = ServiceFit.counted(pool, fitted, z);
    }
    if (law.isEmpty()) {
      law = ServiceFit.fluctuating(pool, fitted, z);
    }
    if (law.isEmpty()) {
      return refused(
          "nothing in the part used tells how long a request runs: too few steps in which nothing"
              + " waits and the replicas stay",
          "Name a counter of requests with `requests:`, use more of the recording, or say how long"
              + " one runs with `service:`");
    }
    double places = places(pool, fitted);
    Asked asked = asked(pool, law.get());
    double[] queue = new double[pool.size()];
    double[] running = new double[pool.size()];
    if (!predict(pool, asked.perSecond(), law.get(), places, queue, running, cancelled)) {
      return refused("it was cancelled before it had predicted the recording", "Run it again");
    }
    Part unseen = new Part(fitted.to(), pool.size());
    return new Answer.Found<>(
        new Reconstructed(
            pool,
            asked.perSecond(),
            law.get(),
            places,
            fitted,
            unseen,
            queue,
            running,
            agreement(pool, fitted, unseen, queue, true),
            agreement(pool, fitted, unseen, running, false),
            asked.unknownS(),
            asked.gaveUp(),
            assumed(pool, law.get(), places, asked)));
  }

  private static Answer<Reconstructed> refused(String why, String whatNow) {
    return Answer.refused("the demand cannot be reconstructed", "", why, whatNow);
  }

  private static double normal(double confidence) {
    return confidence == 0.95
        ? NORMAL_95
        : new org.apache.commons.math3.distribution.NormalDistribution()
            .inverseCumulativeProbability(0.5 + confidence / 2);
  }

  /**
   * How many run on a replica while others wait: the median, so that a dispatch late is no more.
   */
  private static double places(PoolRecording pool, Part used) {
    double[] held =
        java.util.stream.IntStream.range(used.from(), Math.max(used.from(), used.to() - 1))
            .filter(i -> pool.joined(i) && pool.steady(i))
            .filter(i -> pool.queue(i) > 0 && pool.queue(i + 1) > 0)
            .mapToDouble(i -> pool.running(i + 1) / pool.replicas(i + 1))
            .sorted()
            .toArray();
    return held.length < 3 || held[held.length / 2] == 0
        ? Double.POSITIVE_INFINITY
        : held[held.length / 2];
  }

  // ---- demand --------------------------------------------------------------------------------

  private record Asked(Schedule perSecond, double unknownS, double gaveUp) {}

  private Asked asked(PoolRecording pool, ServiceLaw law) {
    double lengthS = pool.timeS(pool.size() - 1) - pool.timeS(0);
    double block = Math.max(Math.max(blockS, pool.stepS()), lengthS / MOST_STEPS);
    List<Schedule.Step> steps = new ArrayList<>();
    double unknownS = 0;
    double gaveUp = pool.counted() ? 0 : Double.NaN;
    double owed = 0;
    int i = 0;
    while (i + 1 < pool.size()) {
      double fromS = pool.timeS(i);
      double count = 0;
      double knownS = 0;
      int k = i;
      boolean known = known(pool, i);
      while (k + 1 < pool.size()
          && known(pool, k) == known
          && (!known || pool.timeS(k) - fromS < block - 1e-9)) {
        double dtS = pool.timeS(k + 1) - pool.timeS(k);
        if (known) {
          double ended = ended(pool, k, law);
          double counted = pool.asked(k);
          count += Double.isNaN(counted) ? ended + pool.grown(k) : counted;
          knownS += dtS;
          if (!Double.isNaN(counted) && pool.queue(k) + pool.queue(k + 1) > 0) {
            gaveUp += counted - pool.grown(k) - ended;
          }
        } else {
          unknownS += dtS;
        }
        k++;
      }
      if (known) {
        // Fewer than none were never asked: what is too much is taken from the next block.
        double here = count + owed;
        owed = Math.min(0, here);
        steps.add(new Schedule.Step(fromS - pool.timeS(0), Math.max(0, here) / knownS));
      } else if (steps.isEmpty()) {
        steps.add(new Schedule.Step(0, 0));
      }
      i = k;
    }
    if (steps.get(0).fromS() == 0 && !known(pool, 0) && steps.size() > 1) {
      steps.set(0, new Schedule.Step(0, steps.get(1).value())); // unseen: as what is seen first
    }
    steps.add(new Schedule.Step(lengthS, 0));
    return new Asked(new Schedule(steps), unknownS, gaveUp > 0 ? gaveUp : 0 * gaveUp);
  }

  private static boolean known(PoolRecording pool, int i) {
    return pool.joined(i);
  }

  private static double ended(PoolRecording pool, int i, ServiceLaw law) {
    double dtS = pool.timeS(i + 1) - pool.timeS(i);
    return dtS
        * (pool.replicas(i) * law.endedPerSecond(pool.running(i) / pool.replicas(i))
            + pool.replicas(i + 1) * law.endedPerSecond(pool.running(i + 1) / pool.replicas(i + 1)))
        / 2;
  }

  // ---- prediction ----------------------------------------------------------------------------

  /** A piece of the line: so much came at a time. */
  private static final class Piece {
    final double atS;
    double amount;

    Piece(double atS, double amount) {
      this.atS = atS;
      this.amount = amount;
    }
  }

  /**
   * The pool as a fluid: in comes the demand, in one line; what the places hold runs, and ends as
   * the law says. Only the replicas are taken from the recording, held where they are not seen.
   *
   * @return whether it came to the end
   */
  private boolean predict(
      PoolRecording pool,
      Schedule perSecond,
      ServiceLaw law,
      double places,
      double[] queue,
      double[] running,
      BooleanSupplier cancelled) {
    int first = 0;
    while (!pool.joined(first)) {
      first++;
    }
    Arrays.fill(queue, 0, first, Double.NaN);
    Arrays.fill(running, 0, first, Double.NaN);
    double replicas = pool.replicas(first);
    double run = pool.running(first);
    double waits = pool.queue(first);
    Deque<Piece> line = new ArrayDeque<>();
    line.add(new Piece(pool.timeS(first), waits));
    queue[first] = waits;
    running[first] = run;
    List<Schedule.Step> steps = perSecond.steps();
    double startS = pool.timeS(0);
    double longestS = (pool.timeS(pool.size() - 1) - startS) / MOST_MOVES;
    int step = 0;
    for (int i = first; i + 1 < pool.size(); i++) {
      if (cancelled.getAsBoolean()) {
        return false;
      }
      double dtS = pool.timeS(i + 1) - pool.timeS(i);
      double fineS = Math.max(longestS, Math.min(1, law.serviceS(0) / 10 + 1e-3));
      int moves = (int) Math.max(1, Math.ceil(dtS / fineS));
      double moveS = dtS / moves;
      for (int m = 0; m < moves; m++) {
        double nowS = pool.timeS(i) + m * moveS;
        // A replica is ready some time between two readings: half-way.
        int reading = m * 2 < moves ? i : i + 1;
        if (!Double.isNaN(pool.replicas(reading)) && pool.replicas(reading) > 0) {
          replicas = pool.replicas(reading);
        }
        while (step + 1 < steps.size() && steps.get(step + 1).fromS() <= nowS - startS + 1e-9) {
          step++;
        }
        double came = steps.get(step).value() * moveS;
        if (came > 0) {
          line.add(new Piece(nowS, came));
          waits += came;
        }
        run -= Math.min(run, replicas * law.endedPerSecond(run / replicas) * moveS);
        double room = Math.max(0, places * replicas - run);
        while (!line.isEmpty() && room > 0) {
          Piece piece = line.peek();
          double taken = Math.min(room, piece.amount);
          piece.amount -= taken;
          room -= taken;
          run += taken;
          waits -= taken;
          if (piece.amount <= 0) {
            line.remove();
          }
        }
        while (!line.isEmpty() && line.peek().atS <= nowS - ttlS) {
          waits -= line.remove().amount;
        }
        waits = line.isEmpty() ? 0 : Math.max(0, waits);
      }
      queue[i + 1] = waits;
      running[i + 1] = run;
    }
    return true;
  }

  private static Reconstructed.Agreement agreement(
      PoolRecording pool, Part used, Part unseen, double[] predicted, boolean queue) {
    double[] in = off(pool, used, predicted, queue);
    double[] out = off(pool, unseen, predicted, queue);
    return new Reconstructed.Agreement(in[0], out[0], in[1], out[1]);
  }

  private static double[] off(PoolRecording pool, Part part, double[] predicted, boolean queue) {
    double sum = 0;
    int n = 0;
    for (int i = part.from(); i < part.to(); i++) {
      if (pool.whole(i) && !Double.isNaN(predicted[i])) {
        sum += queue ? pool.queue(i) : pool.running(i);
        n++;
      }
    }
    double about = 0;
    double squares = 0;
    for (int i = part.from(); i < part.to(); i++) {
      if (pool.whole(i) && !Double.isNaN(predicted[i])) {
        double y = queue ? pool.queue(i) : pool.running(i);
        about += (y - sum / n) * (y - sum / n);
        squares += (y - predicted[i]) * (y - predicted[i]);
      }
    }
    return new double[] {
      about > 0 ? 100 * (1 - Math.sqrt(squares / about)) : Double.NaN,
      n > 0 ? Math.sqrt(squares / n) : Double.NaN
    };
  }

  // ---- words ---------------------------------------------------------------------------------

  private List<String> assumed(PoolRecording pool, ServiceLaw law, double places, Asked asked) {
    List<String> assumed = new ArrayList<>();
    assumed.add(
        pool.counted()
            ? "The demand is what was counted, where it was, in the unseen part too: what is judged"
                + " there is the law and the places."
            : "Nothing was counted, so that the demand is made from what waited and ran, and explains"
                + " their sum in part by how it was made: what is judged is how the sum divides into"
                + " waiting and running.");
    assumed.add("All replicas are alike and share what runs evenly.");
    switch (law.evidence()) {
      case COUNTED ->
          assumed.add("While next to nobody waits, every request that leaves has ended.");
      case FLUCTUATION ->
          assumed.add(
              "Requests come independently of each other, and one runs as long on a full replica as"
                  + " on an idle one: without a counter no more can be told, so that the demand is"
                  + " off by the same factor as the service time.");
      case GIVEN -> assumed.add("A request runs as long as was given.");
    }
    if (places == Double.POSITIVE_INFINITY) {
      assumed.add(
          "No request waits on a full replica: nothing waited in the part used, so that what a"
              + " replica holds is not known.");
    } else {
      assumed.add(
          "Others wait once "
              + Words.number(places)
              + " requests run on each replica, first come first served.");
    }
    if (!pool.counted()) {
      assumed.add(
          "Nobody gave up waiting: one who did was not counted, and is missing in the demand.");
    } else if (asked.gaveUp() >= 1 && ttlS == Double.POSITIVE_INFINITY) {
      assumed.add(
          "Nobody gives up waiting, though about "
              + Words.number(Math.rint(asked.gaveUp()))
              + " requests left without having run: say how long one waits with `ttl:`.");
    } else if (ttlS < Double.POSITIVE_INFINITY) {
      assumed.add("A request gives up after " + Words.number(ttlS) + " s of waiting.");
    }
    if (asked.unknownS() > 0) {
      assumed.add(
          "In the "
              + Words.number(asked.unknownS())
              + " s that were not recorded, as much was asked as just before.");
    }
    return assumed;
  }
}
