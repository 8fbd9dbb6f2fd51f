// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Two documents that became of one, as one again, cell by cell. A cell that one side changed is
 * taken from that side; where both changed one cell differently, or one side changed what the other
 * deleted, mine stands and a conflict holds the rest.
 *
 * <p>Laws: with the base on either side the other is the answer; equal sides are; nothing that
 * either side wrote is in neither the document nor a conflict.
 *
 * @param conflicts in page order
 */
public record Merge(Notebook notebook, List<Conflict> conflicts) {
  public Merge {
    conflicts = List.copyOf(conflicts);
  }

  /**
   * A cell that both sides have their own way with.
   *
   * @param id of the cell in the merged document
   * @param label what a reader calls it
   * @param mine empty where this side deleted it
   * @param theirs empty where the other side deleted it
   */
  public record Conflict(String id, String label, Optional<Cell> mine, Optional<Cell> theirs) {
    /** What happened, as a sentence. */
    public String sentence() {
      if (theirs.isEmpty()) {
        return label + " was changed here and deleted there; it is kept.";
      }
      return mine.isEmpty()
          ? label + " was deleted here and changed there; it is kept."
          : label + " was changed on both sides; what stands is this side's.";
    }
  }

  /** Which side of a conflict is to stand. */
  public enum Side {
    MINE,
    THEIRS,
    /** Theirs as a cell of its own after mine. */
    BOTH
  }

  /** With a conflict settled. */
  public Merge settled(Conflict conflict, Side side) {
    List<Conflict> left = new ArrayList<>(conflicts);
    if (!left.remove(conflict)) {
      throw new IllegalArgumentException("conflict must be one of these, was " + conflict.id());
    }
    Optional<Cell> chosen = side == Side.THEIRS ? conflict.theirs() : conflict.mine();
    boolean both =
        side == Side.BOTH && conflict.mine().isPresent() && conflict.theirs().isPresent();
    Notebook next = notebook;
    if (both) {
      next = next.insert(next.indexOf(conflict.id()) + 1, conflict.theirs().get());
    } else if (side == Side.BOTH) {
      next = next.withCell(conflict.mine().or(conflict::theirs).orElseThrow());
    } else {
      next = chosen.isPresent() ? next.withCell(chosen.get()) : next.delete(conflict.id());
    }
    return new Merge(next, left);
  }

  /**
   * @param base what both began as; empty where nobody knows, and then whatever differs is a
   *     conflict
   */
  public static Merge of(Optional<Notebook> base, Notebook mine, Notebook theirs) {
    Map<String, Cell> merged = new HashMap<>();
    List<Conflict> conflicts = new ArrayList<>();
    Set<String> ids = new LinkedHashSet<>();
    mine.cells().forEach(c -> ids.add(c.id()));
    theirs.cells().forEach(c -> ids.add(c.id()));
    for (String id : ids) {
      Optional<Cell> was = base.flatMap(b -> b.cell(id));
      Optional<Cell> here = mine.cell(id);
      Optional<Cell> there = theirs.cell(id);
      if (here.isPresent() && there.isPresent()) {
        boolean clash = !one(was, here.get(), there.get(), id, merged);
        if (clash) {
          conflicts.add(new Conflict(id, Differences.label(here.get()), here, there));
        }
        continue;
      }
      Cell left = here.or(() -> there).orElseThrow();
      boolean changed = was.filter(w -> written(w).equals(written(left))).isEmpty();
      if (was.isEmpty() || changed) {
        merged.put(id, left);
      }
      if (was.isPresent() && changed) {
        conflicts.add(new Conflict(id, Differences.label(left), here, there));
      }
    }
    List<Cell> cells =
        order(base, mine, theirs, merged.keySet()).stream().map(merged::get).toList();
    Map<String, Object> metadata =
        keys(base.map(Notebook::metadata).orElse(Map.of()), mine.metadata(), theirs.metadata());
    Notebook notebook = new Notebook(cells, metadata, Math.max(mine.minor(), theirs.minor()));
    conflicts.sort(java.util.Comparator.comparingInt(c -> notebook.indexOf(c.id())));
    return new Merge(notebook, conflicts);
  }

