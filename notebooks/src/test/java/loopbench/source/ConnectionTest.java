// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTest {
  @ParameterizedTest
  @ValueSource(strings = {"ftp://host", "host:9090", "/metrics", "http:///x", "http://"})
  void anAddressIsHttp(String url) {
    assertThatThrownBy(() -> Connection.of("prod", url))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://user:pa55@host", "http://host?token=pa55", "http://host#pa55"})
  void aSecretInTheAddressIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> Connection.of("prod", url))
        .hasMessageContaining("a secret belongs into its bearer token")
        .hasMessageNotContaining("pa55");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pa55 word", "pa55\nInjected: 1", "pa55\u00e9"})
  void aTokenThatBreaksTheHeaderIsRefusedAndNotRepeated(String token) {
    Connection open = Connection.of("prod", "http://host");
    assertThatThrownBy(() -> open.withBearerToken(token))
        .hasMessage("bearer token of connection prod must be visible ASCII without spaces");
  }

  @Test
  void theTimeoutIsAboveZero() {
    Connection open = Connection.of("prod", "http://host");
    assertThatThrownBy(() -> open.withTimeout(Duration.ZERO))
        .hasMessage("timeout of connection prod must be in (0 s, 1 h], was 0 s");
    assertThatThrownBy(() -> open.withTimeout(Duration.ofHours(2))).hasMessageContaining("7200 s");
  }

  @Test
  void itsTextSaysThatThereIsATokenButNotWhich() {
    Connection open = Connection.of("prod", "https://host:9091/prom");
    assertThat(open).hasToString("prod (https://host:9091/prom)");
    assertThat(open.withBearerToken("pa55"))
        .hasToString("prod (https://host:9091/prom), with a bearer token");
    assertThat(open.withBearerToken(" \n")).isEqualTo(open);
  }
}
