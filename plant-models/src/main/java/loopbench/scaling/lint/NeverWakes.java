// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A target that scales to zero and has no trigger that can start it again. */
final class NeverWakes implements Rule {
  @Override
  public String id() {
    return "never-wakes";
  }

  @Override
  public String about() {
    return "A target that scales to zero and has no trigger that can start it again.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<JudgedTrigger> triggers = subject.prometheus();
    boolean zero = subject.scaler().replicas().min().orElse(0) == 0;
    boolean others =
        subject.scaler().triggers().stream().anyMatch(t -> !t.isPrometheus() && !t.isResource());
    if (!zero || triggers.isEmpty() || others || subject.scaler().hasModifiers()) {
      return List.of();
    }
    List<String> why = new ArrayList<>();
    for (JudgedTrigger trigger : triggers) {
      Optional<String> asleep = asleep(subject, trigger);
      if (asleep.isEmpty()) {
        return List.of();
      }
      why.add(asleep.get());
    }
    return List.of(
        problem(
            "minReplicaCount",
            "Once at zero the target stays there: no trigger rises while there is no pod.",
            String.join("; ", why),
            FlowControl.off(subject)
                ? "Turn the gateway's flow control on, so that "
                    + Signal.QUEUE_SIZE.metric()
                    + " is there to start the first pod, or set minReplicaCount to 1."
                : "Add a trigger on the gateway's queue ("
                    + Signal.QUEUE_SIZE.metric()
                    + "), or set minReplicaCount to 1."));
  }

  /** Why a trigger cannot start the first pod; empty when it can or that is not known. */
  private static Optional<String> asleep(Subject subject, JudgedTrigger trigger) {
    if (!trigger.readsKnownOnly()) {
      return Optional.empty();
    }
    boolean off = FlowControl.off(subject);
    if (EmptyPool.readsOne(trigger) && !off) {
      double reading = EmptyPool.reading(trigger);
      return reading <= trigger.activationThreshold()
          ? Optional.of(
              trigger.name()
                  + ": an empty pool reads "
                  + KedaNumbers.text(reading)
                  + ", which is not above activationThreshold "
                  + KedaNumbers.text(trigger.activationThreshold()))
          : Optional.empty();
    }
    List<String> words = new ArrayList<>();
    for (Signal signal : trigger.signals()) {
      if (off && FlowControl.exposes(signal)) {
        words.add(signal.metric() + " is absent while flow control is off");
        continue;
      }
      switch (signal.withoutPods()) {
        case SILENT -> words.add(signal.metric() + " is 0 or absent without pods");
        case FROZEN -> words.add(signal.metric() + " keeps its last value without pods");
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(trigger.name() + ": " + String.join(", ", words));
  }
}
