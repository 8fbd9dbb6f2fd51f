// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import loopbench.series.Clock;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;

/**
 * A name for data by their content: SHA-256 over instants, names, labels, readings and the bits of
 * the numbers. Equal sets have equal hashes; -0.0 and 0.0 do not.
 */
public final class CanonicalHash {
  private CanonicalHash() {}

  /** {@code sha256:} and 64 hexadecimal digits. */
  public static String of(SeriesSet set) {
    MessageDigest digest = sha256();
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                new DigestOutputStream(OutputStream.nullOutputStream(), digest), 1 << 16))) {
      write(set, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  private static void write(SeriesSet set, DataOutputStream out) throws IOException {
    Clock clock = set.clock();
    out.writeInt(clock.size());
    for (int i = 0; i < clock.size(); i++) {
      out.writeLong(clock.timeMs(i));
    }
    out.writeInt(set.series().size());
    for (Series one : set.series()) {
      text(one.name(), out);
      out.writeInt(one.labels().byName().size());
      for (Map.Entry<String, String> label : one.labels().byName().entrySet()) {
        text(label.getKey(), out);
        text(label.getValue(), out);
      }
      for (int i = 0; i < one.size(); i++) {
        out.writeByte(code(one.reading(i)));
        if (one.reading(i) == Reading.VALUE) {
          out.writeLong(Double.doubleToRawLongBits(one.value(i)));
        }
      }
    }
  }

  /** Written out, so that a reordered enum does not change every hash. */
  private static int code(Reading reading) {
    return switch (reading) {
      case VALUE -> 'v';
      case NAN -> 'n';
      case STALE -> 's';
      case ABSENT -> 'a';
    };
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
