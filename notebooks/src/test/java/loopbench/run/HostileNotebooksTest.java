// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.Library;
import loopbench.notebook.Cell;
import loopbench.notebook.Differences;
import loopbench.notebook.LoopMarkdown;
import loopbench.notebook.Merge;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookValidator;
import loopbench.notebook.NotebookWriter;
import loopbench.notebook.ReadResult;
import loopbench.notebook.Repair;
import loopbench.source.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated notebooks, cell texts and text twins, opened, prepared, compared, merged and repaired: no
 * exception, no hang, no unbounded memory, no file and no socket. A seeded tenth of them here;
 * {@code -Dloopbench.fuzz=100000} for all.
 *
 * <p>Time is the working thread's own processor time, and the first {@value #WARMING} subjects, in
 * which classes are loaded, do not count: so the bounds do not depend on what else the machine
 * does. A subject takes a few milliseconds; one second is a hundred times that.
 */
class HostileNotebooksTest {
  private static final int SUBJECTS = Integer.getInteger("loopbench.fuzz", 10_000);
  private static final int WARMING = 300;
  private static final double MOST_S = 1;
  private static final double HANGS_S = 20;
  private static final long MOST_BYTES = 512L << 20;
  private static final int LONGEST_TEXT = 200;

  private static final List<CellKind> KINDS = CellKinds.standard();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final List<String> JSON =
      List.of(
          "\"",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "null",
          "true",
          "-1",
          "1e999",
          "\\u0000",
          "\\ud800",
          "\"id\": \"a\",",
          "\"nbformat\": 99",
          "\"nbformat_minor\": 6",
          "\"cell_type\": \"raw\"",
          "[".repeat(400),
          "{\"a\":".repeat(400),
          "9".repeat(400),
          "\"cells\": [],",
          "\u2028",
          "<<<<<<< ours\n",
          "=======\n",
          ">>>>>>> theirs\n",
          "||||||| base\n",
          "\"outputs\": {},",
          "\"execution_count\": -3",
          "\"tags\": [\"a,b\"]",
          "/*",
          "NaN",
          "Infinity");
  private static final List<String> YAML =
      List.of(
          ": ",
          "- ",
          "[",
          "]",
          "{",
          "}",
          ",",
          "#",
          "'",
          "\"",
          "|",
          ">",
          "&a ",
          "*a",
          "!!js ",
          "%",
          "$kp",
          "$$",
          "$",
          "${X}",
          "\t",
          "\r\n",
          "---\n",
          "...\n",
          "? ",
          "~",
          "null",
          "yes",
          "-1",
          "0",
          "1e308",
          "-1e308",
          "1e-320",
          "NaN",
          ".inf",
          "99999999999",
          "1000000000",
          "5ms",
          "30/s",
          "100%",
          "2 tokens",
          "1e9s",
          "0s: ",
          "when: off\n",
          "when: auto\n",
          "run: baseline\n",
          "at: sweep.over.best\n",
          "about: x\n",
          "seeds: 1000000\n",
          "n: 100000000",
          "for: 1000000h\n",
          "ticks: 2000000000\n",
          "((((((((",
          "))))",
          " * ",
          " / 0",
          "max(",
          "if(",
          "a.b.c.d",
          "\0",
          "[[[[[[[[[[[[[[[[[",
          "é😀",
          "file: ../../etc/passwd\n",
          "prometheus: prod\n");
  private static final List<String> MARKDOWN =
      List.of(
          "```",
          "````",
          "```yaml loop a\n",
          "```yaml loop\n",
          "<!-- cell ",
          " -->\n",
          "---\n",
          "loopbench: 1\n",
          "metadata: {\n",
          "{\"tags\": [",
          "}",
          "\n\n",
          "\r\n",
          "\t",
          "~~~",
          "<!-- cell a {\"x\": 1} -->\n",
          "\0",
          "```raw loop \0\n");

  @TempDir static Path folder;

  /** Counts what is asked for by name; there is nothing behind it. */
  private static final class Counting implements Library {
    final Set<String> files = new TreeSet<>();

    @Override
    public Found file(String path) {
      files.add(path);
      byte[] content = content(path).getBytes(StandardCharsets.UTF_8);
      return new Found(content, Keys.sha256(content), "");
    }

    private static String content(String path) {
      return path.endsWith(".yaml")
          ? "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: a}\n"
              + "spec: {scaleTargetRef: {name: b}, triggers: [{type: cpu, metadata: {value: '5'}}]}\n"
          : "time,depth\n0,1\n15,2\n30,1\n";
    }

    @Override
    public Optional<Connection> connection(String name) {
      return Optional.empty();
    }

    @Override
    public String notebook() {
      return "hostile.ipynb";
    }

    @Override
    public long nowMs() {
      return 0;
    }
  }

  private final Counting library = new Counting();
  private final List<Notebook> gallery = new ArrayList<>();

