// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.plant.AffineLatency;
import loopbench.plant.FirstOrder;
import loopbench.plant.KneeLatency;
import loopbench.plant.PlantModel;
import loopbench.plant.Queueing;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;

/** {@code plant}: what answers. */
final class PlantCell implements CellKind {
  static final String WORD = "plant";
  private static final List<String> MODELS =
      List.of("affine-latency", "knee-latency", "first-order", "queueing", PoolPart.MODEL);

  private final FitFields fits = new FitFields();

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public Recipe read(Fields fields) {
    if (fields.has("fit")) {
      return fits.read(fields);
    }
    if (!fields.has("model")) {
      fields.wrong("model", "model is missing.", "Write `model: affine-latency`.");
    }
    String model = fields.word("model", MODELS, "");
    if (model.isEmpty()) {
      fields.keys().forEach(fields::has); // which fields belong here, only the model says
      return null;
    }
    try {
      return switch (model) {
        case "affine-latency" -> affine(fields).map(PlantCell::recipe).orElse(null);
        case "knee-latency" -> knee(fields).map(PlantCell::recipe).orElse(null);
        case "first-order" -> firstOrder(fields).map(PlantCell::recipe).orElse(null);
        case "queueing" -> queueing(fields).map(PlantCell::recipe).orElse(null);
        default -> PoolFields.read(fields).map(PlantCell::recipe).orElse(null);
      };
    } catch (IllegalArgumentException refused) {
      // The models' messages begin with the field they refuse.
      String message = refused.getMessage();
      String field = message.substring(0, Math.max(0, message.indexOf(' ')));
      fields.wrong(fields.has(field) ? field : "", Sentences.ended(message), "");
      return null;
    }
  }

  private static Recipe recipe(Object plant) {
    return upstream ->
        new Preparation.Ready(
            plant, plant.toString(), List.of(), (results, control) -> Result.of(plant, List.of()));
  }

  private static Optional<PlantModel> affine(Fields fields) {
    double floor = fields.requiredQuantity("floor", Unit.MILLISECONDS, "floor: 5ms");
    double slope = fields.requiredQuantity("slope", Unit.MILLISECONDS, "slope: 90ms");
    Optional<Schedule> capacity = schedule(fields, "capacity", Unit.PER_SECOND, "capacity: 400/s");
    Sensor sensor = fields.nested("sensor").map(PlantCell::sensor).orElse(Sensor.EXACT);
    return fields.sound()
        ? Optional.of(new AffineLatency(floor, slope, capacity.orElseThrow(), sensor))
        : Optional.empty();
  }

  private static Optional<PlantModel> knee(Fields fields) {
    double floor = fields.requiredQuantity("floor", Unit.MILLISECONDS, "floor: 5ms");
    double rise = fields.requiredQuantity("rise", Unit.MILLISECONDS, "rise: 4.5ms");
    Optional<Schedule> capacity = schedule(fields, "capacity", Unit.PER_SECOND, "capacity: 400/s");
    double ceiling = fields.quantity("ceiling", Unit.MILLISECONDS, KneeLatency.USUAL_CEILING_MS);
    Sensor sensor = fields.nested("sensor").map(PlantCell::sensor).orElse(Sensor.EXACT);
    return fields.sound()
        ? Optional.of(new KneeLatency(floor, rise, capacity.orElseThrow(), ceiling, sensor))
        : Optional.empty();
  }

  private static Optional<PlantModel> firstOrder(Fields fields) {
    double gain = fields.requiredQuantity("gain", Unit.NONE, "gain: 0.6");
    double lagS = fields.requiredQuantity("time-constant", Unit.SECONDS, "time-constant: 5s");
    double deadS = fields.quantity("dead-time", Unit.SECONDS, 0);
    double floor = fields.requiredQuantity("floor", Unit.MILLISECONDS, "floor: 5ms");
    Sensor sensor = fields.nested("sensor").map(PlantCell::sensor).orElse(Sensor.EXACT);
    return fields.sound()
        ? Optional.of(new FirstOrder(gain, lagS, deadS, floor, sensor))
        : Optional.empty();
  }

  private static Optional<PlantModel> queueing(Fields fields) {
    if (!fields.has("servers")) {
      fields.wrong("servers", "servers is missing.", "Write `servers: 10`.");
    }
    int servers = fields.count("servers", 1, Queueing.MOST_SERVERS, 1);
    double service =
        fields.requiredQuantity("service-time", Unit.MILLISECONDS, "service-time: 100ms");
    String arrivals = fields.word("arrivals", List.of("regular", "poisson"), "poisson");
    return fields.sound()
        ? Optional.of(
            new Queueing(
                servers,
                service,
                arrivals.equals("regular") ? Queueing.Arrivals.REGULAR : Queueing.Arrivals.POISSON))
        : Optional.empty();
  }

  /** A value, or a mapping from times to values. */
  static Optional<Schedule> schedule(Fields fields, String field, Unit unit, String example) {
    if (!fields.has(field)) {
      fields.wrong(field, field + " is missing.", "Write `" + example + "`.");
      return Optional.empty();
    }
    if (!fields.isMapping(field)) {
      OptionalDouble value = fields.quantity(field, unit);
      return value.isPresent()
          ? Optional.of(Schedule.constant(value.getAsDouble()))
          : Optional.empty();
    }
    Fields times = fields.nested(field).orElseThrow();
    List<Schedule.Step> steps = new ArrayList<>();
    for (String key : times.keys()) {
      Optional<Quantity> time =
          Quantity.parse(key).filter(q -> q.unit().dimension() == Unit.Dimension.DURATION);
      OptionalDouble value = times.quantity(key, unit);
      if (time.isEmpty() || time.get().number() < 0) {
        times.wrong(key, "`" + key + "` is no time.", "Write it like 0s or 30s.");
      } else if (value.isPresent()) {
        steps.add(new Schedule.Step(time.get().in(Unit.SECONDS), value.getAsDouble()));
      }
    }
    if (!fields.sound()) {
      return Optional.empty();
    }
    steps.sort(Comparator.comparingDouble(Schedule.Step::fromS));
    try {
      return Optional.of(new Schedule(steps));
    } catch (IllegalArgumentException refused) {
      fields.wrong(
          field, Sentences.ended(refused.getMessage()), "Begin with 0s and give each time once.");
      return Optional.empty();
    }
  }

  private static Sensor sensor(Fields fields) {
    String samples = fields.text("samples").orElse("exact");
    String tail = fields.word("tail", List.of("none", "exponential"), "none");
    String buckets = fields.word("buckets", List.of("none", "epp"), "none");
    fields.finish();
    Sensor.Samples counted =
        switch (samples) {
          case "exact" -> Sensor.Samples.EXACT;
          case "poisson" -> Sensor.Samples.POISSON;
          default -> {
            var count = fields.count("samples", 1, Sensor.MOST_SAMPLES);
            yield count.isPresent() ? Sensor.Samples.count(count.getAsInt()) : Sensor.Samples.EXACT;
          }
        };
    try {
      return new Sensor(
          counted,
          tail.equals("none") ? Sensor.Tail.NONE : Sensor.Tail.EXPONENTIAL,
          buckets.equals("none") ? Sensor.Buckets.NONE : Sensor.Buckets.EPP);
    } catch (IllegalArgumentException refused) {
      fields.wrong("tail", Sentences.ended(refused.getMessage()), "");
      return Sensor.EXACT;
    }
  }
}
