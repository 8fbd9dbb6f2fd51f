// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cluster.Deployment;
import loopbench.plant.pool.Attainment;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.GatewayCounters;
import loopbench.plant.pool.PoolCounters;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.DecisionLog;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.Proposal;
import loopbench.scaling.keda.SourceAnswer;

/**
 * What one pool did, sync by sync. Index i is the i-th sync; what is seen of the pool at i is what
 * was there when the sync began, what is asked is what it left.
 */
public final class PoolRun {

  /** What is seen at each sync, by column. */
  public enum Column {
    /** What the HPA left asked for. */
    DESIRED("desired", "replicas"),
    /** Pods the budget admits. */
    ADMITTED("admitted", "replicas"),
    /** Pods the budget does not admit. */
    GATED("gated", "replicas"),
    /** Pods without a node. */
    PENDING("pending", "replicas"),
    /** Pods that run and are not ready. */
    WARMING("warming", "replicas"),
    /** Pods that serve. */
    READY("ready", "replicas"),
    /** Requests held at the gateway. */
    QUEUE("queue", "requests"),
    /** Requests let through and not yet answered. */
    RUNNING("running", "requests"),
    /** What the gateway's detector reads; NaN with flow control off. */
    SATURATION("saturation", ""),
    /** Uncached prompt tokens let through whose first token has not come. */
    INFLIGHT_TOKENS("inflight_tokens", "tokens"),
    /**
     * The time to the first token that 90 % kept of the streaming requests that got theirs since
     * the sync before, from when they were asked; NaN where none did.
     */
    TTFT_P90("ttft_p90", "s");

    private final String token;
    private final String unit;

    Column(String token, String unit) {
      this.token = token;
      this.unit = unit;
    }

    public String token() {
      return token;
    }

    public String unit() {
      return unit;
    }
  }

  private final Pool pool;
  private final List<String> triggers;
  private final List<String> metrics;
  private final double[][] columns = new double[Column.values().length][];
  private final double[][] values;
  private final SourceAnswer.Kind[][] kinds;
  private final Map<Integer, List<MetricReading>> words = new HashMap<>();
  private final List<KedaMove> moves = new ArrayList<>();
  private final double firstS;
  private final double periodS;
  private final int start;
  private DecisionLog log;
  private int size;

  private PoolCounters counters;
  private GatewayCounters gateway;
  private Attainment attainment;
  private Deployment deployment;
  private long inPool;
  private AdmissionTrace admission;

  PoolRun(Pool pool, List<String> triggers, List<String> metrics, int start, int expected) {
    this.pool = pool;
    this.triggers = List.copyOf(triggers);
    this.metrics = List.copyOf(metrics);
    this.firstS = pool.scaling().hpa().firstS();
    this.periodS = pool.scaling().hpa().syncS();
    this.start = start;
    for (int c = 0; c < columns.length; c++) {
      columns[c] = new double[expected];
    }
    values = new double[triggers.size()][expected];
    kinds = new SourceAnswer.Kind[triggers.size()][expected];
  }

  // Filled while it runs.

  void log(DecisionLog newLog) {
    log = newLog;
  }

  void seen(Column column, double value) {
    columns[column.ordinal()][size] = value;
  }

  void answered(double[] newValues, SourceAnswer.Kind[] newKinds) {
    for (int t = 0; t < values.length; t++) {
      values[t][size] = newKinds[t] == SourceAnswer.Kind.ONE ? newValues[t] : Double.NaN;
      kinds[t][size] = newKinds[t];
    }
  }

  void said(List<MetricReading> readings) {
    words.put(size, readings);
  }

  void moved(KedaMove move) {
    moves.add(move);
  }

  void next() {
    size++;
  }

  void ended(
      PoolCounters newCounters,
      GatewayCounters newGateway,
      Attainment newAttainment,
      Deployment newDeployment,
      long left,
      AdmissionTrace newAdmission) {
    admission = newAdmission;
    counters = newCounters;
    gateway = newGateway;
    attainment = newAttainment;
    deployment = newDeployment;
    inPool = left;
  }

  // Read when it is over.

  public Pool pool() {
    return pool;
  }

  /** How many syncs. */
  public int size() {
    return size;
  }

  public double timeS(int i) {
    return firstS + i * periodS;
  }

  public double periodS() {
    return periodS;
  }

  /** What is seen at a sync. */
  public double get(Column column, int i) {
    return columns[column.ordinal()][check(i)];
  }

