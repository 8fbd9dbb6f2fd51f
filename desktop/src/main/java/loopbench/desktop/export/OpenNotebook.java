// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import loopbench.notebook.Beginning;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.notebook.ReadResult;

/**
 * A notebook that was opened, and where it lies. Immutable.
 *
 * @param name what to call it
 * @param file where it lies; empty for a copy of a packaged one, which has no place of its own
 * @param read what reading it came to
 * @param onDisk the text of the file as it was read or written last
 */
public record OpenNotebook(
    String name, Optional<Path> file, ReadResult read, Optional<String> onDisk) {

  /**
   * @throws IOException where the file cannot be read at all
   */
  public static OpenNotebook at(Path path) throws IOException {
    ReadResult read = NotebookFile.read(path);
    return new OpenNotebook(
        path.getFileName().toString(),
        Optional.of(path.toAbsolutePath()),
        read,
        Optional.of(read.text()));
  }

  /**
   * A copy of a notebook from the class path.
   *
   * @param resource its absolute name there
   * @return empty when it is not there
   */
  public static Optional<OpenNotebook> packaged(String resource) {
    try (InputStream in = OpenNotebook.class.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.empty();
      }
      String name = resource.substring(resource.lastIndexOf('/') + 1);
      ReadResult read = NotebookReader.read(in.readAllBytes());
      return Optional.of(new OpenNotebook(name, Optional.empty(), read, Optional.empty()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A new notebook, which has no place of its own yet. */
  public static OpenNotebook begun(Beginning about) {
    ReadResult read = NotebookReader.read(NotebookWriter.write(about.notebook()));
    return new OpenNotebook(about + ".ipynb", Optional.empty(), read, Optional.empty());
  }

  /** The folder that names in its cells are looked up in; empty for a packaged one. */
  public Optional<Path> folder() {
    return file.map(Path::getParent);
  }

  /** Whether the file was changed by somebody else since it was read or written here. */
  public boolean changedOnDisk() {
    if (file.isEmpty() || !Files.exists(file.get())) {
      return false;
    }
    try {
      return !Optional.of(NotebookFile.read(file.get()).text()).equals(onDisk);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Writes a document and answers what is open from now on.
   *
   * @throws IOException where that fails; the file is then as it was
   */
  public OpenNotebook write(Notebook document, Path path) throws IOException {
    String text = read.textOf(document);
    NotebookFile.save(path, text);
    return new OpenNotebook(
        path.getFileName().toString(),
        Optional.of(path.toAbsolutePath()),
        NotebookReader.read(text),
        Optional.of(text));
  }
}
