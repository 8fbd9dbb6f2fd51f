// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import loopbench.cell.Output;

/** One output on the page. */
interface Part {
  Node node();

  /** Shows another output instead; false where this part cannot, and nothing has changed. */
  boolean take(Output output);

  /** A part that is made anew for another output of its kind. */
  static <O extends Output> Part remade(Class<O> kind, O first, Function<O, Node> view) {
    StackPane holder = new StackPane(view.apply(first));
    return new Part() {
      private O shown = first;

      @Override
      public Node node() {
        return holder;
      }

      @Override
      public boolean take(Output output) {
        if (!kind.isInstance(output)) {
          return false;
        }
        if (!output.equals(shown)) {
          shown = kind.cast(output);
          holder.getChildren().setAll(view.apply(shown));
        }
        return true;
      }
    };
  }
}
