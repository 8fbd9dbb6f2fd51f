// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WindowSystemTest {
  private String platform;

  @BeforeEach
  void asOnADesktop() {
    platform = System.getProperty("glass.platform");
    System.clearProperty("glass.platform");
  }

  @AfterEach
  void asBefore() {
    if (platform != null) {
      System.setProperty("glass.platform", platform);
    }
  }

  @Test
  void saysThatThereIsNoDisplay() {
    assertThat(WindowSystem.missing("Linux", Map.of(), library -> true).orElseThrow())
        .contains("DISPLAY is not set");
  }

  @Test
  void saysWhichLibraryIsMissing() {
    assertThat(
            WindowSystem.missing(
                    "Linux", Map.of("DISPLAY", ":0"), library -> !library.startsWith("libgtk"))
                .orElseThrow())
        .contains("libgtk-3.so.0")
        .doesNotContain("libXtst");
    assertThat(WindowSystem.ADVICE).contains("libgtk-3-0").contains("libxtst6");
  }

  @Test
  void findsNothingMissingWhereAWindowCanOpen() {
    assertThat(WindowSystem.missing("Linux", Map.of("DISPLAY", ":0"), library -> true)).isEmpty();
    assertThat(WindowSystem.missing("Mac OS X", Map.of(), library -> false)).isEmpty();
  }
}
