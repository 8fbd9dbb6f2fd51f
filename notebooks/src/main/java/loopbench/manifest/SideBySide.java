// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Walks two documents of one kind together and says where they differ. */
final class SideBySide {
  private static final Set<String> WRITTEN_BY_THE_CLUSTER =
      Set.of(
          "metadata.uid",
          "metadata.resourceVersion",
          "metadata.generation",
          "metadata.creationTimestamp",
          "metadata.managedFields",
          "metadata.selfLink",
          "metadata.finalizers",
          "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
          "metadata.labels.scaledobject.keda.sh/name",
          "status");

  private final Kind<?> kind;
  private final Change.Both specs;
  private final List<Difference> found = new ArrayList<>();

  private SideBySide(Kind<?> kind, Change.Both specs) {
    this.kind = kind;
    this.specs = specs;
  }

  static List<Difference> differences(
      Kind<?> kind, Map<String, Object> before, Map<String, Object> after) {
    SideBySide walk =
        new SideBySide(kind, new Change.Both(Tree.map(before, "spec"), Tree.map(after, "spec")));
    Shape.Fields root = new Shape.Fields(Map.of("metadata", Shapes.META, "spec", kind.spec()), "");
    walk.fields(root, before, after, new Place("", "", "", "", "", Change.Both.NONE));
    return walk.found;
  }

  /**
   * Where the walk is.
   *
   * @param path as people read it
   * @param pattern as {@link Meanings} knows it, with every entry of a list as {@code *}
   * @param around the pattern without its last part
   * @param key the last part of the path
   * @param item what the entry around it is called, in words
   * @param items the entry around it in both documents
   */
  private record Place(
      String path, String pattern, String around, String key, String item, Change.Both items) {
    Place below(String key) {
      boolean spec = pattern.isEmpty() && key.equals("spec");
      return new Place(
          spec ? "" : joined(path, key),
          spec ? "" : joined(pattern, key),
          pattern,
          key,
          item,
          items);
    }

    Place item(String shown, String called, Change.Both both) {
      return new Place(joined(path, shown), pattern + ".*", pattern, shown, called, both);
    }

    private static String joined(String path, String key) {
      return path.isEmpty() ? key : path + "." + key;
    }
  }

  private void compare(Shape shape, Object before, Object after, Place place) {
    if (WRITTEN_BY_THE_CLUSTER.contains(place.pattern())) {
      return;
    }
    Optional<Meaning> meaning = kind.meanings().at(place.pattern(), place.around());
    if (meaning.isPresent() && !meaning.get().sort().goesOn()) {
      leaf(meaning.get(), before, after, place);
    } else if (meaning.isPresent() && (before == null || after == null)) {
      leaf(meaning.get(), before, after, place);
    } else if (isList(before) && isList(after) && (before != null || after != null)) {
      items(shape, list(before), list(after), place);
    } else if (isMap(before) && isMap(after) && (before != null || after != null)) {
      fields(shape, map(before), map(after), place);
    } else {
      leaf(Meanings.plain(shape), before, after, place);
    }
  }

  private void fields(Shape shape, Map<?, ?> before, Map<?, ?> after, Place place) {
    Set<Object> keys = new LinkedHashSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (Object key : keys) {
      Shape below =
          shape instanceof Shape.Fields fields
              ? fields.known().get(key)
              : shape instanceof Shape.Texts ? Shape.Leaf.TEXT : null;
      compare(below, before.get(key), after.get(key), place.below((String) key));
    }
  }

  private void items(Shape shape, List<?> before, List<?> after, Place place) {
    Shape below = shape instanceof Shape.Items items ? items.item() : null;
    List<String> firstNames = names(shape, before);
    List<String> secondNames = names(shape, after);
    int[] matches = matches(before, after, firstNames, secondNames);
    for (int i = 0; i < before.size(); i++) {
      Object other = matches[i] < 0 ? null : after.get(matches[i]);
      item(below, before.get(i), other, place, firstNames.get(i), i);
    }
    Set<Integer> matched = new LinkedHashSet<>();
    for (int match : matches) {
      matched.add(match);
    }
    for (int j = 0; j < after.size(); j++) {
      if (!matched.contains(j)) {
        item(below, null, after.get(j), place, secondNames.get(j), j);
      }
    }
  }