  /** What somebody wrote of a cell, without what it shows. */
  private static Cell written(Cell cell) {
    return cell.withoutOutputs();
  }

  /** Puts the one cell of two sides; answers whether it says all that both wrote. */
  private static boolean one(
      Optional<Cell> was, Cell mine, Cell theirs, String id, Map<String, Cell> merged) {
    if (mine.equals(theirs)) {
      merged.put(id, mine);
      return true;
    }
    Optional<String> source = either(was, mine, theirs, Cell::source);
    Optional<Cell.Type> type = either(was, mine, theirs, Cell::type);
    Optional<Optional<Map<String, Object>>> attached = either(was, mine, theirs, Cell::attachments);
    if (source.isEmpty() || type.isEmpty() || attached.isEmpty()) {
      merged.put(id, mine);
      return false;
    }
    Cell written = source.get().equals(mine.source()) && type.get() == mine.type() ? mine : theirs;
    Cell shown =
        either(was, mine, theirs, Merge::shown)
            .map(s -> s.equals(shown(mine)) ? mine : theirs)
            .orElse(written);
    Map<String, Object> metadata =
        keys(was.map(Cell::metadata).orElse(Map.of()), mine.metadata(), theirs.metadata());
    if (type.get() != shown.type()) {
      shown = written;
    }
    merged.put(
        id,
        new Cell(
                id,
                type.get(),
                source.get(),
                metadata,
                shown.outputs(),
                shown.executionCount(),
                attached.get())
            .withMetadata(Cell.OURS, shown.metadata().get(Cell.OURS)));
    return true;
  }

  private static List<Object> shown(Cell cell) {
    List<Object> shown = new ArrayList<>(cell.outputs());
    shown.add(cell.executionCount());
    shown.add(Optional.ofNullable(cell.metadata().get(Cell.OURS)));
    return shown;
  }

  /** What one side made of a part that the other left; empty where both changed it. */
  private static <T> Optional<T> either(
      Optional<Cell> was, Cell mine, Cell theirs, Function<Cell, T> part) {
    T here = part.apply(mine);
    T there = part.apply(theirs);
    if (here.equals(there)) {
      return Optional.of(here);
    }
    Optional<T> before = was.map(part);
    if (before.filter(here::equals).isPresent()) {
      return Optional.of(there);
    }
    return before.filter(there::equals).map(b -> here);
  }

  /** Key by key; where both changed one, mine. */
  private static Map<String, Object> keys(
      Map<String, Object> was, Map<String, Object> mine, Map<String, Object> theirs) {
    Map<String, Object> merged = new LinkedHashMap<>();
    Set<String> all = new LinkedHashSet<>(mine.keySet());
    all.addAll(theirs.keySet());
    for (String key : all) {
      Object here = mine.get(key);
      Object there = theirs.get(key);
      boolean mineIsOld =
          Objects.equals(here, was.get(key)) && mine.containsKey(key) == was.containsKey(key);
      Map<String, Object> side = mineIsOld ? theirs : mine;
      if (side.containsKey(key)) {
        merged.put(key, mineIsOld ? there : here);
      }
    }
    return merged;
  }

  /**
   * The order of the side that moved cells, mine if both did, with the other's new cells after
   * whatever stands before them there.
   */
  private static List<String> order(
      Optional<Notebook> base, Notebook mine, Notebook theirs, Set<String> kept) {
    List<String> before = ids(base.orElse(theirs));
    boolean moved = !common(ids(mine), before).equals(common(before, ids(mine)));
    List<String> order = new ArrayList<>(ids(moved ? mine : theirs));
    List<String> other = ids(moved ? theirs : mine);
    Set<String> placed = new HashSet<>(order);
    String last = null;
    for (String id : other) {
      if (placed.add(id)) {
        order.add(last == null ? 0 : order.indexOf(last) + 1, id);
      }
      last = id;
    }
    order.retainAll(kept);
    return order;
  }

  private static List<String> ids(Notebook notebook) {
    return notebook.cells().stream().map(Cell::id).toList();
  }

  private static List<String> common(List<String> ids, List<String> others) {
    Set<String> there = new HashSet<>(others);
    return ids.stream().filter(there::contains).toList();
  }
}
