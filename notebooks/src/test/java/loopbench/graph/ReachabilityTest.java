// SPDX-License-Identifier: Apache-2.0
package loopbench.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loopbench.cell.CellKinds;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random notebooks full of clashes, circles, dangling references and disabled cells, against a
 * plain model: a cell is at fault or not, and whatever reaches a cell at fault cannot run.
 */
class ReachabilityTest {
  private static final int ROUNDS = 100;

  /**
   * A cell as the model sees it.
   *
   * @param defines its address, or {@code $name} of a parameter
   * @param wants addresses and parameters it refers to
   */
  private record Node(
      String id, Set<String> defines, Set<String> wants, boolean off, String text) {}

  private final List<Node> nodes = new ArrayList<>();

  static IntStream seeds() {
    return IntStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyFaultBlocksWhatDependsOnItAndNothingElse(int seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      generate(random);
      Notebook page =
          Notebook.of(nodes.stream().map(n -> Cell.of(n.id(), Cell.Type.CODE, n.text())).toList());
      Topology topology = Topology.of(page, CellKinds.standard());
      String story = "seed " + seed + ", round " + round + "\n" + texts();
      Set<String> atFault = new HashSet<>();
      Set<String> stopped = new HashSet<>();
      for (Node node : nodes) {
        if (!node.off() && isAtFault(node)) {
          atFault.add(node.id());
        }
      }
      for (Node node : nodes) {
        if (!node.off() && reached(node).stream().anyMatch(n -> atFault.contains(n.id()))) {
          stopped.add(node.id());
        }
      }
      for (Node node : nodes) {
        String id = node.id();
        assertThat(topology.order().problems().get(id).isEmpty())
            .as("%s%n%s: %s", story, id, topology.order().problems().get(id))
            .isEqualTo(!atFault.contains(id));
        assertThat(topology.order().runnable().contains(id))
            .as("%s%n%s runs", story, id)
            .isEqualTo(!node.off() && !atFault.contains(id) && !stopped.contains(id));
        assertThat(topology.order().blocked().containsKey(id))
            .as("%s%n%s is blocked", story, id)
            .isEqualTo(stopped.contains(id) && !atFault.contains(id));
      }
      for (List<String> reasons : topology.order().blocked().values()) {
        assertThat(reasons).as(story).isNotEmpty().doesNotHaveDuplicates();
      }
      inOrder(topology, story);
    }
  }

  private static void inOrder(Topology topology, String story) {
    List<String> order = topology.order().runnable();
    for (String id : order) {
      for (String read : topology.reads().get(id)) {
        assertThat(order.indexOf(read)).as(story).isBetween(0, order.indexOf(id) - 1);
      }
    }
  }

  // ---- the model ------------------------------------------------------------------------------

  private boolean isAtFault(Node node) {
    boolean clashes = node.defines().stream().anyMatch(d -> definers(d).size() > 1);
    boolean dangles = node.wants().stream().anyMatch(w -> definers(w).isEmpty());
    return clashes || dangles || reached(node).contains(node);
  }

  private List<Node> definers(String what) {
    return nodes.stream().filter(n -> !n.off() && n.defines().contains(what)).toList();
  }

  /** All cells a cell reads, and those that these read. */
  private Set<Node> reached(Node from) {
    Set<Node> seen = new LinkedHashSet<>();
    List<Node> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      for (String want : open.remove(0).wants()) {
        for (Node next : definers(want)) {
          if (seen.add(next)) {
            open.add(next);
          }
        }
      }
    }
    return seen;
  }

  // ---- the notebooks --------------------------------------------------------------------------

  private void generate(Random random) {
    nodes.clear();
    int many = 3 + random.nextInt(14);
    for (int i = 0; i < many; i++) {
      node("c" + i, random);
    }
    Collections.shuffle(nodes, random);
  }

  private void node(String id, Random random) {
    String name = "abcd".charAt(random.nextInt(4)) + "";
    Set<String> defines = new LinkedHashSet<>();
    Set<String> wants = new LinkedHashSet<>();
    String text;
    switch (random.nextInt(9)) {
      case 0 -> {
        text = "params:\n";
        for (String parameter : random.nextBoolean() ? List.of("kp") : List.of("kp", "ki")) {
          text += "  " + parameter + ": {value: 0.05}\n";
          defines.add("$" + parameter);
        }
      }
      case 1, 2 -> {
        text = "plant: %s\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n";
        defines.add("plant." + name);
      }
      case 3, 4 -> {
        text = "flow: %s\nrate: 200/s\nminRate: 5/s\ndt: 1s\n";
        defines.add("flow." + name);
        if (random.nextInt(3) == 0) {
          text += "kp: $kp\n";
          wants.add("$kp");
        }
      }
      case 5, 6 -> {
        text =
            "run: %s\nticks: 6\n" + wanted("plant", random, wants) + wanted("flow", random, wants);
        defines.add("run." + name);
        if (random.nextInt(3) == 0) {
          String sweep = one(random);
          text += "at: sweep." + sweep + ".best\n";
          wants.add("sweep." + sweep);
        }
      }
      case 7 -> {
        text = "sweep: %s\naxes: {flow.kp: [0.1, 0.2]}\n" + wanted("run", random, wants);
        defines.add("sweep." + name);
      }
      default -> {
        String run = one(random);
        name = "~";
        text = "check: %s\nthat:\n  - run." + run + ".iae >= 0\n";
        wants.add("run." + run);
      }
    }
    boolean off = random.nextInt(6) == 0;
    nodes.add(
        new Node(id, defines, wants, off, String.format(text, name) + (off ? "when: off\n" : "")));
  }

  private static String wanted(String kind, Random random, Set<String> wants) {
    String name = one(random);
    wants.add(kind + "." + name);
    return kind + ": " + name + "\n";
  }

  /** Mostly a name that is likely to be there. */
  private static String one(Random random) {
    return List.of("a", "b", "c", "d", "a", "b", "e").get(random.nextInt(7));
  }

  private String texts() {
    return nodes.stream().map(n -> "#" + n.id() + " " + n.text()).collect(Collectors.joining("\n"));
  }
}