  /** A column; a copy. */
  public double[] column(Column column) {
    return Arrays.copyOf(columns[column.ordinal()], size);
  }

  public int desired(int i) {
    return (int) get(Column.DESIRED, i);
  }

  public int ready(int i) {
    return (int) get(Column.READY, i);
  }

  /** The names of the triggers; none where replicas are fixed. */
  public List<String> triggers() {
    return triggers;
  }

  /** What the HPA's metrics are called: as the triggers are, or the formula alone. */
  public List<String> metrics() {
    return metrics;
  }

  /** What a trigger's query answered at a sync; NaN where that was not one number. */
  public double value(int trigger, int i) {
    return values[trigger][check(i)];
  }

  /** What kind of answer that was. */
  public SourceAnswer.Kind kind(int trigger, int i) {
    return kinds[trigger][check(i)];
  }

  /** What a metric asked for at a sync; NaN where it failed or was not read. */
  public double proposal(int metric, int i) {
    List<Proposal> proposals = decision(i).map(Decision::proposals).orElse(List.of());
    return proposals.isEmpty() || proposals.get(metric).failed()
        ? Double.NaN
        : proposals.get(metric).replicas();
  }

  /** A sync in words and numbers; empty where replicas are fixed or KEDA is paused. */
  public Optional<Decision> decision(int i) {
    check(i);
    if (log == null || log.size() == 0) {
      return Optional.empty();
    }
    List<MetricReading> readings = words.get(i);
    return Optional.of(readings == null ? log.decision(i) : log.decision(i, readings));
  }

  /** Why a sync ended as it did: one sentence, without a full stop. */
  public String reason(int i) {
    return decision(i).map(Decision::reason).orElse("replicas are fixed or paused");
  }

  /** What KEDA's loop changed, in the order of time. */
  public List<KedaMove> moves() {
    return List.copyOf(moves);
  }

  /** The replicas asked for, as a replay has them. */
  public ReplicaTrack track() {
    int[] asked = new int[size];
    for (int i = 0; i < size; i++) {
      asked[i] = desired(i);
    }
    return new ReplicaTrack(firstS, periodS, start, asked, moves, null);
  }

  /** What the admission controller before the pool did; empty where there is none. */
  public Optional<AdmissionTrace> admission() {
    return Optional.ofNullable(admission);
  }

  /**
   * What became of requests that reached the pool; of a split pool, of those that ended in this
   * part.
   */
  public PoolCounters counters() {
    return counters;
  }

  /** What could be scraped of the gateway's process at the end. */
  public GatewayCounters gateway() {
    return gateway;
  }

  /** Requests lost, in the pool and before it, by cause; only causes that there were. */
  public Map<Fate, Long> lost() {
    Map<Fate, Long> lost = new EnumMap<>(Fate.class);
    if (admission != null && admission.rejected() > 0) {
      lost.put(Fate.REJECTED_AT_ADMISSION, admission.rejected());
    }
    for (Fate fate : Fate.values()) {
      if (fate != Fate.SERVED && counters.ended(fate) > 0) {
        lost.put(fate, counters.ended(fate));
      }
    }
    return lost;
  }

  /** How many those are, whatever the cause. */
  public long lostInAll() {
    return counters.lost() + (admission == null ? 0 : admission.rejected());
  }

  /**
   * How well requests were served, counted from when their clients first asked: what they waited
   * for admission is part of their time to the first token, though no controller before the pool
   * and no EPP measures it. Who was refused there met nothing. Of a split pool the part behind
   * tells of both.
   */
  public Attainment attainment() {
    return attainment;
  }

  /**
   * Requests still in the pool when the run ended; they count for nothing, as do those that still
   * waited for admission.
   */
  public long leftInPool() {
    return inPool;
  }

  /** Replicas that are paid for, summed over time, replica-seconds: those warming and ready. */
  public double paidSeconds() {
    return deployment.warmingSeconds() + deployment.readySeconds();
  }

  /** Replicas asked for while earlier ones were not ready yet. */
  public long askedWhileWarming() {
    return deployment.askedWhileWarming();
  }

  /** Pods that lost their place to another pool's floor. */
  public long preempted() {
    return deployment.preempted();
  }

  /** The longest time from asking for a replica until it was ready, seconds; NaN if none came. */
  public double timeToReadyS() {
    return deployment.slowestToReadyS();
  }

  private int check(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("sync " + i + " of " + size);
    }
    return i;
  }
}
