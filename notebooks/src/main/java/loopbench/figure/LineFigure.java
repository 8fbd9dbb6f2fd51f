// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;

/**
 * Quantities over one shared time axis, one panel below the other.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param time what part of time is shown
 * @param panels top to bottom; may be empty, which draws an empty time axis
 * @param events what happened from outside, drawn through all panels
 */
public record LineFigure(
    String title, String subtitle, TimeAxis time, List<Panel> panels, List<Event> events)
    implements Figure {

  public LineFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    Objects.requireNonNull(time, "time");
    panels = List.copyOf(panels);
    events = List.copyOf(events);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.lines(this);
  }
}
