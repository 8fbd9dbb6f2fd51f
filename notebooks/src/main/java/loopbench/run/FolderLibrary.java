// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import loopbench.cell.Library;
import loopbench.source.Connection;

/**
 * Names looked up in a notebook's folder, then among the packaged samples. Absolute names and ways
 * out of the folder are refused unless a folder was allowed by name.
 */
public final class FolderLibrary implements Library {
  private static final long LARGEST_BYTES = 64L << 20;

  private record Kept(FileTime changed, long size, Found found) {}

  private final Path folder;
  private final List<Path> allowed;
  private final Map<String, Connection> connections;
  private final LongSupplier clockMs;
  private final String notebook;
  private final Map<Path, Kept> kept = new ConcurrentHashMap<>();

  /**
   * @param folder where the notebook lies
   * @param allowed further folders that absolute names may lead into
   * @param connections the connections of this machine, by name
   * @param clockMs the time of day, milliseconds since the epoch
   */
  public FolderLibrary(
      Path folder, List<Path> allowed, Map<String, Connection> connections, LongSupplier clockMs) {
    this(folder, allowed, connections, clockMs, "");
  }

  private FolderLibrary(
      Path folder,
      List<Path> allowed,
      Map<String, Connection> connections,
      LongSupplier clockMs,
      String notebook) {
    this.folder = folder.toAbsolutePath().normalize();
    this.allowed = allowed.stream().map(p -> p.toAbsolutePath().normalize()).toList();
    this.connections = Map.copyOf(connections);
    this.clockMs = clockMs;
    this.notebook = notebook;
  }

  /** The same for a notebook of that file name. */
  public FolderLibrary named(String fileName) {
    return new FolderLibrary(folder, allowed, connections, clockMs, fileName);
  }

  @Override
  public String notebook() {
    return notebook;
  }

  /**
   * A library with the connections of this user.
   *
   * @param problems told what is wrong with their file, one sentence each
   */
  public static FolderLibrary ofUser(Path folder, LongSupplier clockMs, Consumer<String> problems) {
    Map<String, Connection> connections = new LinkedHashMap<>();
    Connections.read(Connections.ofUser(), connections).forEach(problems);
    return new FolderLibrary(folder, List.of(), connections, clockMs);
  }

  @Override
  public Found file(String name) {
    Path path;
    try {
      path = folder.resolve(name).normalize();
    } catch (InvalidPathException e) {
      return Found.not("`" + name + "` cannot be a file name.");
    }
    boolean inside = path.startsWith(folder);
    if (!inside && allowed.stream().noneMatch(path::startsWith)) {
      return Found.not(
          "`"
              + name
              + "` leads out of the notebook's folder. Move the file beside the notebook, or"
              + " allow its folder by name with --allow-path.");
    }
    if (Files.isRegularFile(path)) {
      return read(name, path);
    }
    return packaged(name)
        .orElseGet(
            () ->
                Found.not(
                    "there is no file `"
                        + name
                        + "` in the notebook's folder or among the packaged"
                        + " samples."));
  }

  private Found read(String name, Path path) {
    try {
      Path real = path.toRealPath();
      boolean inside = real.startsWith(folder.toRealPath());
      for (Path one : allowed) {
        inside |= real.startsWith(one.toRealPath());
      }
      if (!inside) {
        return Found.not("`" + name + "` is a link that leads out of the notebook's folder.");
      }
      FileTime changed = Files.getLastModifiedTime(real);
      long size = Files.size(real);
      Kept before = kept.get(real);
      if (before != null && before.changed().equals(changed) && before.size() == size) {
        return before.found();
      }
      if (size > LARGEST_BYTES) {
        return Found.not(
            "`"
                + name
                + "` has "
                + (size >> 20)
                + " MiB; files up to "
                + (LARGEST_BYTES >> 20)
                + " MiB are read. Keep the part you need.");
      }
      byte[] content = Files.readAllBytes(real);
      Found found = new Found(content, Keys.sha256(content), "");
      kept.put(real, new Kept(changed, size, found));
      return found;
    } catch (IOException e) {
      return Found.not("`" + name + "` cannot be read: " + e.getMessage() + ".");
    }
  }

  private static Optional<Found> packaged(String name) {
    String normal = Path.of(name).normalize().toString().replace('\\', '/');
    if (!normal.startsWith("samples/")) {
      return Optional.empty();
    }
    try (InputStream in = FolderLibrary.class.getResourceAsStream("/" + normal)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] content = in.readAllBytes();
      return Optional.of(new Found(content, Keys.sha256(content), ""));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Connection> connection(String name) {
    return Optional.ofNullable(connections.get(name));
  }

  @Override
  public long nowMs() {
    return clockMs.getAsLong();
  }
}
