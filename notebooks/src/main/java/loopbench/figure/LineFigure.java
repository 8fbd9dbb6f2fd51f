// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;

/**
 * Quantities over one shared axis, of time or of a knob, one panel below the other.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param along what lies along the bottom
 * @param panels top to bottom; may be empty, which draws an empty axis
 * @param events what happened from outside, drawn through all panels
 * @param marks places along the bottom with a name, drawn through all panels; only their x counts,
 *     and one that the axis does not reach is named in the key alone
 * @param failWord what it is called that a point fails, in the key below the figure
 */
public record LineFigure(
    String title,
    String subtitle,
    LineAxis along,
    List<Panel> panels,
    List<Event> events,
    List<Mark> marks,
    String failWord)
    implements Figure {

  public LineFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    Objects.requireNonNull(along, "along");
    Objects.requireNonNull(failWord, "failWord");
    panels = List.copyOf(panels);
    events = List.copyOf(events);
    marks = List.copyOf(marks);
  }

  /** Lines without marks and without points that could fail. */
  public LineFigure(
      String title, String subtitle, LineAxis along, List<Panel> panels, List<Event> events) {
    this(title, subtitle, along, panels, events, List.of(), "");
  }

  /**
   * The same over another stretch of time; itself where a knob lies along the bottom. Lines that go
   * on beyond it lose the label at their end, which told their last value.
   */
  public LineFigure over(double from, double to) {
    return along instanceof TimeAxis time
        ? new LineFigure(
            title,
            subtitle,
            new TimeAxis(from, to, time.clock(), time.startEpochS()),
            panels.stream().map(panel -> panel.endingAt(to)).toList(),
            events,
            marks,
            failWord)
        : this;
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.lines(this);
  }
}
