// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

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
 * @param remarks what there is to say of places along the bottom, ascending; not drawn
 */
public record LineFigure(
    String title,
    String subtitle,
    LineAxis along,
    List<Panel> panels,
    List<Event> events,
    List<Mark> marks,
    String failWord,
    List<Remark> remarks)
    implements Figure {

  public LineFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    Objects.requireNonNull(along, "along");
    Objects.requireNonNull(failWord, "failWord");
    panels = List.copyOf(panels);
    events = List.copyOf(events);
    marks = List.copyOf(marks);
    remarks = List.copyOf(remarks);
  }

  /** Lines of which nothing more is to be said. */
  public LineFigure(
      String title,
      String subtitle,
      LineAxis along,
      List<Panel> panels,
      List<Event> events,
      List<Mark> marks,
      String failWord) {
    this(title, subtitle, along, panels, events, marks, failWord, List.of());
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
            failWord,
            remarks)
        : this;
  }

  public LineFigure withRemarks(List<Remark> said) {
    return new LineFigure(title, subtitle, along, panels, events, marks, failWord, said);
  }

  /** What there is to say of a place: the last remarks at or before it, those of one place all. */
  public String remarkAt(double x) {
    int last = -1;
    for (int low = 0, high = remarks.size() - 1; low <= high; ) {
      int middle = (low + high) >>> 1;
      if (remarks.get(middle).x() <= x) {
        last = middle;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    int first = last;
    while (first > 0 && remarks.get(first - 1).x() == remarks.get(last).x()) {
      first--;
    }
    return last < 0
        ? ""
        : remarks.subList(first, last + 1).stream()
            .map(Remark::text)
            .collect(Collectors.joining(" "));
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.lines(this);
  }
}
