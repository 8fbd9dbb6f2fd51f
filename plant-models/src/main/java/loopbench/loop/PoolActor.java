// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cluster.Deployment;
import loopbench.cluster.Pods;
import loopbench.plant.load.RequestStream;
import loopbench.plant.pool.Answer;
import loopbench.plant.pool.Answers;
import loopbench.plant.pool.Attainment;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Handover;
import loopbench.plant.pool.PoolPlant;
import loopbench.plant.pool.Quantiles;
import loopbench.scaling.hpa.DecisionLog;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Poll;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Evaluation;
import loopbench.signal.Query;
import loopbench.signal.QueryAnswer;
import loopbench.signal.Scrapes;

/** One pool at work: its plant, its pods, and what scales it. */
final class PoolActor {
  private static final SourceAnswer NO_ANSWER =
      new SourceAnswer.Failure("Prometheus did not answer");

  final PoolPlant plant;
  final Deployment deployment;
  final PoolRun run;
  private final Pool pool;
  private final Attainment attainment;
  private final AdmissionGate gate; // null where nothing stands before the pool
  private final Autoscaler scaler; // null where replicas are fixed
  private final DecisionLog log;
  private final Evaluation[] queries; // null for triggers that are not asked
  private final boolean plainKeda;
  private final double[] values;
  private final SourceAnswer.Kind[] kinds;
  private final PoolScenario.Prometheus prometheus;
  private final Quantiles firstTokens = new Quantiles();
  private int syncs;

  PoolActor(
      PoolScenario scenario,
      Pool pool,
      RequestStream requests,
      AdmissionGate gate,
      Handover handover,
      Attainment attainment,
      Answers answers,
      Scrapes scrapes) {
    this.pool = pool;
    this.gate = gate;
    this.attainment = attainment;
    this.prometheus = scenario.prometheus();
    plant = pool.model().start(requests, heard(answers(handover, answers)));
    deployment =
        new Deployment(
            Deployment.Spec.of(pool.identity().deployment(), pool.model().warmUpS())
                .withGpusPerPod(pool.gpusPerReplica()),
            pods(plant, pool.exposure().stale()));
    int expected = 2 + (int) (scenario.durationS() / pool.scaling().hpa().syncS());
    if (pool.scaling() instanceof Scaling.Scaled scaled) {
      ScaledObject manifest = scaled.scaler();
      scaler = new Autoscaler(manifest, scaled.hpa(), 0);
      log = new DecisionLog(scaler.hpa(), expected);
      queries = queries(manifest, scrapes);
      plainKeda =
          !manifest.hasModifiers()
              && manifest.fallback().isEmpty()
              && manifest.triggers().stream().noneMatch(Trigger::useCachedMetrics);
      List<String> names = new ArrayList<>();
      for (int i = 0; i < queries.length; i++) {
        names.add(manifest.triggerName(i));
      }
      deployment.begin(scaler.taken(scaled.startReplicas()));
      run =
          new PoolRun(
              pool,
              names,
              scaler.metrics().stream().map(MetricSpec::name).toList(),
              deployment.asked(),
              expected);
      run.log(log);
    } else {
      scaler = null;
      log = null;
      queries = new Evaluation[0];
      plainKeda = true;
      deployment.begin(pool.scaling().startReplicas());
      run = new PoolRun(pool, List.of(), List.of(), deployment.asked(), expected);
    }
    values = new double[queries.length];
    kinds = new SourceAnswer.Kind[queries.length];
  }

  /** Of a split pool the front counts only what it loses; what it serves goes on. */
  private static Answers answers(Handover handover, Answers answers) {
    return handover == null
        ? answers
        : answer -> {
          handover.finished(answer);
          if (answer.fate() != Fate.SERVED) {
            answers.finished(answer);
          }
        };
  }

  /** Keeps how late first tokens are, for whoever looks at the next sync. */
  private Answers heard(Answers answers) {
    return new Answers() {
      @Override
      public void finished(Answer answer) {
        answers.finished(answer);
      }

      @Override
      public void firstToken(double arrivedS, double admittedS, double tS) {
        firstTokens.add(tS - arrivedS);
        answers.firstToken(arrivedS, admittedS, tS);
      }
    };
  }

  private static Pods pods(PoolPlant plant, boolean stale) {
    return new Pods() {
      @Override
      public int ready() {
        int number = plant.addReplica();
        if (stale) {
          plant.setStale(number, true);
        }
        return number;
      }

      @Override
      public void remove(int number) {
        plant.remove(number);
      }

      @Override
      public void cut(int number) {
        plant.cut(number);
      }

      @Override
      public boolean isPresent(int number) {
        return plant.isPresent(number);
      }
    };
  }

