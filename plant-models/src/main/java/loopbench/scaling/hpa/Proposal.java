// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * What one metric asked for at one sync, with the numbers it came from.
 *
 * @param metric the metric
 * @param usedMilli the value the ratio used, in milli; 0 when the metric failed
 * @param ratio value over target (times the replicas for AverageValue); NaN when the metric failed
 * @param inside whether the ratio lay within the tolerance, so that the metric asks for what runs
 * @param scale the replicas the ratio was multiplied by (ready pods of a Value target), else 0
 * @param replicas replicas asked for; 0 when the metric failed
 * @param note how the value came about when the source did not say it as such; empty otherwise
 * @param failure what was wrong when there was no value; empty otherwise
 */
public record Proposal(
    MetricSpec metric,
    long usedMilli,
    double ratio,
    boolean inside,
    int scale,
    int replicas,
    String note,
    String failure) {

  /** What a metric asks of a reading. */
  public static Proposal of(
      MetricSpec metric, MetricReading reading, Workload workload, Tolerance tolerance) {
    return reading.match(
        new MetricReading.Cases<>() {
          @Override
          public Proposal value(MetricReading.Value value) {
            return of(metric, value, workload, tolerance);
          }

          @Override
          public Proposal failure(MetricReading.Failure failure) {
            return failed(metric, failure.reason());
          }
        });
  }

  private static Proposal of(
      MetricSpec metric, MetricReading.Value value, Workload workload, Tolerance tolerance) {
    boolean average = metric.type() == TargetType.AVERAGE_VALUE;
    ReplicaCalculator.Ask ask =
        average
            ? ReplicaCalculator.externalAverage(
                metric.targetMilli(), workload.statusReplicas(), tolerance, value.milli())
            : ReplicaCalculator.externalValue(
                metric.targetMilli(),
                workload.specReplicas(),
                workload.readyPods(),
                workload.podCount(),
                tolerance,
                value.milli());
    return ask.error().isEmpty()
        ? new Proposal(
            metric,
            ask.usedMilli(),
            ask.ratio(),
            ask.inside(),
            average ? 0 : workload.readyPods(),
            ask.replicas(),
            value.note(),
            "")
        : failed(metric, ask.error());
  }

  private static Proposal failed(MetricSpec metric, String why) {
    return new Proposal(metric, 0, Double.NaN, false, 0, 0, "", why);
  }

  public boolean failed() {
    return !failure.isEmpty();
  }

  /** The clause without the arithmetic: {@code queue asked 9}. */
  public String brief() {
    return metric.name() + (failed() ? " failed" : " asked " + replicas);
  }

  /** One clause for people: {@code queue asked 9 (ceil(8.5/1))}. */
  public String text() {
    if (failed()) {
      return metric.name() + " failed: " + failure;
    }
    StringBuilder why = new StringBuilder();
    if (inside) {
      why.append("ratio ").append(shortened(ratio)).append(" is within the tolerance");
    } else if (metric.type() == TargetType.AVERAGE_VALUE) {
      why.append("ceil(")
          .append(Milli.text(usedMilli))
          .append('/')
          .append(Milli.text(metric.targetMilli()))
          .append(')');
    } else {
      why.append("ceil(")
          .append(Milli.text(usedMilli))
          .append('/')
          .append(Milli.text(metric.targetMilli()))
          .append(scale > 0 ? " x " + scale + " ready)" : ")");
    }
    if (!note.isEmpty()) {
      why.append("; ").append(note);
    }
    return metric.name() + " asked " + replicas + " (" + why + ")";
  }

  private static String shortened(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? String.valueOf(value)
        : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
