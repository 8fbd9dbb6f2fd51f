// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loopbench.plant.load.RequestStream;

/**
 * A pool that runs. Whoever drives it says how far time goes and when replicas become ready or go;
 * requests are pulled from their stream.
 *
 * <p>Law: requests that arrived are those that ended and those in the pool; the same additions and
 * removals at the same times give the same answers to the bit, however the time between is cut.
 *
 * <p>Of what happens at one instant, a restart of the gateway comes first, then replicas (the
 * earlier-added one before the later, a last token before a first), then what expires in the
 * gateway's line, then what arrives.
 *
 * <p>A restart takes no time. Who waits at the gateway is lost; who was let through goes on, but
 * the new process knows nothing of it: it counts it neither as running nor in flight, sees no end
 * of it, and its concurrency detector lets others through in its place.
 */
public final class PoolPlant {
  /** Loads that differ by less are equal, so that rounding does not choose an endpoint. */
  private static final double EQUAL_LOAD = 1e-9;

  private final PoolModel model;
  private final RequestStream requests;
  private final Answers answers;
  private final Slots slots = new Slots();
  private final SlotQueue line = new SlotQueue();
  private final PoolCounters counters = new PoolCounters();

  private final Gateway.Detector detector;
  private final double queueThreshold;
  private final double fullShareOfKv;

  private Replica[] places = new Replica[8];
  private Replica[] endpoints = new Replica[8];
  private int endpointCount;
  private int drainingCount;
  private int replicasEver;
  private final Soonest soonest = new Soonest();

  private double timeS;
  private double notEmptySinceS;
  private double otherStage;
  private int running;
  private int unknown;
  private GatewayCounters gateway = new GatewayCounters();
  private double restartS;
  private double processSinceS;
  private int inPool;
  private double countedS;
  private Replica leastLoaded;

  PoolPlant(PoolModel model, RequestStream requests, Answers answers) {
    this.model = model;
    this.requests = requests;
    this.answers = answers;
    detector = model.gateway().detector();
    restartS = model.gateway().restartS();
    queueThreshold = model.gateway().queueThreshold();
    fullShareOfKv = 1 / (model.serving().kvTokens() * model.gateway().kvThreshold());
  }

  public PoolModel model() {
    return model;
  }

  /** Seconds since the start. */
  public double timeS() {
    return timeS;
  }

  /**
   * Lets everything happen up to and including a time.
   *
   * @param toS seconds since the start, not before {@link #timeS}
   */
  public void advance(double toS) {
    if (!(toS >= timeS)) {
      throw new IllegalArgumentException(
          "time must not run backwards: " + toS + " s after " + timeS + " s");
    }
    if (restartS <= toS) {
      walk(Math.nextDown(restartS));
      restart();
    }
    walk(toS);
  }

  private void walk(double toS) {
    while (true) {
      double replicaS = soonest.timeS();
      double expiryS = expiryS();
      double arrivalS = requests.nextS();
      double nextS = Math.min(replicaS, Math.min(expiryS, arrivalS));
      if (!(nextS <= toS)) {
        break;
      }
      if (nextS > timeS) {
        timeS = nextS;
      }
      if (replicaS <= nextS) {
        step(places[soonest.index()]);
      } else if (expiryS <= nextS) {
        expire();
      } else {
        arrive();
      }
    }
    timeS = toS;
  }

  private void restart() {
    timeS = restartS;
    while (!line.isEmpty()) {
      lose(line.removeFirst(), Fate.LOST_AT_RESTART);
    }
    gateway = new GatewayCounters();
    processSinceS = restartS;
    restartS = Double.POSITIVE_INFINITY;
    unknown = running;
    for (Replica replica : places) {
      if (replica != null) {
        replica.unknown = replica.inflight();
        replica.inflightTokens = 0;
      }
    }
  }

  /** Whether the gateway's process has seen a request come: one of before a restart it has not. */
  private boolean known(int slot) {
    return slots.admittedS[slot] >= processSinceS;
  }

  // What comes in and is held.

