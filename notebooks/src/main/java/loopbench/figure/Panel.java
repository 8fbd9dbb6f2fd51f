// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Lines of one unit with one value axis.
 *
 * @param name stands above the panel
 * @param unit unit of every number in the panel, empty for a bare count
 * @param lines drawn in this order, the last on top
 * @param bounds where the quantity cannot pass
 * @param target where the quantity should be
 */
public record Panel(
    String name, String unit, List<Line> lines, List<Bound> bounds, Optional<Target> target) {

  public Panel {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(target, "target");
    lines = List.copyOf(lines);
    bounds = List.copyOf(bounds);
  }

  public static Panel of(String name, String unit, Line... lines) {
    return new Panel(name, unit, List.of(lines), List.of(), Optional.empty());
  }

  Panel endingAt(double x) {
    return new Panel(
        name, unit, lines.stream().map(line -> line.endingAt(x)).toList(), bounds, target);
  }

  public Panel withTarget(Target target) {
    return new Panel(name, unit, lines, bounds, Optional.of(target));
  }

  public Panel withBounds(Bound... bounds) {
    return new Panel(name, unit, lines, List.of(bounds), target);
  }
}
