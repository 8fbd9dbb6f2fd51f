// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded cases from {@code src/test/resources/scaling}, by kind. */
public final class Cases {
  private Cases() {}

  /** The cases of some kinds as arguments: id, kind, input, output. */
  public static Stream<Arguments> of(String resource, String... kinds) {
    try (InputStream in = Cases.class.getResourceAsStream("/scaling/" + resource)) {
      return new JsonMapper()
          .readTree(in)
          .valueStream()
          .filter(
              c -> kinds.length == 0 || Stream.of(kinds).anyMatch(c.get("kind").asString()::equals))
          .map(
              c ->
                  Arguments.of(
                      c.get("id").asString(),
                      c.get("kind").asString(),
                      c.get("input"),
                      c.get("output")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static long[] longs(JsonNode array) {
    return array.valueStream().mapToLong(JsonNode::asLong).toArray();
  }
}
