// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How far each character of a font moves on, read from its file: tables {@code head} (units per
 * em), {@code hhea} and {@code hmtx} (advances) and {@code cmap} formats 4 and 12 (character to
 * glyph), as the OpenType specification lays them out. Both kinds of file (TTF, OTF) share these
 * tables.
 */
final class Advances {
  private final ByteBuffer file;
  private final double unitsPerEm;
  private final int hmtx;
  private final int longMetrics;
  private final int cmap;
  private final int cmapFormat;
  private final double[] latin = new double[0x250];

  Advances(byte[] bytes) {
    file = ByteBuffer.wrap(bytes);
    unitsPerEm = u16(table("head") + 18);
    longMetrics = u16(table("hhea") + 34);
    hmtx = table("hmtx");
    int best = -1;
    int root = table("cmap");
    for (int i = 0; i < u16(root + 2); i++) {
      int subtable = root + file.getInt(root + 4 + 8 * i + 4);
      int format = u16(subtable);
      if (format == 12 || (format == 4 && best < 0)) {
        best = subtable;
      }
    }
    if (best < 0) {
      throw new IllegalArgumentException("the font has no Unicode character map");
    }
    cmap = best;
    cmapFormat = u16(best);
    for (int c = 0; c < latin.length; c++) {
      latin[c] = advance(glyph(c));
    }
  }

  /** Sum of the advances in em. */
  double ofText(String text) {
    double sum = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      sum += c < latin.length ? latin[c] : advance(glyph(c));
      i += Character.charCount(c);
    }
    return sum;
  }

  private double advance(int glyph) {
    return u16(hmtx + 4 * Math.min(glyph, longMetrics - 1)) / unitsPerEm;
  }

  private int glyph(int c) {
    return cmapFormat == 12 ? glyphOfGroups(c) : glyphOfSegments(c);
  }

  private int glyphOfGroups(int c) {
    int low = 0;
    int high = file.getInt(cmap + 12) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int group = cmap + 16 + 12 * middle;
      if (c < file.getInt(group)) {
        high = middle - 1;
      } else if (c > file.getInt(group + 4)) {
        low = middle + 1;
      } else {
        return file.getInt(group + 8) + c - file.getInt(group);
      }
    }
    return 0;
  }

  private int glyphOfSegments(int c) {
    int twice = u16(cmap + 6);
    for (int i = 0; i < twice; i += 2) {
      if (c > u16(cmap + 14 + i)) {
        continue;
      }
      int start = u16(cmap + 16 + twice + i);
      if (c < start) {
        return 0;
      }
      int delta = u16(cmap + 16 + 2 * twice + i);
      int at = cmap + 16 + 3 * twice + i;
      int offset = u16(at);
      if (offset == 0) {
        return c + delta & 0xFFFF;
      }
      int glyph = u16(at + offset + 2 * (c - start));
      return glyph == 0 ? 0 : glyph + delta & 0xFFFF;
    }
    return 0;
  }

  private int table(String tag) {
    for (int i = 0; i < u16(4); i++) {
      int record = 12 + 16 * i;
      byte[] name = new byte[4];
      file.get(record, name);
      if (new String(name, StandardCharsets.ISO_8859_1).equals(tag)) {
        return file.getInt(record + 8);
      }
    }
    throw new IllegalArgumentException("the font has no table " + tag);
  }

  private int u16(int at) {
    return file.getShort(at) & 0xFFFF;
  }
}
