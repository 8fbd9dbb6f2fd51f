// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.CellKind;
import loopbench.cell.Parameter;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.graph.Topology;
import loopbench.knob.Nearest;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.yaml.Yaml;

/**
 * Parameters set from outside, with papermill's semantics: a cell tagged {@code
 * injected-parameters} behind the one that defines them, replacing an older one.
 */
public final class Overrides {
  private static final String ID = "injected-parameters";

  /** Where papermill records what was set; it has times there as well, which would differ. */
  private static final String RECORD = "papermill";

  private Overrides() {}

  /**
   * @param notebook the document with the injected cell; empty when something is wrong
   * @param problems what is wrong with the wishes, one sentence each
   */
  public record Applied(Optional<Notebook> notebook, List<String> problems) {}

  public static Applied apply(Notebook notebook, List<CellKind> kinds, Map<String, String> wishes) {
    if (wishes.isEmpty()) {
      return new Applied(Optional.of(notebook), List.of());
    }
    Notebook bare =
        notebook.cells().stream()
            .filter(c -> c.tags().contains(Topology.INJECTED))
            .map(Cell::id)
            .reduce(notebook, Notebook::delete, (a, b) -> b);
    Topology topology = Topology.of(bare, kinds);
    List<String> problems = new ArrayList<>();
    Map<String, String> texts = new LinkedHashMap<>();
    String after = "";
    for (Map.Entry<String, String> wish : wishes.entrySet()) {
      Optional<Map.Entry<String, Parameter>> found = topology.parameters().find(wish.getKey());
      if (found.isEmpty()) {
        problems.add(
            "there is no parameter `"
                + wish.getKey()
                + "` in this notebook."
                + Nearest.hint(wish.getKey(), topology.parameters().texts().textByName().keySet()));
        continue;
      }
      Parameter parameter = found.get().getValue();
      Optional<Quantity> given = Quantity.parse(wish.getValue());
      if (parameter.quantity().isPresent()
          && !given
              .map(q -> q.unit().dimension())
              .equals(parameter.quantity().map(q -> q.unit().dimension()))) {
        problems.add(
            "the parameter "
                + wish.getKey()
                + " is `"
                + parameter.text()
                + "` in the notebook;"
                + " `"
                + wish.getValue()
                + "` does not fit. Write it like "
                + parameter.text()
                + ".");
        continue;
      }
      texts.put(
          wish.getKey(), given.isPresent() ? wish.getValue().strip() : Yaml.quote(wish.getValue()));
      after = found.get().getKey();
    }
    if (!problems.isEmpty()) {
      return new Applied(Optional.empty(), problems);
    }
    StringBuilder source = new StringBuilder("params:");
    texts.forEach(
        (name, text) ->
            source.append("\n  ").append(name).append(": {value: ").append(text).append('}'));
    Notebook injected =
        bare.insert(
            bare.indexOf(after) + 1,
            Cell.of(ID, Cell.Type.CODE, source.toString())
                .withMetadata("tags", List.of(Topology.INJECTED)));
    return new Applied(
        Optional.of(injected.withMetadata(RECORD, Map.of("parameters", values(wishes)))),
        List.of());
  }

  /** As papermill records them: numbers as numbers; what has a unit is a text. */
  private static Map<String, Object> values(Map<String, String> wishes) {
    Map<String, Object> values = new LinkedHashMap<>();
    wishes.forEach(
        (name, text) -> {
          Optional<Quantity> given = Quantity.parse(text);
          values.put(
              name,
              given.filter(q -> q.unit() == Unit.NONE).isPresent() ? given.get().number() : text);
        });
    return values;
  }
}
