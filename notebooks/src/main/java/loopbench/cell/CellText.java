// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import loopbench.cell.lang.Parameters;
import loopbench.knob.Nearest;
import loopbench.yaml.Entry;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Parsed;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;

/**
 * The text of one loop cell, taken apart: its first key is the kind, the key's value its name.
 *
 * @param id the cell's id in the notebook
 * @param kind the kind, empty when the text does not say one
 * @param name the name, empty for an anonymous cell
 * @param mapping the text as a tree
 * @param problems what is wrong with the text before any field is read
 */
public record CellText(
    String id,
    Optional<CellKind> kind,
    Optional<String> name,
    Optional<Mapping> mapping,
    List<CellProblem> problems) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  public CellText {
    problems = List.copyOf(problems);
  }

  /** What others call it: {@code run.baseline}; for a cell without a name its kind and id. */
  public String address() {
    String word = kind.map(CellKind::word).orElse("cell");
    return name.map(n -> word + "." + n).orElse(word + " #" + id);
  }

  public static CellText of(String id, String source, List<CellKind> kinds) {
    Parsed parsed = Yaml.parse(source, Limits.CELL);
    String nowhere = "cell #" + id;
    if (!parsed.problems().isEmpty()) {
      List<CellProblem> problems =
          parsed.problems().stream()
              .map(p -> CellProblem.of(nowhere, p.at().line(), "", p.message(), ""))
              .toList();
      return new CellText(id, Optional.empty(), Optional.empty(), Optional.empty(), problems);
    }
    List<String> words = kinds.stream().map(CellKind::word).toList();
    Optional<Node> root = parsed.root();
    if (root.isEmpty() || !(root.get() instanceof Mapping mapping) || mapping.entries().isEmpty()) {
      return bare(
          id,
          CellProblem.of(
              nowhere,
              root.map(n -> n.span().start().line()).orElse(1),
              "",
              "a cell is a mapping whose first key is its kind.",
              "Begin with " + Nearest.oneOf(words) + ", such as `plant: seed`."));
    }
    Entry first = mapping.entries().get(0);
    String word = first.key().text();
    int line = first.key().span().start().line();
    Optional<CellKind> kind = kinds.stream().filter(k -> k.word().equals(word)).findFirst();
    if (kind.isEmpty()) {
      return bare(
          id,
          CellProblem.of(
              nowhere,
              line,
              word,
              "there is no kind of cell called `" + word + "`.",
              Nearest.hint(word, words).isEmpty()
                  ? "The kinds are " + Nearest.oneOf(words) + "."
                  : Nearest.hint(word, words).strip()));
    }
    List<CellProblem> problems = new ArrayList<>();
    Optional<String> name = Optional.empty();
    if (first.value() instanceof Scalar scalar && !scalar.text().isEmpty() && !scalar.isNull()) {
      name = Optional.of(scalar.text());
      if (!NAME.matcher(scalar.text()).matches()) {
        problems.add(
            CellProblem.of(
                word,
                line,
                word,
                "`" + scalar.text() + "` cannot be a name.",
                "Names begin with a small letter and hold small letters, digits and hyphens."));
        name = Optional.empty();
      }
    } else if (!(first.value() instanceof Mapping) && !kind.get().mayBeAnonymous()) {
      problems.add(
          CellProblem.of(
              nowhere,
              line,
              word,
              "this cell has no name.",
              "Write one behind the kind: `" + word + ": name`."));
    } else if (first.value() instanceof Mapping && !kind.get().word().equals("params")) {
      problems.add(
          CellProblem.of(
              nowhere,
              line,
              word,
              "a mapping stands where the name belongs.",
              "Write `" + word + ": name` and the fields below it."));
    }
    return new CellText(id, kind, name, Optional.of(mapping), problems);
  }

  private static CellText bare(String id, CellProblem problem) {
    return new CellText(id, Optional.empty(), Optional.empty(), Optional.empty(), List.of(problem));
  }

  /** Reads the fields, with the parameters of the notebook filled in. */
  public Plan plan(Parameters parameters) {
    if (kind.isEmpty() || mapping.isEmpty() || !problems.isEmpty()) {
      return new Plan(
          this,
          Cost.AUTO,
          Cost.AUTO,
          "",
          List.of(),
          List.of(),
          List.of(),
          problems,
          Optional.empty());
    }
    Fields.Notes notes = new Fields.Notes(parameters);
    Fields fields = new Fields(address(), mapping.get(), notes);
    fields.has(kind.get().word());
    String about = fields.text("about").orElse("");
    Cost usual = kind.get().cost(fields);
    Cost cost =
        Cost.of(
                fields.word(
                    "when",
                    List.of(Cost.AUTO.word(), Cost.ON_DEMAND.word(), Cost.OFF.word()),
                    usual.word()))
            .orElse(usual);
    Recipe recipe = kind.get().read(fields);
    fields.finish();
    return new Plan(
        this,
        cost,
        usual,
        about,
        List.copyOf(notes.references),
        List.copyOf(notes.parametersUsed),
        List.copyOf(notes.forms.values()),
        List.copyOf(notes.problems),
        notes.problems.isEmpty() ? Optional.of(recipe) : Optional.empty());
  }
}
