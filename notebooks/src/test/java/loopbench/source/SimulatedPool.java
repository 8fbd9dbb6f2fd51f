// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The incident behind {@code samples/series/queue-incident.json}: a pool of Qwen3-32B servers on
 * 2xH100 each, behind an EPP with flow control, scaled by the queue-depth guide's ScaledObject.
 * Stepped second by second from one seed; a plain model, meant to move as the real thing does and
 * not to predict it.
 *
 * <ul>
 *   <li>Requests: prompts of 12,000 tokens, answers of 1,000; Poisson arrivals whose rate follows a
 *       schedule for each of two tenants, {@code chat} always and {@code batch} in two bursts.
 *   <li>Servers: prefill 15,928 tokens/s, then 20 ms + 0.35 ms per running request and token. A
 *       request ends in a second with the chance 1 / (its mean length in seconds). Each request
 *       holds 12,500 of a server's 350,000 KV tokens on average.
 *   <li>EPP: saturation is KV use / 0.8, and 1 for an empty pool; requests are dispatched in order
 *       while it is below 1, wait otherwise, and are evicted after 60 s. When the EPP is replaced,
 *       its queue is lost, requests fail until the new one runs, and running requests are counted
 *       from nothing again, though the servers still work on the old ones.
 *   <li>Scaling: every 15 s max(ceil(queue / 1), ceil(running / 16)), tolerance 10 %, the lowest
 *       ask of 300 s upwards and the highest of 300 s downwards, at most doubling in 15 s, 1 to 8;
 *       a missing series is 0. A new server is ready after 100 to 110 s.
 * </ul>
 */
final class SimulatedPool {
  static final int TENANTS = 2;
  static final List<String> TENANT = List.of("chat", "batch");

  /** The EPP is gone from the first second and another is there at the second. */
  static final int EPP_LOST_S = 46 * 60;

  static final int EPP_BACK_S = 49 * 60 + 20;

  private static final double KV_PER_REQUEST = 12_500.0 / 350_000;
  private static final double PREFILL_S = 12_000.0 / 15_928;
  private static final int TTL_S = 60;
  private static final int SYNC_S = 15;
  private static final int WINDOW_SYNCS = 300 / SYNC_S;
  private static final int MOST_REPLICAS = 8;

  /** Requests per second by tenant: time in seconds to rate, linear between. */
  private static final List<TreeMap<Integer, Double>> RATE =
      List.of(
          new TreeMap<>(
              Map.of(
                  -1000, 0.45, 600, 0.5, 1080, 1.1, 1800, 1.3, 2400, 0.9, 3300, 0.85, 3900, 1.2,
                  4800, 0.9, 5400, 0.5)),
          new TreeMap<>(
              Map.of(
                  1259, 0.0, 1260, 1.2, 1740, 1.5, 1800, 0.0, 3659, 0.0, 3660, 1.4, 4260, 1.7, 4320,
                  0.0)));

  /** What can be seen of the pool at one second; arrays by tenant. */
  record State(
      int second,
      int[] queued,
      int[] running,
      long[] requests,
      double saturation,
      int replicas,
      int ready) {}

  private final Random random;
  private final List<Deque<Integer>> queue = List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final int[] running = new int[TENANTS];
  private final long[] requests = new long[TENANTS];

  /** Requests that an earlier EPP dispatched: they load the servers but nobody counts them. */
  private int orphans;

  private final List<Integer> readyAt = new ArrayList<>(List.of(Integer.MIN_VALUE));
  private final Deque<Integer> asks = new ArrayDeque<>();

  private SimulatedPool(long seed) {
    this.random = new Random(seed);
  }

  /** The states of each second from {@code fromS} to {@code toS}; starts earlier, to settle. */
  static List<State> run(long seed, int fromS, int toS) {
    SimulatedPool pool = new SimulatedPool(seed);
    List<State> states = new ArrayList<>();
    for (int second = fromS - 600; second <= toS; second++) {
      State state = pool.step(second);
      if (second >= fromS) {
        states.add(state);
      }
    }
    return states;
  }

  static boolean eppRuns(int second) {
    return second < EPP_LOST_S || second >= EPP_BACK_S;
  }

