// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Arrays;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.RequestTrace;

/**
 * Reads recorded requests: when each came, and how many tokens prompt and answer had. The form is
 * told by the content, not by the name:
 *
 * <ul>
 *   <li>CSV with the header {@code arrived_at,num_prefill_tokens,num_decode_tokens} (seconds), as
 *       Vidur keeps traces;
 *   <li>CSV with the header {@code TIMESTAMP,ContextTokens,GeneratedTokens} (a date and a time of
 *       day), as Azure publishes them;
 *   <li>JSON lines with {@code timestamp} (milliseconds), {@code input_length} and {@code
 *       output_length}, as Mooncake publishes them.
 * </ul>
 *
 * <p>Columns may stand in any order and others beside them. Times count from the first request,
 * which comes at 0 s, whatever its own time is. A row that cannot be is refused with its line and
 * its field, never mended.
 *
 * <p>Beside the bytes it holds 16 bytes a request, of at most {@link #MOST_REQUESTS}; no line is
 * held as text but the one that is wrong.
 */
public final class RequestTraceReader {
  /** More than a day at fifty requests a second. */
  public static final int MOST_REQUESTS = 5_000_000;

  static final String FORMS =
      "give CSV with the header arrived_at,num_prefill_tokens,num_decode_tokens or"
          + " TIMESTAMP,ContextTokens,GeneratedTokens, or JSON lines with timestamp, input_length"
          + " and output_length";

  private RequestTraceReader() {}

  /**
   * Reads a file's bytes.
   *
   * @param where the file's name, for problems
   */
  public static TraceAnswer read(byte[] content, String where) {
    return read(content, where, MOST_REQUESTS);
  }

  static TraceAnswer read(byte[] content, String where, int most) {
    try {
      int from = firstByte(content);
      if (from == content.length) {
        throw new Refusal("the file is empty", where, FORMS);
      }
      if (content[from] == 0x1f && from + 1 < content.length && content[from + 1] == (byte) 0x8b) {
        throw new Refusal("the file is compressed with gzip", where, "unpack it first");
      }
      Rows rows = new Rows(where, Math.min(most, lines(content)), most);
      if (content[from] == '{') {
        TraceJson.read(content, from, where, rows);
      } else {
        TraceCsv.read(content, from, where, rows);
      }
      return new TraceAnswer.Data(rows.trace());
    } catch (Refusal refusal) {
      return new TraceAnswer.Refused(refusal.problem());
    }
  }

  /** Past a byte order mark and blanks. */
  private static int firstByte(byte[] content) {
    boolean mark =
        content.length >= 3
            && content[0] == (byte) 0xef
            && content[1] == (byte) 0xbb
            && content[2] == (byte) 0xbf;
    int from = mark ? 3 : 0;
    while (from < content.length && content[from] <= ' ' && content[from] >= 0) {
      if (content[from] == 0x1f) {
        return from;
      }
      from++;
    }
    return from;
  }

  private static int lines(byte[] content) {
    int lines = 1;
    for (byte one : content) {
      lines += one == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** The requests read so far; takes only what a trace may hold. */
  static final class Rows {
    private final String where;
    private final int most;
    private double[] arrivalS;
    private int[] promptTokens;
    private int[] outputTokens;
    private int size;

    private Rows(String where, int likely, int most) {
      this.where = where;
      this.most = most;
      arrivalS = new double[likely];
      promptTokens = new int[likely];
      outputTokens = new int[likely];
    }

    /**
     * Takes a request.
     *
     * @param sinceFirstS seconds since the first one
     * @param told the time as the file has it
     */
    void add(int line, String timeField, double sinceFirstS, String told, int prompt, int output)
        throws Refusal {
      if (size > 0 && sinceFirstS < arrivalS[size - 1]) {
        throw new Refusal(
            "line " + line + ": " + timeField + " is " + told + ", before the request above it",
            where,
            "sort the trace by time");
      }
      if (sinceFirstS > Demand.LONGEST_S) {
        throw new Refusal(
            "line " + line + ": " + timeField + " is " + told + ", decades after the first request",
            where,
            "check the unit; a trace lasts at most " + Told.count((long) Demand.LONGEST_S) + " s");
      }
      if (size == most) {
        throw new Refusal(
            "line " + line + ": the trace has more than " + Told.count(most) + " requests",
            where,
            "keep the part you need");
      }
      if (size == arrivalS.length) { // several requests on a line
        int longer = Math.min(most, 2 * size);
        arrivalS = Arrays.copyOf(arrivalS, longer);
        promptTokens = Arrays.copyOf(promptTokens, longer);
        outputTokens = Arrays.copyOf(outputTokens, longer);
      }
      arrivalS[size] = sinceFirstS;
      promptTokens[size] = prompt;
      outputTokens[size++] = output;
    }

    /** A number of tokens, or a refusal that says what is wrong with it. */
    int tokens(int line, String field, double value, String told) throws Refusal {
      if (value == Math.rint(value) && value >= 1 && value <= Lengths.MOST_TOKENS) {
        return (int) value;
      }
      throw new Refusal(
          "line " + line + ": " + field + " is " + told + wrongTokens(value),
          where,
          "give tokens as whole numbers from 1 to " + Told.count(Lengths.MOST_TOKENS));
    }

    private static String wrongTokens(double value) {
      if (!Double.isFinite(value)) {
        return ", which is no number";
      }
      if (value < 1) {
        return value < 0 ? ", which is negative" : ", but a request has at least one";
      }
      return value > Lengths.MOST_TOKENS ? ", more than is believed" : ", which is not whole";
    }

    /** A time as a number that may count from anywhere, or a refusal. */
    double time(int line, String field, double value, String told, String unit) throws Refusal {
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
      throw new Refusal(
          "line "
              + line
              + ": "
              + field
              + " is "
              + told
              + (value < 0 ? ", which is negative" : ", which is no number"),
          where,
          "give " + unit + " since the trace's start");
    }

    private RequestTrace trace() throws Refusal {
      if (size == 0) {
        throw new Refusal("the file holds no requests", where, FORMS);
      }
      return RequestTrace.of(trimmed(arrivalS), trimmed(promptTokens), trimmed(outputTokens));
    }

    private double[] trimmed(double[] values) {
      return values.length == size ? values : Arrays.copyOf(values, size);
    }

    private int[] trimmed(int[] values) {
      return values.length == size ? values : Arrays.copyOf(values, size);
    }
  }
}
