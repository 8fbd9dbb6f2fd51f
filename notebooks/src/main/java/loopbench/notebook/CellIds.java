// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Ids of cells: 1 to 64 of {@code [a-zA-Z0-9-_]}, and the same for the same document. */
final class CellIds {
  private static final Pattern VALID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  private CellIds() {}

  static boolean valid(String id) {
    return VALID.matcher(id).matches();
  }

  /** Eight hexadecimal digits that follow from the text, and are not taken. */
  static String derived(String from, Predicate<String> taken) {
    for (int attempt = 0; ; attempt++) {
      String id = digest(attempt == 0 ? from : from + '\0' + attempt).substring(0, 8);
      if (!taken.test(id)) {
        return id;
      }
    }
  }

  /** The SHA-256 of a text, in hexadecimal digits. */
  static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