  private State step(int second) {
    if (second == EPP_LOST_S) {
      orphans += Arrays.stream(running).sum();
      queue.forEach(Deque::clear);
      Arrays.fill(running, 0);
      Arrays.fill(requests, 0);
    }
    int ready = (int) readyAt.stream().filter(at -> at <= second).count();
    finish(ready);
    for (int tenant = 0; tenant < TENANTS; tenant++) {
      int arrived = poisson(rate(tenant, second));
      for (int i = 0; i < arrived && eppRuns(second); i++) {
        queue.get(tenant).add(second);
        requests[tenant]++;
      }
    }
    dispatch(ready);
    queue.forEach(q -> q.removeIf(arrivedAt -> second - arrivedAt >= TTL_S));
    if (Math.floorMod(second, SYNC_S) == 0) {
      scale(second);
    }
    int[] queued = queue.stream().mapToInt(Deque::size).toArray();
    return new State(
        second,
        queued,
        running.clone(),
        requests.clone(),
        saturation(ready),
        readyAt.size(),
        ready);
  }

  private void finish(int ready) {
    double each = (double) (Arrays.stream(running).sum() + orphans) / Math.max(1, ready);
    double chance = 1 / (PREFILL_S + 1000 * (0.020 + 0.00035 * each));
    for (int tenant = 0; tenant < TENANTS; tenant++) {
      running[tenant] -= some(running[tenant], chance);
    }
    orphans -= some(orphans, chance);
  }

  private int some(int of, double chance) {
    int hit = 0;
    for (int i = 0; i < of; i++) {
      hit += random.nextDouble() < chance ? 1 : 0;
    }
    return hit;
  }

  /** The tenants take turns, as the EPP's round robin between fairness flows does. */
  private void dispatch(int ready) {
    boolean any = true;
    while (any) {
      any = false;
      for (int tenant = 0; tenant < TENANTS; tenant++) {
        if (saturation(ready) < 1 && !queue.get(tenant).isEmpty()) {
          queue.get(tenant).remove();
          running[tenant]++;
          any = true;
        }
      }
    }
  }

  private double saturation(int ready) {
    int all = Arrays.stream(running).sum() + orphans;
    return ready == 0 ? 1 : all * KV_PER_REQUEST / ready / 0.8;
  }

  private void scale(int second) {
    boolean seen = eppRuns(second);
    int replicas = readyAt.size();
    int waiting = seen ? queue.stream().mapToInt(Deque::size).sum() : 0;
    int inFlight = seen ? Arrays.stream(running).sum() : 0;
    int ask = Math.max(proposal(waiting, 1, replicas), proposal(inFlight, 16, replicas));
    asks.add(Math.max(1, Math.min(MOST_REPLICAS, ask)));
    if (asks.size() > WINDOW_SYNCS) {
      asks.remove();
    }
    int lowest = asks.stream().mapToInt(a -> a).min().orElse(replicas);
    int highest = asks.stream().mapToInt(a -> a).max().orElse(replicas);
    int next = Math.min(2 * replicas, Math.max(lowest, Math.min(highest, replicas)));
    while (readyAt.size() < next) {
      readyAt.add(second + 100 + random.nextInt(11));
    }
    while (readyAt.size() > next) {
      readyAt.remove(readyAt.size() - 1);
    }
  }

  private static int proposal(double value, double threshold, int replicas) {
    boolean tolerated = Math.abs(value / (threshold * replicas) - 1) <= 0.1;
    return tolerated ? replicas : (int) Math.ceil(value / threshold);
  }

  private static double rate(int tenant, int second) {
    TreeMap<Integer, Double> schedule = RATE.get(tenant);
    Map.Entry<Integer, Double> before = schedule.floorEntry(second);
    Map.Entry<Integer, Double> after = schedule.ceilingEntry(second);
    if (before == null) {
      return 0;
    }
    if (after == null || before.getKey().equals(after.getKey())) {
      return before.getValue();
    }
    double share = (double) (second - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  private int poisson(double mean) {
    int events = -1;
    for (double waited = 0; waited < mean; events++) {
      waited -= StrictMath.log(1 - random.nextDouble());
    }
    return Math.max(0, events);
  }
}
