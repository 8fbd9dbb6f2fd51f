// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How one document became another, cell by cell, as a reader would say it.
 *
 * @param cells in the order of the later document, what was removed at the place it had
 * @param metadata what the documents say about themselves, a sentence for each difference
 */
public record Differences(List<CellDifference> cells, List<String> metadata) {
  public Differences {
    cells = List.copyOf(cells);
    metadata = List.copyOf(metadata);
  }

  public boolean none() {
    return cells.isEmpty() && metadata.isEmpty();
  }

  /**
   * Cells are the same by their id; those that are left, by what they define: an editor that gives
   * every cell another id has changed their ids, and nothing else.
   */
  public static Differences between(Notebook before, Notebook after) {
    Map<String, Cell> partner = partners(before, after);
    List<CellDifference> found = new ArrayList<>();
    List<Cell> kept = new ArrayList<>();
    after.cells().stream().filter(c -> partner.containsKey(c.id())).forEach(kept::add);
    boolean[] moved = moved(before, kept, partner);
    Set<String> stayed = new HashSet<>();
    partner.values().forEach(was -> stayed.add(was.id()));
    int at = 0;
    int removedUpTo = 0;
    for (int i = 0; i < after.cells().size(); i++) {
      Cell now = after.cells().get(i);
      String follows = i == 0 ? "" : label(after.cells().get(i - 1));
      Cell was = partner.get(now.id());
      if (was == null) {
        found.add(CellDifference.added(label(now), follows));
        continue;
      }
      boolean hasMoved = moved[at++];
      if (!hasMoved) {
        int place = before.indexOf(was.id());
        removedUpTo = removed(before, stayed, removedUpTo, place, found);
      }
      CellDifference.of(label(now), was, now, hasMoved ? Optional.of(follows) : Optional.empty())
          .ifPresent(found::add);
    }
    removed(before, stayed, removedUpTo, before.cells().size(), found);
    return new Differences(found, metadata(before, after));
  }

  private static int removed(
      Notebook before, Set<String> stayed, int from, int to, List<CellDifference> found) {
    for (int i = from; i < to; i++) {
      Cell was = before.cells().get(i);
      if (!stayed.contains(was.id())) {
        found.add(CellDifference.removed(label(was)));
      }
    }
    return Math.max(from, to);
  }

  /** The earlier cell of each later one, by the later one's id. */
  private static Map<String, Cell> partners(Notebook before, Notebook after) {
    Map<String, Cell> partner = new HashMap<>();
    Map<String, List<Cell>> left = new HashMap<>();
    for (Cell was : before.cells()) {
      if (after.cell(was.id()).isPresent()) {
        partner.put(was.id(), was);
      } else {
        left.computeIfAbsent(was.type() + label(was), l -> new ArrayList<>()).add(was);
      }
    }
    for (Cell now : after.cells()) {
      List<Cell> alike = left.getOrDefault(now.type() + label(now), List.of());
      if (!partner.containsKey(now.id()) && !alike.isEmpty()) {
        partner.put(now.id(), alike.remove(0));
      }
    }
    return partner;
  }

  /** Which of the kept cells are not in the longest row that kept its order. */
  private static boolean[] moved(Notebook before, List<Cell> kept, Map<String, Cell> partner) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < before.cells().size(); i++) {
      places.put(before.cells().get(i).id(), i);
    }
    int n = kept.size();
    int[] place = new int[n];
    Arrays.setAll(place, i -> places.get(partner.get(kept.get(i).id()).id()));
    int[] lasts = new int[n];
    int[] previous = new int[n];
    int length = 0;
    for (int i = 0; i < n; i++) {
      int low = 0;
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (place[lasts[middle]] < place[i]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      previous[i] = low == 0 ? -1 : lasts[low - 1];
      lasts[low] = i;
      length = Math.max(length, low + 1);
    }
    boolean[] moved = new boolean[n];
    Arrays.fill(moved, true);
    for (int i = length == 0 ? -1 : lasts[length - 1]; i >= 0; i = previous[i]) {
      moved[i] = false;
    }
    return moved;
  }

  private static List<String> metadata(Notebook before, Notebook after) {
    List<String> sentences = new ArrayList<>();
    Stream.concat(before.metadata().keySet().stream(), after.metadata().keySet().stream())
        .distinct()
        .filter(k -> !Objects.equals(before.metadata().get(k), after.metadata().get(k)))
        .sorted()
        .forEach(
            k ->
                sentences.add(
                    CellDifference.changed(
                        "metadata." + k, before.metadata().get(k), after.metadata().get(k))));
    if (before.minor() != after.minor()) {
      sentences.add("nbformat: 4." + before.minor() + " -> 4." + after.minor());
    }
    return sentences;
  }

  /** What a reader calls a cell: what it defines, or how its text begins. */
  public static String label(Cell cell) {
    return SourceChange.address(cell)
        .orElseGet(
            () -> {
              String text =
                  cell.source()
                      .lines()
                      .map(l -> l.replaceFirst("^[#>*\\s]+", "").strip())
                      .filter(l -> !l.isEmpty())
                      .findFirst()
                      .orElse("");
              return (cell.type() == Cell.Type.CODE ? "code" : "text")
                  + (text.isEmpty()
                      ? " " + cell.id()
                      : " \"" + (text.length() > 40 ? text.substring(0, 39) + "…" : text) + '"');
            });
  }
}
