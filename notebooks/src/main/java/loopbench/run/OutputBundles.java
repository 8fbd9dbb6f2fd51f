// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.cell.CellProblem;
import loopbench.cell.Core;
import loopbench.cell.Fact;
import loopbench.cell.Output;
import loopbench.cell.Plan;
import loopbench.cell.Result;
import loopbench.figure.FigureDrawing;
import loopbench.figure.Ink;
import loopbench.figure.Png;
import loopbench.notebook.Bundles;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;

/** What cells show, as nbformat stores it: one kind of picture a bundle, always a sentence. */
final class OutputBundles {
  private static final String OURS = "loopbench";
  private static final double WIDTH = FigureDrawing.DEFAULT_WIDTH;

  private OutputBundles() {}

  /** The outputs of a finished cell. */
  static List<Map<String, Object>> of(Result result, String key) {
    List<Map<String, Object>> bundles = new ArrayList<>();
    Optional<Bundles.Data> machine = machine(result, key);
    for (Output output : result.outputs()) {
      boolean tableAlone = output instanceof Output.Table || output instanceof Output.Facts;
      bundles.add(output.match(new Bundled(tableAlone ? Optional.empty() : machine)));
      if (!tableAlone) {
        machine = Optional.empty();
      }
    }
    return bundles;
  }

  /** What machines read, with what the result was made from. */
  private static Optional<Bundles.Data> machine(Result result, String key) {
    if (result.machine().isEmpty()) {
      return Optional.empty();
    }
    Result.Machine machine = result.machine().get();
    Map<String, Object> object = new LinkedHashMap<>(machine.json());
    Map<String, Object> provenance = new LinkedHashMap<>();
    if (object.get("provenance") instanceof Map<?, ?> given) {
      given.forEach((k, v) -> provenance.put((String) k, v));
    }
    provenance.put("inputs", key);
    provenance.put("core", Core.VERSION);
    object.put("provenance", provenance);
    return Optional.of(new Bundles.Data(machine.kind(), object));
  }

  /** What went wrong, where the outputs would stand. */
  static Map<String, Object> problem(CellProblem problem) {
    return Bundles.error("Problem", problem.sentence(), List.of(problem.sentence()));
  }

  static Map<String, Object> blocked(String address, List<String> by) {
    String sentence =
        address + " was not run, because " + String.join(" and ", by) + " did not finish.";
    return Bundles.error("Blocked", sentence, List.of(sentence));
  }

  static Map<String, Object> stopped(String address) {
    String sentence = address + " was stopped, because the time allowed was over.";
    return Bundles.error("Stopped", sentence, List.of(sentence));
  }

  /**
   * The document with a cell's outputs and what they were made from.
   *
   * @param count the cell's place in run order; empty for a cell that could not run
   * @param key the key of its result; empty when there is none to reuse
   */
  static Notebook into(
      Notebook document,
      Plan plan,
      List<Map<String, Object>> outputs,
      OptionalInt count,
      Optional<String> key) {
    Notebook shown = document.withOutputs(plan.id(), outputs, count);
    return shown.withCell(marked(shown.cell(plan.id()).orElseThrow(), plan, key));
  }

  /** The cell with what it is and what its result was made from in its metadata. */
  private static Cell marked(Cell cell, Plan plan, Optional<String> key) {
    Map<String, Object> ours = new LinkedHashMap<>();
    if (cell.metadata().get(OURS) instanceof Map<?, ?> before) {
      before.forEach((k, v) -> ours.put((String) k, v));
    }
    ours.remove("inputs");
    ours.put("kind", plan.kind());
    key.ifPresent(k -> ours.put("inputs", k));
    ours.put("core", Core.VERSION);
    return cell.withMetadata(OURS, ours);
  }

  /**
   * The key under which a cell's stored outputs were made; empty for a cell that was not run, or
   * whose outputs were taken away.
   */
  static Optional<String> storedKey(Cell cell) {
    return cell.metadata().get(OURS) instanceof Map<?, ?> ours
            && ours.get("inputs") instanceof String key
            && Core.VERSION.equals(ours.get("core"))
            && cell.executionCount().isPresent()
        ? Optional.of(key)
        : Optional.empty();
  }

  private record Bundled(Optional<Bundles.Data> machine)
      implements Output.Cases<Map<String, Object>> {
    @Override
    public Map<String, Object> chart(Output.Chart chart) {
      double height = FigureDrawing.heightFor(chart.figure(), WIDTH, true);
      byte[] png = Png.encode(chart.figure(), Ink.LIGHT, WIDTH, height, 2);
      return Bundles.picture(png, Optional.empty(), chart.sentence(), machine);
    }

    @Override
    public Map<String, Object> facts(Output.Facts facts) {
      List<String> names = new ArrayList<>();
      List<String> values = new ArrayList<>();
      for (Fact fact : facts.facts()) {
        names.add(fact.name());
        values.add(fact.unit().isEmpty() ? fact.value() : fact.value() + " " + fact.unit());
      }
      return Bundles.table(names, List.of(values), facts.sentence());
    }

    @Override
    public Map<String, Object> table(Output.Table table) {
      return Bundles.table(table.headings(), table.rows(), table.sentence());
    }

    @Override
    public Map<String, Object> verdicts(Output.Verdicts verdicts) {
      StringBuilder text = new StringBuilder();
      for (Output.Verdict verdict : verdicts.verdicts()) {
        text.append(verdict.holds() ? "- ✓ `" : "- ✗ `").append(verdict.expression()).append('`');
        if (!verdict.measured().isEmpty()) {
          text.append(" (").append(verdict.measured()).append(')');
        }
        text.append('\n');
      }
      return Bundles.markdown(text.toString(), verdicts.sentence(), machine);
    }

    @Override
    public Map<String, Object> document(Output.Document document) {
      return Bundles.plain(document.sentence() + "\n\n" + document.text(), machine);
    }

    @Override
    public Map<String, Object> note(Output.Note note) {
      return Bundles.plain(note.sentence(), machine);
    }
  }
}
