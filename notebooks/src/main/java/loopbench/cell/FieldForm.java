// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Unit;
import loopbench.yaml.Insertion;
import loopbench.yaml.Mapping;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;

/**
 * One field of a cell as a form shows it: what its kind asks for, and what the text says. Fields
 * come from the reading itself, so that a form offers what is read and nothing else.
 *
 * @param path the field, behind a dot those of mappings within: {@code sensor.samples}
 * @param sort what may be written
 * @param unit of a {@link Sort#QUANTITY}
 * @param choices the words of a {@link Sort#CHOICE}; the kinds of cells that a reference may name
 * @param least the least of a {@link Sort#COUNT}
 * @param most the most of a {@link Sort#COUNT}
 * @param around the mapping that the field belongs into
 * @param place what is written; empty where the field is not there
 */
public record FieldForm(
    String path,
    Sort sort,
    Unit unit,
    List<String> choices,
    int least,
    int most,
    Mapping around,
    Optional<Scalar> place) {

  /** What may be written. */
  public enum Sort {
    /** A number in the unit, which may be none. */
    QUANTITY,
    /** A whole number. */
    COUNT,
    /** One of a few words. */
    CHOICE,
    /** The bare name of a cell of one kind. */
    NAME,
    /** The kind and name of a cell. */
    ADDRESS,
    TEXT
  }

  public FieldForm {
    choices = List.copyOf(choices);
  }

  /** The field's own name, without the mappings around it. */
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** What the cell says, parameters as they are written; empty where the field is not there. */
  public String text() {
    return place.map(Scalar::text).orElse("");
  }

  /**
   * The cell's text with another value here, added behind its neighbours where it was not there;
   * all else stays to the last blank.
   *
   * @param source the text that this form was read from
   * @param value as it is to be read; what could be taken for something else is quoted
   */
  public String written(String source, String value) {
    if (place.isPresent() && value.equals(text())) {
      return source;
    }
    return place
        .map(scalar -> Yaml.replaceScalar(source, scalar, value))
        .orElseGet(() -> Insertion.scalar(source, around, name(), value));
  }

  /** The field of that path among some; empty where nobody asks for it. */
  public static Optional<FieldForm> find(List<FieldForm> forms, String path) {
    return forms.stream().filter(form -> form.path().equals(path)).findFirst();
  }

  /** One field, unless it is a mapping or a list, which a form leaves to the text. */
  static Optional<FieldForm> of(
      Mapping around,
      String prefix,
      String field,
      Sort sort,
      Unit unit,
      List<String> choices,
      int least,
      int most) {
    var node = around.get(field);
    Optional<Scalar> place = node.flatMap(Nodes::asScalar);
    return node.isPresent() && place.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new FieldForm(prefix + field, sort, unit, choices, least, most, around, place));
  }
}
