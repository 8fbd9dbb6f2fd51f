// SPDX-License-Identifier: Apache-2.0
package loopbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of the packages, as the design has it. Rules are methods, so that they do run. */
class DirectionTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("loopbench");

  /** Package, and what of our own it may use; its sub-packages have rows of their own. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("knob", List.of()),
          Map.entry("series", List.of()),
          Map.entry("signal", List.of("series")),
          Map.entry("flow", List.of("knob")),
          Map.entry("scaling.hpa", List.of("knob", "series")),
          Map.entry("scaling.formula", List.of("knob")),
          Map.entry("scaling.keda", List.of("knob", "series", "scaling.hpa", "scaling.formula")),
          Map.entry(
              "scaling.lint",
              List.of(
                  "knob", "scaling.hpa", "scaling.keda", "scaling.formula", "signal", "series")),
          Map.entry("plant", List.of("knob", "series")),
          Map.entry("plant.load", List.of("knob", "plant")),
          Map.entry("plant.pool", List.of("knob", "plant", "plant.load")),
          Map.entry("cluster", List.of("plant", "series")),
          Map.entry(
              "loop",
              List.of(
                  "knob",
                  "flow",
                  "scaling.hpa",
                  "scaling.keda",
                  "signal",
                  "plant",
                  "plant.load",
                  "plant.pool",
                  "cluster",
                  "series")),
          Map.entry("score", List.of("loop", "flow", "plant", "plant.pool", "series")),
          Map.entry("identify", List.of("plant", "plant.load", "plant.pool", "loop", "series")),
          Map.entry("tune", List.of("knob", "loop", "score", "flow", "plant", "plant.pool")),
          Map.entry("source", List.of("series", "signal", "plant.load")),
          Map.entry("yaml", List.of()),
          Map.entry("notebook", List.of("yaml", "series")),
          Map.entry(
              "manifest", List.of("knob", "yaml", "scaling.hpa", "scaling.keda", "scaling.lint")),
          Map.entry("figure", List.of("series")),
          Map.entry(
              "export",
              List.of(
                  "manifest",
                  "knob",
                  "flow",
                  "scaling.hpa",
                  "scaling.keda",
                  "tune",
                  "loop",
                  "score",
                  "yaml")),
          Map.entry("cell.lang", List.of("knob")),
          Map.entry(
              "cell",
              List.of(
                  "knob",
                  "series",
                  "signal",
                  "flow",
                  "scaling.hpa",
                  "scaling.keda",
                  "scaling.lint",
                  "plant",
                  "plant.load",
                  "plant.pool",
                  "cluster",
                  "loop",
                  "score",
                  "identify",
                  "tune",
                  "source",
                  "yaml",
                  "notebook",
                  "manifest",
                  "figure",
                  "export",
                  "cell.lang")),
          Map.entry("graph", List.of("knob", "notebook", "cell", "cell.lang")),
          Map.entry(
              "run",
              List.of(
                  "knob",
                  "notebook",
                  "cell",
                  "cell.lang",
                  "graph",
                  "figure",
                  "yaml",
                  "source",
                  "export")));

  static Set<String> packages() {
    return new TreeSet<>(MAY_USE.keySet());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void usesOnlyWhatTheDesignAllows(String name) {
    List<String> allowed = new ArrayList<>();
    allowed.add("loopbench." + name);
    MAY_USE.get(name).forEach(other -> allowed.add("loopbench." + other));
    classes()
        .that()
        .resideInAPackage("loopbench." + name)
        .should()
        .onlyDependOnClassesThat(
            new com.tngtech.archunit.base.DescribedPredicate<JavaClass>("be allowed to " + name) {
              @Override
              public boolean test(JavaClass used) {
                JavaClass base = used.getBaseComponentType();
                return !base.getPackageName().startsWith("loopbench")
                    || allowed.contains(base.getPackageName());
              }
            })
        .allowEmptyShould(true)
        .because(
            "the package table of the design says so; move the class, or change the table in"
                + " a decision record")
        .check(CLASSES);
  }

  @Test
  void everyPackageHasARow() {
    Set<String> found =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .map(p -> p.substring("loopbench.".length()))
            .filter(p -> !p.startsWith("desktop") && !p.equals("cli"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(packages()).containsAll(found);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("loopbench.(**)")
        .should()
        .beFreeOfCycles()
        .because("a reader follows one direction")
        .check(CLASSES);
  }

  @Test
  void onlyTheDesktopKnowsJavaFx() {
    noClasses()
        .that()
        .resideOutsideOfPackage("loopbench.desktop..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("javafx..", "atlantafx..", "org.kordamp..")
        .because("everything below runs headless")
        .check(CLASSES);
  }

  @Test
  void viewModelsNeedNoToolkit() {
    noClasses()
        .that()
        .haveSimpleNameEndingWith("ViewModel")
        .should()
        .dependOnClassesThat(
            new com.tngtech.archunit.base.DescribedPredicate<JavaClass>("be nodes or controls") {
              @Override
              public boolean test(JavaClass used) {
                String name = used.getPackageName();
                return name.startsWith("javafx")
                    && !name.startsWith("javafx.beans")
                    && !name.startsWith("javafx.collections");
              }
            })
        .allowEmptyShould(true)
        .because("view-models are tested without a window")
        .check(CLASSES);
  }

  @Test
  void theDesktopKnowsNoWire() {
    noClasses()
        .that()
        .resideInAPackage("loopbench.desktop..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net.http..", "tools.jackson..", "org.snakeyaml..", "loopbench.source..")
        .because("HTTP, JSON and YAML are the notebooks' business")
        .check(CLASSES);
  }

  @Test
  void onlySourceSpeaksHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackage("loopbench.source..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.net.http..")
        .because("there is one place that reaches the network")
        .check(CLASSES);
  }

  @Test
  void jacksonStaysAtTheEdges() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "loopbench.source..",
            "loopbench.notebook..",
            "loopbench.yaml..",
            "loopbench.manifest..",
            "loopbench.export..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson..")
        .because("JSON is a form of writing, not a model")
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandLinePrints() {
    noClasses()
        .that()
        .resideOutsideOfPackages("loopbench.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .because("standard streams belong to the command line")
        .check(CLASSES);
  }

  @Test
  void everyCellKindIsListed() {
    Set<String> written =
        CLASSES.stream()
            .filter(c -> c.isAssignableTo(CellKind.class) && !c.isInterface())
            .filter(c -> !c.getModifiers().contains(JavaModifier.ABSTRACT))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        CellKinds.standard().stream()
            .map(k -> k.getClass().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed).isEqualTo(written);
  }

  /** A rule known to be false must fail, so that rules which silently do not run are noticed. */
  @Test
  void canary() {
    assertThatThrownBy(() -> noClasses().should().resideInAPackage("loopbench..").check(CLASSES))
        .isInstanceOf(AssertionError.class);
  }
}
