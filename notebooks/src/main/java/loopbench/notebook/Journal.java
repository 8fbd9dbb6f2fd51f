// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was written since the last save, kept beside no notebook but in a folder of the user's, so
 * that a crash loses nothing. An entry holds the texts of all cells as they were saved and as they
 * are, and none of what they show: results can be computed again.
 *
 * <p>An entry is the old one or the new one, never half, whenever the program dies.
 */
public final class Journal {
  private static final String SUFFIX = ".journal";

  private final Path folder;

  /**
   * @param folder the user's; created with the first entry
   */
  public Journal(Path folder) {
    this.folder = folder;
  }

  /**
   * What can be recovered of one notebook.
   *
   * @param name the path of its file, or what else it is called
   * @param saved its cells as they were saved last
   * @param now its cells as they were when the program ended
   */
  public record Entry(String name, Notebook saved, Notebook now) {
    /** What was lost, taken up into the file as it is today, whoever has written it since. */
    public Merge recovered(Notebook onDisk) {
      return Merge.of(Optional.of(saved.withShownOf(onDisk)), now.withShownOf(onDisk), onDisk);
    }
  }

  /**
   * Keeps what a document has become; nothing is kept of one that is as it was saved.
   *
   * @throws IOException where that fails; the entry is then as it was
   */
  public void keep(String name, Notebook saved, Notebook now) throws IOException {
    String before = LoopMarkdown.write(saved);
    String after = LoopMarkdown.write(now);
    if (before.equals(after)) {
      forget(name);
      return;
    }
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("journal", 1);
    entry.put("name", name);
    entry.put("saved", before);
    entry.put("now", after);
    Files.createDirectories(folder);
    NotebookFile.save(file(name), PythonJson.write(JsonValues.frozen(entry), 1) + "\n");
  }

  /** Says that a notebook was saved, or that what was kept is not wanted. */
  public void forget(String name) throws IOException {
    Files.deleteIfExists(file(name));
  }

  /** What is kept of one notebook; empty also where the entry cannot be read. */
  public Optional<Entry> pending(String name) {
    return read(file(name)).filter(e -> e.name().equals(name));
  }

  /** What is kept of all notebooks, by name. */
  public List<Entry> pending() {
    List<Entry> entries = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        files.forEach(file -> read(file).ifPresent(entries::add));
      } catch (IOException e) {
        return List.of();
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /** When something of a notebook was kept last; empty where nothing is. */
  public Optional<Instant> keptAt(String name) {
    try {
      return Optional.of(Files.getLastModifiedTime(file(name)).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Path file(String name) {
    return folder.resolve(CellIds.digest(name).substring(0, 32) + SUFFIX);
  }

  private static Optional<Entry> read(Path file) {
    try {
      if (!Files.exists(file) || Files.size(file) > NotebookReader.MOST_BYTES) {
        return Optional.empty();
      }
      JsonReading reading = JsonReading.of(Files.readString(file, StandardCharsets.UTF_8));
      if (reading.readable()
          && reading.value() instanceof Map<?, ?> map
          && map.get("name") instanceof String name
          && map.get("saved") instanceof String saved
          && map.get("now") instanceof String now) {
        Optional<Notebook> before = LoopMarkdown.read(saved).notebook();
        Optional<Notebook> after = LoopMarkdown.read(now).notebook();
        return before.flatMap(b -> after.map(a -> new Entry(name, b, a)));
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
