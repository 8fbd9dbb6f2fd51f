// SPDX-License-Identifier: Apache-2.0
package loopbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The models compute and know nothing of the world. Rules are methods, so that they do run. */
class PurityTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("loopbench");

  @Test
  void dependOnNothingButJavaAndCommonsMath() {
    classes()
        .that()
        .resideInAPackage("loopbench..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.apache.commons.math3..", "loopbench..")
        .because("the models are arithmetic; what needs a library belongs in notebooks")
        .check(CLASSES);
  }

  @Test
  void knowNoFilesSocketsOrLogs() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.logging..", "java.io..")
        .because("reading belongs in notebooks.source; pass series and texts in")
        .check(CLASSES);
  }

  @Test
  void knowNoClock() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.time..")
        .because("time is an argument; whoever drives the model says what time it is")
        .check(CLASSES);
  }

  @Test
  void knowNoChanceWithoutASeed() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(java.util.Random.class)
        .orShould()
        .callConstructor(java.util.SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .because("same inputs give the same bytes; take a seed as an argument")
        .check(CLASSES);
  }

  @Test
  void startThreadsOnlyInTune() {
    noClasses()
        .that()
        .resideOutsideOfPackage("loopbench.tune..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .because("only sweeps run in parallel")
        .check(CLASSES);
  }

  /** A rule known to be false must fail, so that rules which silently do not run are noticed. */
  @Test
  void canary() {
    assertThatThrownBy(() -> noClasses().should().resideInAPackage("loopbench..").check(CLASSES))
        .isInstanceOf(AssertionError.class);
  }
}