  private void arrive() {
    if (!requests.take()) {
      return;
    }
    int slot = slots.take();
    int prompt = requests.promptTokens();
    int output = requests.outputTokens();
    slots.id[slot] = counters.arrived++;
    slots.arrivedS[slot] = requests.arrivedS();
    slots.admittedS[slot] = requests.admittedS();
    slots.enqueuedS[slot] = timeS;
    slots.dispatchedS[slot] = Double.NaN;
    slots.firstTokenS[slot] = Double.NaN;
    slots.prompt[slot] = prompt;
    slots.uncached[slot] = requests.uncachedTokens();
    slots.output[slot] = output;
    slots.streaming[slot] = requests.streaming();
    counters.promptTokensArrived += prompt;
    counters.outputTokensArrived += output;
    gateway.arrived += known(slot) ? 1 : 0;
    count(1);
    if (detector == Gateway.Detector.OFF) {
      if (endpointCount == 0) {
        lose(slot, Fate.REJECTED_NO_ENDPOINTS);
      } else {
        look();
        dispatch(slot);
      }
    } else if (line.isEmpty() && open()) {
      dispatch(slot);
    } else if (line.size() >= model.gateway().capacityRequests()) {
      lose(slot, endpointCount == 0 ? Fate.REJECTED_NO_ENDPOINTS : Fate.REJECTED_CAPACITY);
    } else {
      line.addLast(slot);
    }
  }