  private static Evaluation[] queries(ScaledObject scaler, Scrapes scrapes) {
    Evaluation[] queries = new Evaluation[scaler.triggers().size()];
    for (int i = 0; i < queries.length; i++) {
      Trigger trigger = scaler.triggers().get(i);
      if (trigger.isPrometheus()) {
        queries[i] =
            new Evaluation(Query.read(trigger.metadata().getOrDefault("query", "")), scrapes);
      }
    }
    return queries;
  }

  Attainment attainment() {
    return attainment;
  }

  long nextObserveMs() {
    return gate == null ? Long.MAX_VALUE : gate.nextObserveMs();
  }

  /** The admission controller before the pool. */
  void observe(long nowMs) {
    gate.observe(nowMs);
  }

  long nextPollMs() {
    return scaler == null ? Long.MAX_VALUE : scaler.nextPollMs();
  }

  long nextSyncMs() {
    return (long)
        Math.floor(
            (pool.scaling().hpa().firstS() + syncs * pool.scaling().hpa().syncS()) * 1000 + 1e-6);
  }

  private List<SourceAnswer> answers(long nowMs) {
    boolean down = prometheus.outage().filter(outage -> outage.at(nowMs)).isPresent();
    List<SourceAnswer> answers = new ArrayList<>();
    for (Evaluation query : queries) {
      answers.add(
          query == null ? SourceAnswer.ABSENT : down ? NO_ANSWER : query.at(nowMs).match(TO_KEDA));
    }
    return answers;
  }

  private static final QueryAnswer.Cases<SourceAnswer> TO_KEDA =
      new QueryAnswer.Cases<>() {
        @Override
        public SourceAnswer scalar(QueryAnswer.Scalar scalar) {
          return new SourceAnswer.Scalar();
        }

        @Override
        public SourceAnswer vector(QueryAnswer.Vector vector) {
          int elements = vector.elements().size();
          return elements == 0
              ? SourceAnswer.ABSENT
              : elements == 1
                  ? SourceAnswer.of(vector.elements().get(0).value())
                  : new SourceAnswer.Several(elements);
        }

        @Override
        public SourceAnswer failed(QueryAnswer.Failed failed) {
          return new SourceAnswer.Failure(failed.why());
        }
      };

  /** KEDA's own loop. */
  void poll(long nowMs) {
    int current = deployment.asked();
    Poll done = scaler.poll(nowMs, answers(nowMs), current, deployment.ready());
    if (done.replicas() != current) {
      run.moved(new KedaMove(nowMs / 1000.0, syncs, current, done.replicas(), done.reason()));
      deployment.scale(done.replicas());
    }
  }

  /** The HPA, or where there is none a look at the pool. */
  void sync(long nowMs) {
    int asked = deployment.asked();
    run.seen(PoolRun.Column.ADMITTED, deployment.admitted());
    run.seen(PoolRun.Column.GATED, deployment.gated());
    run.seen(PoolRun.Column.PENDING, deployment.pending());
    run.seen(PoolRun.Column.WARMING, deployment.warming());
    run.seen(PoolRun.Column.READY, deployment.ready());
    run.seen(PoolRun.Column.QUEUE, plant.queueSize());
    run.seen(PoolRun.Column.RUNNING, plant.running());
    run.seen(PoolRun.Column.SATURATION, plant.saturation());
    run.seen(PoolRun.Column.INFLIGHT_TOKENS, plant.inflightTokens());
    run.seen(PoolRun.Column.TTFT_P90, firstTokens.quantile(0.9));
    firstTokens.reset();
    int desired = asked;
    if (scaler != null) {
      desired = decide(nowMs, asked);
    }
    run.seen(PoolRun.Column.DESIRED, desired);
    run.next();
    syncs++;
    if (desired != asked) {
      deployment.scale(desired);
    }
  }

  private int decide(long nowMs, int asked) {
    List<SourceAnswer> answers = answers(nowMs);
    for (int t = 0; t < queries.length; t++) {
      values[t] = answers.get(t).value();
      kinds[t] = queries[t] == null ? null : answers.get(t).kind();
    }
    run.answered(values, kinds);
    Workload workload =
        new Workload(
            asked,
            asked,
            deployment.ready(),
            Math.max(asked, deployment.ready()) + deployment.ending());
    int desired;
    if (plainKeda && Recording.isPlain(values, kinds)) {
      desired = scaler.sync(nowMs, values, kinds, workload);
    } else {
      Optional<List<MetricReading>> readings = scaler.sync(nowMs, answers, workload);
      readings.ifPresent(run::said);
      desired = scaler.hasHpa() ? scaler.hpa().numbers().desired() : asked;
    }
    if (scaler.hasHpa()) {
      log.add();
    }
    return desired;
  }

  void end() {
    run.ended(
        plant.counters(),
        plant.gateway(),
        attainment,
        deployment,
        plant.requestsInPool(),
        gate == null ? null : gate.end());
  }
}
