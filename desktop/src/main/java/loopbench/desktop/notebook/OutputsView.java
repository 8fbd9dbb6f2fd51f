// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.VBox;
import loopbench.cell.Output;

/**
 * What a cell shows, one part below the other. A part that can show the next output takes it, so
 * that a figure under the pointer stays the same figure while its numbers change.
 */
final class OutputsView extends VBox {
  private final Output.Cases<Part> maker;
  private final List<Part> parts = new ArrayList<>();

  OutputsView(Output.Cases<Part> maker) {
    super(10);
    this.maker = maker;
  }

  void show(List<Output> outputs) {
    boolean taken = parts.size() == outputs.size();
    for (int i = 0; taken && i < parts.size(); i++) {
      taken = parts.get(i).take(outputs.get(i));
    }
    if (!taken) {
      parts.clear();
      outputs.forEach(o -> parts.add(o.match(maker)));
      getChildren().setAll(parts.stream().map(Part::node).toList());
    }
  }
}