  private volatile int subject = -1;
  private volatile long startedCpu;

  /** The first of each kind, by where it came from. */
  private final Map<String, String> wrong = new ConcurrentHashMap<>();

  private double slowestS;
  private int slowest;
  private long mostBytes;
  private int hungriest;

  @Test
  void nothingThatAFileSaysDoesHarm() throws Exception {
    gallery();
    Thread worker = new Thread(null, this::all, "hostile", 1 << 20);
    worker.setDaemon(true);
    try (Recording recording = new Recording()) {
      for (String event : List.of("FileRead", "FileWrite", "SocketRead", "SocketWrite")) {
        recording.enable("jdk." + event).withoutThreshold().withoutStackTrace();
      }
      recording.start();
      worker.start();
      watch(worker);
      recording.stop();
      Path events = folder.resolve("events.jfr");
      recording.dump(events);
      assertThat(touched(events)).as("files and sockets").isEmpty();
    }
    assertThat(wrong.values()).isEmpty();
    if (SUBJECTS > 10_000) {
      System.out.printf(
          "%d subjects; the slowest %.0f ms (seed %d), the hungriest %d MB (seed %d)%n",
          SUBJECTS, slowestS * 1000, slowest, mostBytes >> 20, hungriest);
    }
    assertThat(slowestS).as("seconds of processor time, seed %d", slowest).isLessThan(MOST_S);
    assertThat(mostBytes).as("bytes allocated, seed %d", hungriest).isLessThan(MOST_BYTES);
  }

  private void watch(Thread worker) throws InterruptedException {
    while (worker.isAlive()) {
      worker.join(500);
      long cpu = THREADS.getThreadCpuTime(worker.getId());
      if (cpu >= 0 && subject >= 0 && cpu - startedCpu > HANGS_S * 1e9) {
        throw new AssertionError(
            "seed " + subject + " hangs at " + Arrays.toString(worker.getStackTrace()));
      }
    }
  }

