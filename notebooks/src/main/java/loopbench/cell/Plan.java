// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;

/**
 * What a cell's text says.
 *
 * @param text the text taken apart
 * @param cost when it runs by itself
 * @param usual when it would run by itself if its text did not say
 * @param about its caption, may be empty
 * @param references the cells it wants to read
 * @param parameters the parameters it uses
 * @param form its fields that hold a single value, those it could have too, in reading order
 * @param problems what is wrong with it
 * @param recipe what it says to do; there exactly when nothing is wrong
 */
public record Plan(
    CellText text,
    Cost cost,
    Cost usual,
    String about,
    List<Reference> references,
    List<String> parameters,
    List<FieldForm> form,
    List<CellProblem> problems,
    Optional<Recipe> recipe) {
  public Plan {
    references = List.copyOf(references);
    parameters = List.copyOf(parameters);
    form = List.copyOf(form);
    problems = List.copyOf(problems);
  }

  public String id() {
    return text.id();
  }

  public String address() {
    return text.address();
  }

  /** The kind's word, empty when the text names none. */
  public String kind() {
    return text.kind().map(CellKind::word).orElse("");
  }
}
