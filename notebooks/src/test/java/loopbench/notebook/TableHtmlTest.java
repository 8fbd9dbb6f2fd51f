// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableHtmlTest {
  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsWhatItWrote(long seed) {
    Random random = new Random(seed);
    String[] texts = {
      "", "a", "<b>", "&amp;", "\"q\" & 'r'", "two\nlines", "</td>", "</tr>\n", "1 → 2"
    };
    int columns = 1 + random.nextInt(4);
    List<List<String>> rows = new ArrayList<>();
    for (int r = random.nextInt(5); r > 0; r--) {
      rows.add(row(random, texts, columns));
    }
    TableHtml table = new TableHtml(row(random, texts, columns), rows);
    assertThat(TableHtml.read(TableHtml.write(table))).contains(table);
  }

  private static List<String> row(Random random, String[] texts, int columns) {
    return Stream.generate(() -> texts[random.nextInt(texts.length)]).limit(columns).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<table></table>",
        "<table>\n<thead>\n</thead>\n<tbody>\n</tbody>\n</table>\n",
        "<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>\n<tr><td><script>x</script></td></tr>\n</tbody>\n</table>\n",
        "<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td>2</td></tr>\n</tbody>\n</table>\n",
        "<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>\n<tr onclick='x'><td>1</td></tr>\n</tbody>\n</table>\n",
      })
  void takesNoOtherHtmlForATable(String html) {
    assertThat(TableHtml.read(html)).isEmpty();
  }
}