  /** Paths and hosts the worker touched, apart from the program's own classes and resources. */
  private static Set<String> touched(Path events) throws IOException {
    Set<String> touched = new TreeSet<>();
    List<String> own = new ArrayList<>(List.of(System.getProperty("java.home"), "/dev/"));
    for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
      own.add(Path.of(entry).toAbsolutePath().toString());
    }
    for (RecordedEvent event : RecordingFile.readAllEvents(events)) {
      if (event.getThread() != null && "hostile".equals(event.getThread().getJavaName())) {
        String what = event.hasField("path") ? event.getString("path") : event.getString("host");
        if (what != null && !what.endsWith(".jar") && own.stream().noneMatch(what::startsWith)) {
          touched.add(event.getEventType().getName() + " " + what);
        }
      }
    }
    return touched;
  }

  private void all() {
    long id = Thread.currentThread().getId();
    for (int seed = 0; seed < SUBJECTS; seed++) {
      startedCpu = THREADS.getThreadCpuTime(id);
      subject = seed;
      long bytes = THREADS.getThreadAllocatedBytes(id);
      try {
        one(new Random(seed));
      } catch (Throwable thrown) {
        List<StackTraceElement> ours =
            Arrays.stream(thrown.getStackTrace())
                .filter(e -> e.getClassName().startsWith("loopbench"))
                .limit(4)
                .toList();
        wrong.putIfAbsent(
            thrown.getClass() + " " + ours.stream().findFirst(),
            "seed " + seed + ": " + thrown + " at " + ours);
      }
      double tookS = (THREADS.getThreadCpuTime(id) - startedCpu) / 1e9;
      long taken = THREADS.getThreadAllocatedBytes(id) - bytes;
      if (seed >= WARMING && tookS > slowestS) {
        slowestS = tookS;
        slowest = seed;
      }
      if (taken > mostBytes) {
        mostBytes = taken;
        hungriest = seed;
      }
    }
  }

  private void one(Random random) {
    Notebook base = some(random);
    switch (random.nextInt(3)) {
      case 0 -> {
        String text = mutated(NotebookWriter.write(base), JSON, random);
        ReadResult read = NotebookReader.read(text);
        Repair.of(text).ifPresent(r -> used(base, r.merge().notebook(), random));
        read.notebook().ifPresent(n -> used(base, n, random));
        if (!read.readOnly()) {
          NotebookReader.read(NotebookWriter.write(read.notebook().orElseThrow()));
        }
      }
      case 1 -> {
        Notebook now = base;
        for (int n = 1 + random.nextInt(3); n > 0 && !now.cells().isEmpty(); n--) {
          Cell cell = now.cells().get(random.nextInt(now.cells().size()));
          now = now.withSource(cell.id(), mutated(cell.source(), YAML, random));
        }
        used(base, now, random);
      }
      default -> {
        String text =
            mutated(LoopMarkdown.write(base), random.nextBoolean() ? MARKDOWN : YAML, random);
        LoopMarkdown.read(text).notebook().ifPresent(n -> used(base, n, random));
      }
    }
  }

  /** All that can be done with a document without running it. */
  private void used(Notebook base, Notebook notebook, Random random) {
    NotebookValidator.validate(notebook);
    Session session =
        new Session(
            notebook,
            KINDS,
            library,
            HostileNotebooksTest::no,
            HostileNotebooksTest::no,
            1,
            () -> 0);
    Snapshot snapshot = session.snapshot();
    snapshot.cells().keySet().forEach(id -> session.ahead(id).sentence());
    snapshot.problems().forEach(p -> p.sentence());
    Differences.between(base, notebook).cells().forEach(d -> d.sentences());
    Notebook other =
        base.cells().isEmpty() ? base : base.withSource(base.cells().get(0).id(), "plant: other\n");
    Merge merge =
        Merge.of(random.nextBoolean() ? Optional.of(base) : Optional.empty(), notebook, other);
    for (Merge.Conflict conflict : merge.conflicts()) {
      merge.settled(conflict, Merge.Side.values()[random.nextInt(3)]);
    }
    LoopMarkdown.read(LoopMarkdown.write(merge.notebook()));
    for (CellView cell : snapshot.cells().values()) {
      for (String path : List.of("flow.kp", "plant.floor", "load.prompt.mean", "$kp")) {
        // Of now: a place is where a number stands in the text that was read, not in an edited one.
        KnobPlace.of(session.snapshot().topology(), cell.address(), path)
            .ifPresent(place -> session.edit("Turn", "", n -> place.with(n, 0.3)));
      }
    }
  }

  private static void no(Runnable job) {
    throw new AssertionError("opening and editing run nothing");
  }

  // ---- subjects -------------------------------------------------------------------------------

  private void gallery() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("gallery"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ipynb")).sorted().toList()) {
        Notebook whole = NotebookReader.read(Files.readAllBytes(file)).notebook().orElseThrow();
        List<Cell> cells = new ArrayList<>();
        for (Cell cell : whole.cells()) {
          List<Map<String, Object>> outputs = new ArrayList<>();
          cell.outputs().stream().limit(2).forEach(o -> outputs.add(shortened(o, 3)));
          cells.add(
              cell.type() == Cell.Type.CODE
                  ? cell.withOutputs(outputs, cell.executionCount())
                  : cell.withOutputs(List.of(), OptionalInt.empty()));
        }
        gallery.add(new Notebook(cells, whole.metadata(), whole.minor()));
      }
    }
    gallery.add(Notebooks.example());
  }

  private static Map<String, Object> shortened(Map<?, ?> map, int depth) {
    Map<String, Object> less = new LinkedHashMap<>();
    map.forEach((key, value) -> less.put((String) key, shortened(value, depth)));
    return less;
  }

  private static Object shortened(Object value, int depth) {
    if (value instanceof String text) {
      return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
    }
    if (value instanceof Map<?, ?> map) {
      return depth == 0 ? Map.of() : shortened(map, depth - 1);
    }
    if (value instanceof List<?> list) {
      return list.stream().limit(3).filter(v -> v != null).map(v -> shortened(v, depth)).toList();
    }
    return value;
  }

  /** A few neighbouring cells of a notebook, sometimes all of them. */
  private Notebook some(Random random) {
    Notebook notebook = gallery.get(random.nextInt(gallery.size()));
    int n = notebook.cells().size();
    if (random.nextInt(10) == 0) {
      return notebook;
    }
    int from = random.nextInt(n);
    int to = Math.min(n, from + 1 + random.nextInt(8));
    return new Notebook(notebook.cells().subList(from, to), notebook.metadata(), notebook.minor());
  }

  private static String mutated(String text, List<String> tokens, Random random) {
    StringBuilder now = new StringBuilder(text);
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(now.length() + 1);
      int to = Math.min(now.length(), at + random.nextInt(30));
      String token = tokens.get(random.nextInt(tokens.size()));
      switch (random.nextInt(9)) {
        case 0, 1 -> now.insert(at, token);
        case 2, 3 -> now.replace(at, to, token);
        case 4 -> now.delete(at, to);
        case 5 -> now.insert(at, now.substring(at, to).repeat(1 + random.nextInt(3)));
        case 6 -> {
          if (at < now.length()) {
            now.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
          }
        }
        case 7 -> number(now, at, token);
        default -> {
          if (random.nextInt(6) == 0) {
            now.setLength(at);
          }
        }
      }
    }
    return now.toString();
  }

  /** Puts something else in the place of the next number. */
  private static void number(StringBuilder text, int from, String token) {
    int at = from;
    while (at < text.length() && !Character.isDigit(text.charAt(at))) {
      at++;
    }
    int to = at;
    while (to < text.length() && Character.isDigit(text.charAt(to))) {
      to++;
    }
    text.replace(at, to, token.strip());
  }
}