  /**
   * When the first in line will have waited too long; all wait equally long, so no other before.
   */
  private double expiryS() {
    if (line.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    double enqueuedS = slots.enqueuedS[line.first()];
    double fromS = endpointCount == 0 ? enqueuedS : Math.max(enqueuedS, notEmptySinceS);
    double ttlS = endpointCount == 0 ? model.gateway().noEndpointTtlS() : model.gateway().ttlS();
    return ttlS > 0 ? fromS + ttlS : Double.POSITIVE_INFINITY;
  }

  private void expire() {
    lose(line.removeFirst(), endpointCount == 0 ? Fate.EVICTED_NO_ENDPOINTS : Fate.EVICTED_TTL);
  }

  private boolean open() {
    return Math.max(look(), otherStage) < 1;
  }

  private void dispatchLine() {
    while (!line.isEmpty() && open()) {
      dispatch(line.removeFirst());
    }
  }

  /** Saturation now; on the way, which endpoint has the least load. */
  private double look() {
    if (endpointCount == 0) {
      leastLoaded = null;
      return 1;
    }
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    Replica best = null;
    for (int i = 0; i < endpointCount; i++) {
      Replica endpoint = endpoints[i];
      int waiting = endpoint.waiting();
      double queue = waiting == 0 ? 0 : waiting / queueThreshold;
      double kv = endpoint.kvAt(timeS) * fullShareOfKv;
      sum += endpoint.stale ? 1 : Math.max(queue, kv);
      double load = queue + kv;
      if (load < least - EQUAL_LOAD) {
        least = load;
        best = endpoint;
      }
    }
    leastLoaded = best;
    return detector == Gateway.Detector.CONCURRENCY ? concurrency() : sum / endpointCount;
  }

  private double concurrency() {
    long inflight = 0;
    for (int i = 0; i < endpointCount; i++) {
      inflight += endpoints[i].known();
    }
    return (double) inflight / ((long) endpointCount * model.gateway().concurrency());
  }

  /** Sends a request to {@link #leastLoaded}. */
  private void dispatch(int slot) {
    Replica replica = leastLoaded;
    slots.dispatchedS[slot] = timeS;
    counters.dispatched++;
    boolean known = known(slot);
    if (known) {
      gateway.dispatched++;
      gateway.dispatchedWait.observe(timeS - slots.enqueuedS[slot]);
    }
    int prompt = slots.prompt[slot];
    int toDecode = model.role() == Role.PREFILL ? 0 : slots.output[slot] - 1;
    slots.holder[slot] = replica.number;
    if ((long) prompt + toDecode > model.serving().kvTokens()) {
      lose(slot, Fate.TOO_LONG);
      return;
    }
    slots.kv[slot] = prompt;
    slots.work[slot] = model.role() == Role.DECODE ? 0 : slots.uncached[slot];
    slots.remaining[slot] = toDecode;
    running++;
    if (known) {
      replica.inflightTokens += slots.uncached[slot];
      gateway.predictedTtft.observe(replica.predictedTtftS(timeS, slot));
      gateway.predictedTpot.observe(
          model.serving().tokenS(Math.min(model.serving().maxRunning(), replica.inflight() + 1)));
    } else {
      unknown++;
      replica.unknown++;
    }
    replica.enqueue(timeS, slot);
    soonest.set(replica.place, replica.nextS);
  }

  // What the replicas do.

  private void step(Replica replica) {
    int event = replica.step();
    soonest.set(replica.place, replica.nextS);
    int slot = replica.eventSlot;
    switch (event) {
      case Replica.FIRST_TOKEN -> {
        counters.firstTokens++;
        if (slots.streaming[slot]) {
          if (known(slot)) {
            replica.inflightTokens -= slots.uncached[slot];
            gateway.streamingTtft.observe(timeS - slots.admittedS[slot]);
          }
          if (answers != null) {
            answers.firstToken(slots.arrivedS[slot], slots.admittedS[slot], timeS);
          }
        }
        if (slots.remaining[slot] == 0) {
          serve(replica, slot);
        }
      }
      case Replica.LAST_TOKEN -> serve(replica, slot);
      case Replica.PREEMPTED -> counters.preemptions++;
      default -> {} // RESUMED: nobody outside can tell
    }
    if (!line.isEmpty()) {
      dispatchLine();
    }
  }

  private void serve(Replica replica, int slot) {
    int output = slots.output[slot];
    if (known(slot)) {
      double tookS = timeS - slots.admittedS[slot];
      if (!slots.streaming[slot]) {
        replica.inflightTokens -= slots.uncached[slot];
        gateway.wholeTtft.observe(tookS);
      } else if (output > 1 && model.role() != Role.PREFILL) {
        gateway.tpot.observe((timeS - slots.firstTokenS[slot]) / (output - 1));
      }
      gateway.duration.observe(tookS);
    }
    counters.promptTokensServed += slots.prompt[slot];
    counters.uncachedTokensServed += slots.uncached[slot];
    counters.outputTokensServed += output;
    left(replica, slot);
    end(slot, Fate.SERVED);
    if (replica.draining && replica.inflight() == 0) {
      vacate(replica);
      drainingCount--;
    }
  }

  private void left(Replica replica, int slot) {
    running--;
    if (!known(slot)) {
      unknown--;
      replica.unknown--;
    }
  }

  private void lose(int slot, Fate fate) {
    counters.promptTokensLost += slots.prompt[slot];
    counters.outputTokensLost += slots.output[slot];
    if (!fate.dispatched()) {
      slots.holder[slot] = -1;
      gateway.lostWait.observe(timeS - slots.enqueuedS[slot]);
    }
    end(slot, fate);
  }

  private void end(int slot, Fate fate) {
    counters.fates[fate.ordinal()]++;
    gateway.fates[fate.ordinal()] += known(slot) ? 1 : 0;
    count(-1);
    slots.release(slot);
    requests.answered(timeS, fate == Fate.SERVED);
    if (answers != null) {
      answers.finished(
          new Answer(
              slots.id[slot],
              fate,
              slots.arrivedS[slot],
              slots.admittedS[slot],
              slots.dispatchedS[slot],
              slots.firstTokenS[slot],
              timeS,
              slots.prompt[slot],
              slots.uncached[slot],
              slots.output[slot],
              slots.streaming[slot],
              slots.holder[slot]));
    }
  }

  private void count(int change) {
    counters.requestSeconds += inPool * (timeS - countedS);
    countedS = timeS;
    inPool += change;
  }

  // Replicas that come and go.

  /** A replica becomes ready; gives its number, counted from 0 over the pool's whole life. */
  public int addReplica() {
    int place = 0;
    while (place < places.length && places[place] != null) {
      place++;
    }
    if (place == places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    Replica replica = new Replica(replicasEver++, place, model.serving(), slots, timeS);
    places[place] = replica;
    if (endpointCount == endpoints.length) {
      endpoints = Arrays.copyOf(endpoints, 2 * endpoints.length);
    }
    if (endpointCount == 0) {
      notEmptySinceS = timeS;
    }
    endpoints[endpointCount++] = replica;
    dispatchLine();
    return replica.number;
  }

  /**
   * A replica is taken away, as the model says: it drains, or its requests are lost.
   *
   * @throws IllegalArgumentException when there is no such replica
   */
  public void remove(int number) {
    Replica replica = replica(number);
    if (model.removal() == Removal.CUT || replica.inflight() == 0) {
      cut(number);
    } else if (!replica.draining) {
      replica.draining = true;
      drainingCount++;
      leaveEndpoints(replica);
      dispatchLine();
    }
  }

  /** Takes away the endpoint that was added last; gives its number, or -1 where there is none. */
  public int removeYoungest() {
    if (endpointCount == 0) {
      return -1;
    }
    int number = endpoints[endpointCount - 1].number;
    remove(number);
    return number;
  }

  /**
   * A replica is gone at once, with all requests it had, draining or not.
   *
   * @throws IllegalArgumentException when there is no such replica
   */
  public void cut(int number) {
    Replica replica = replica(number);
    if (replica.draining) {
      drainingCount--;
    } else {
      leaveEndpoints(replica);
    }
    vacate(replica);
    for (int slot : replica.requests()) {
      left(replica, slot);
      lose(slot, Fate.CUT);
    }
    dispatchLine();
  }

  private void vacate(Replica replica) {
    places[replica.place] = null;
    soonest.set(replica.place, Double.POSITIVE_INFINITY);
  }

  private void leaveEndpoints(Replica replica) {
    int at = 0;
    while (endpoints[at] != replica) {
      at++;
    }
    System.arraycopy(endpoints, at + 1, endpoints, at, endpointCount - at - 1);
    endpoints[--endpointCount] = null;
  }

  private Replica replica(int number) {
    for (Replica replica : places) {
      if (replica != null && replica.number == number) {
        return replica;
      }
    }
    throw new IllegalArgumentException("there is no replica " + number);
  }

  /** Whether a replica is there, as an endpoint or draining. */
  public boolean isPresent(int number) {
    for (Replica replica : places) {
      if (replica != null && replica.number == number) {
        return true;
      }
    }
    return false;
  }

  /** What another stage of the same requests reads; the gate looks at the greater of the two. */
  public void setOtherStage(double saturation) {
    otherStage = saturation;
    dispatchLine();
  }

  /**
   * Whether the gateway has no fresh metrics of an endpoint, which then counts as saturated.
   *
   * @throws IllegalArgumentException when there is no such replica
   */
  public void setStale(int number, boolean stale) {
    replica(number).stale = stale;
    dispatchLine();
  }

  // What can be seen.

  public PoolCounters counters() {
    return counters;
  }

  /** What its gateway's process has counted; another object after a restart. */
  public GatewayCounters gateway() {
    return gateway;
  }

  /** The integral of {@link PoolCounters#requestSeconds} is brought up to now. */
  public double requestSeconds() {
    count(0);
    return counters.requestSeconds;
  }

  /** Requests held at the gateway. */
  public int queueSize() {
    return line.size();
  }

  /** Requests let through and not yet answered. */
  public int running() {
    return running;
  }

  /** The same as the gateway counts it: without those that were let through before a restart. */
  public int knownRunning() {
    return running - unknown;
  }

  /** Requests at the gateway and let through. */
  public int requestsInPool() {
    return inPool;
  }

  /** What the detector reads: 1 and more is closed, an empty pool is 1. */
  public double saturation() {
    return detector == Gateway.Detector.OFF ? Double.NaN : look();
  }

  /** What was last told of another stage. */
  public double otherStage() {
    return otherStage;
  }

  /** How many replicas take new requests. */
  public int endpointCount() {
    return endpointCount;
  }

  /** How many replicas only finish what they have. */
  public int drainingCount() {
    return drainingCount;
  }

  /** The numbers of the endpoints, oldest first. */
  public int[] endpoints() {
    int[] numbers = new int[endpointCount];
    for (int i = 0; i < endpointCount; i++) {
      numbers[i] = endpoints[i].number;
    }
    return numbers;
  }

  /** The numbers of the replicas that drain, oldest first. */
  public List<Integer> draining() {
    List<Integer> numbers = new ArrayList<>();
    for (Replica replica : places) {
      if (replica != null && replica.draining) {
        numbers.add(replica.number);
      }
    }
    numbers.sort(null);
    return numbers;
  }

  public boolean isStale(int number) {
    return replica(number).stale;
  }

  /** The share of a replica's KV cache that is in use: {@code vllm:kv_cache_usage_perc}. */
  public double kvUsage(int number) {
    return replica(number).kvAt(timeS) / model.serving().kvTokens();
  }

  /** Requests that wait inside a replica: {@code vllm:num_requests_waiting}. */
  public int waiting(int number) {
    return replica(number).waiting();
  }

  /** Requests that a replica computes or decodes: {@code vllm:num_requests_running}. */
  public int running(int number) {
    return replica(number).running();
  }

  /** Requests sent to a replica and not yet answered, as the gateway counts them. */
  public int inflightRequests(int number) {
    return replica(number).known();
  }

  /**
   * Uncached prompt tokens sent to a replica whose first token (or whole answer, for a request that
   * does not stream) has not come, as the gateway counts them.
   */
  public long inflightTokens(int number) {
    return replica(number).inflightTokens;
  }

  /** The same of all replicas, endpoints and draining ones. */
  public long inflightTokens() {
    long tokens = 0;
    for (Replica replica : places) {
      tokens += replica == null ? 0 : replica.inflightTokens;
    }
    return tokens;
  }
}