  private void item(Shape shape, Object before, Object after, Place place, String name, int at) {
    compare(
        shape,
        before,
        after,
        place.item(
            name.isEmpty() ? String.valueOf(at) : name,
            called(place.key(), name, at),
            new Change.Both(map(before), map(after))));
  }

  private static String called(String list, String name, int at) {
    String one = list.endsWith("s") ? list.substring(0, list.length() - 1) : "parameter";
    return name.isEmpty()
        ? one + " number " + (at + 1)
        : one.equals("parameter")
            ? "the parameter " + Shortened.text(name)
            : "the " + Shortened.text(name) + " " + one;
  }

  /** The names of a list's items; empty where one has none or shares it. */
  private static List<String> names(Shape shape, List<?> list) {
    List<String> names = new ArrayList<>();
    Map<String, Integer> times = new LinkedHashMap<>();
    for (Object item : list) {
      String name = shape instanceof Shape.Items items ? items.nameOf(item) : "";
      names.add(name);
      times.merge(name, 1, Integer::sum);
    }
    names.replaceAll(name -> times.get(name) > 1 ? "" : name);
    return names;
  }

  /** For each item of the first list the position of its counterpart in the second, or -1. */
  private static int[] matches(
      List<?> before, List<?> after, List<String> firstNames, List<String> secondNames) {
    int[] matches = new int[before.size()];
    boolean[] taken = new boolean[after.size()];
    Map<String, Integer> byName = new LinkedHashMap<>();
    Map<Object, Integer> alike = new LinkedHashMap<>();
    for (int j = 0; j < after.size(); j++) {
      byName.put(secondNames.get(j), j);
    }
    for (int i = 0; i < matches.length; i++) {
      String name = firstNames.get(i);
      matches[i] = name.isEmpty() ? -1 : byName.getOrDefault(name, -1);
      if (matches[i] >= 0) {
        taken[matches[i]] = true;
      }
    }
    for (int j = 0; j < after.size(); j++) {
      if (!taken[j]) {
        alike.putIfAbsent(withoutName(after.get(j)), j);
      }
    }
    for (int i = 0; i < matches.length; i++) {
      if (matches[i] >= 0) {
        continue;
      }
      // The same under another name, or else what has no name goes by its position.
      Integer same = alike.get(withoutName(before.get(i)));
      if (same != null && !taken[same]) {
        matches[i] = same;
      } else if (i < after.size()
          && !taken[i]
          && firstNames.get(i).isEmpty()
          && secondNames.get(i).isEmpty()) {
        matches[i] = i;
      }
      if (matches[i] >= 0) {
        taken[matches[i]] = true;
      }
    }
    return matches;
  }

  private static Object withoutName(Object item) {
    if (!(item instanceof Map<?, ?> map)) {
      return String.valueOf(item);
    }
    Map<Object, Object> rest = new LinkedHashMap<>(map);
    rest.remove("name");
    return rest;
  }

  private void leaf(Meaning meaning, Object before, Object after, Place place) {
    Object first = meaning(meaning, before);
    Object second = meaning(meaning, after);
    if (Objects.equals(first, second)) {
      return;
    }
    Change.Side left = side(meaning, before);
    Change.Side right = side(meaning, after);
    Change change =
        new Change(place.key(), place.item(), left, right, meaning.sort(), place.items(), specs);
    found.add(
        new Difference(
            place.path(),
            written(meaning.sort(), left.value()),
            written(meaning.sort(), right.value()),
            meaning.sentence().of(change)));
  }

  private static Object meaning(Meaning meaning, Object value) {
    Object read = value == null ? null : meaning.sort().meaning(value);
    return read != null || meaning.unset() == null ? read : meaning.sort().meaning(meaning.unset());
  }

  /** What is as good as unset is unset. */
  private static Change.Side side(Meaning meaning, Object value) {
    boolean unset = value == null || meaning.sort().meaning(value) == null;
    return new Change.Side(unset ? null : value, meaning.unset());
  }

  private static Optional<String> written(Sort sort, Object value) {
    return Optional.ofNullable(value)
        .map(
            present ->
                present instanceof Map || present instanceof List
                    ? sort.shown(present)
                    : String.valueOf(present).strip());
  }

  private static boolean isMap(Object value) {
    return value == null || value instanceof Map;
  }

  private static boolean isList(Object value) {
    return value == null || value instanceof List;
  }

  private static Map<?, ?> map(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : Collections.emptyList();
  }
}
