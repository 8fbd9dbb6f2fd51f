// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import loopbench.cell.Core;

/** The hash of everything a result depends on. */
public final class Keys {
  private Keys() {}

  /**
   * @param kind the cell's kind
   * @param identity what the preparation says its result depends on
   * @param reads the keys or fingerprints of the results it reads, in their declared order
   */
  static String of(String kind, String identity, List<String> reads) {
    MessageDigest digest = sha256();
    for (String part : List.of(Core.VERSION, kind, identity)) {
      feed(digest, part);
    }
    reads.forEach(r -> feed(digest, r));
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  public static String sha256(byte[] content) {
    return HexFormat.of().formatHex(sha256().digest(content));
  }

  /** Lengths keep "ab","c" apart from "a","bc". */
  private static void feed(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
