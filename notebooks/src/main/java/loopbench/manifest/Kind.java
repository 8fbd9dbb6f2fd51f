// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.keda.ObjectMeta;

/**
 * A kind of manifest: all that {@link KindYaml} has to know to read, change and write one.
 *
 * @param words what {@code kind} may say; sentences use the first
 * @param apiVersion what {@code apiVersion} must say
 * @param owner whose kind it is, for sentences: {@code KEDA's}
 * @param spec the fields below {@code spec}
 * @param shorthands beginnings of paths and what they stand for
 * @param form the object from and to values
 * @param meanings how its fields compare
 */
record Kind<T>(
    List<String> words,
    String apiVersion,
    String owner,
    Shape.Fields spec,
    Map<String, String> shorthands,
    Form<T> form,
    Meanings meanings) {

  String word() {
    return words.get(0);
  }

  /** The shape at a path from the document's root, below {@code spec} and {@code metadata}. */
  Optional<Shape> shapeAt(List<String> parts) {
    return switch (parts.get(0)) {
      case "spec" -> spec.at(parts.subList(1, parts.size()));
      case "metadata" -> Shapes.META.at(parts.subList(1, parts.size()));
      default -> Optional.empty();
    };
  }

  /** An object as a whole document of plain values. */
  Map<String, Object> document(T object) {
    ObjectMeta metadata = form.metadata(object);
    Map<String, Object> meta = new LinkedHashMap<>();
    Tree.put(meta, "name", metadata.name());
    Tree.put(meta, "namespace", metadata.namespace());
    Tree.put(meta, "labels", metadata.labels());
    Tree.put(meta, "annotations", metadata.annotations());
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("apiVersion", apiVersion);
    root.put("kind", form.word(object));
    root.put("metadata", meta);
    root.put("spec", form.spec(object));
    return root;
  }
}
