// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.text.Text;

/**
 * YAML in colours, a line at a time: keys, numbers, strings, references and comments. JSON is YAML
 * enough, and so is a constructor call in JavaScript. For reading only; what a text means is
 * decided elsewhere.
 */
final class YamlText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>(?:^|(?<=\\s))#.*$|^\\s*//.*$)"
              + "|(?<key>[A-Za-z_][\\w./-]*(?=:(?:\\s|$))|\"[^\"]*\"(?=:))"
              + "|(?<string>\"[^\"]*\"|'[^']*')"
              + "|(?<ref>\\$[A-Za-z_]\\w*)"
              + "|(?<number>(?<![\\w.-])[+-]?\\d[\\d.]*(?:e[+-]?\\d+)?(?:ms|s|m|h|d|/s|%)?(?![\\w.-]))");

  private YamlText() {}

  static List<Text> line(String line) {
    List<Text> texts = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(line);
    int at = 0;
    while (matcher.find()) {
      plain(texts, line.substring(at, matcher.start()));
      for (String kind : List.of("comment", "key", "string", "ref", "number")) {
        if (matcher.group(kind) != null) {
          texts.add(styled(matcher.group(), "y-" + kind));
        }
      }
      at = matcher.end();
    }
    plain(texts, line.substring(at));
    return texts;
  }

  static Text styled(String text, String styleClass) {
    Text node = new Text(text);
    node.getStyleClass().add(styleClass);
    return node;
  }

  private static void plain(List<Text> texts, String text) {
    if (!text.isEmpty()) {
      texts.add(new Text(text));
    }
  }
}
