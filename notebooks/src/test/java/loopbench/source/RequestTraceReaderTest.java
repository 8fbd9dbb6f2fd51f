// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTraceReaderTest {
  private static final String SECONDS = "arrived_at,num_prefill_tokens,num_decode_tokens\n";
  private static final String DATED = "TIMESTAMP,ContextTokens,GeneratedTokens\n";

  private static TraceAnswer read(String text) {
    return RequestTraceReader.read(text.getBytes(StandardCharsets.UTF_8), "t");
  }

  private static RequestTrace trace(TraceAnswer answer) {
    return answer.match(
        new TraceAnswer.Cases<RequestTrace>() {
          @Override
          public RequestTrace data(TraceAnswer.Data data) {
            return data.trace();
          }

          @Override
          public RequestTrace refused(TraceAnswer.Refused refused) {
            throw new AssertionError(refused.problem().sentence());
          }
        });
  }

  private static String problem(TraceAnswer answer) {
    return answer.match(
        new TraceAnswer.Cases<String>() {
          @Override
          public String data(TraceAnswer.Data data) {
            return "read " + data.trace();
          }

          @Override
          public String refused(TraceAnswer.Refused refused) {
            return refused.problem().sentence();
          }
        });
  }

  private static final RequestTrace THREE =
      RequestTrace.of(
          new double[] {0, 0.5, 61.25}, new int[] {374, 396, 879}, new int[] {44, 109, 55});

  @Test
  void theSameRequestsInEveryForm() {
    assertThat(trace(read(SECONDS + "0.0,374,44\n0.5,396,109\n61.25,879,55\n"))).isEqualTo(THREE);
    assertThat(
            trace(
                read(
                    DATED
                        + "2023-11-16 23:59:46.5000000,374,44\r\n"
                        + "2023-11-16 23:59:47.0000000,396,109\r\n"
                        + "2023-11-17 00:00:47.7500000,879,55")))
        .isEqualTo(THREE);
    assertThat(
            trace(
                read(
                    "{\"timestamp\": 27000, \"input_length\": 374, \"output_length\": 44,"
                        + " \"hash_ids\": [1, 2]}\n"
                        + "{\"output_length\": 109, \"timestamp\": 27500, \"input_length\": 396}\n\n"
                        + "{\"timestamp\": 88250.0, \"input_length\": 879, \"output_length\": 55}\n")))
        .isEqualTo(THREE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufeffarrived_at,num_prefill_tokens,num_decode_tokens\n7,374,44\n7.5,396,109\n68.25,879,55\n",
        "\n\"arrived_at\";\"num_prefill_tokens\";\"num_decode_tokens\"\n7;374;44\n7.5;396;109\n\n68.25;879;55\n",
        "id, num_decode_tokens, arrived_at, num_prefill_tokens\na,44,7,374\n\"b,c\", 109, 7.5, 396.0\nd,55,68.25,879\n",
        "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10T00:00:00Z,374,44\n2024-05-10 02:00:00.5+02:00,396,109\n2024-05-10 00:01:01.250000+00:00,879,55\n",
      })
  void columnsAndSpellingsMayVary(String text) {
    assertThat(trace(read(text))).isEqualTo(THREE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,1,1;-2,1,1 | line 3: arrived_at is -2, which is negative",
        "0,1,1;soon,1,1 | line 3: arrived_at is soon, which is no number",
        "0,1,1;NaN,1,1 | line 3: arrived_at is NaN, which is no number",
        "0,1,1;Infinity,1,1 | line 3: arrived_at is Infinity, which is no number",
        "5,1,1;6,1,1;5.5,1,1 | line 4: arrived_at is 5.5 s, before the request above it; sort the trace by time.",
        "0,1,1;2e9,1,1 | line 3: arrived_at is 2e9 s, decades after the first request; check the unit",
        "0,1,1;1,,1 | line 3: num_prefill_tokens is missing; fill it in",
        "0,1,1;1,2 | line 3: num_decode_tokens is missing",
        "0,1,1;,1,1 | line 3: arrived_at is missing",
        "0,1,1;1,-3,1 | line 3: num_prefill_tokens is -3, which is negative; give tokens as whole numbers from 1 to 10,000,000.",
        "0,1,1;1,3,0 | line 3: num_decode_tokens is 0, but a request has at least one",
        "0,1,1;1,3.5,1 | line 3: num_prefill_tokens is 3.5, which is not whole",
        "0,1,1;1,many,1 | line 3: num_prefill_tokens is \"many\", which is no number",
        "0,1,1;1,0x10,1 | line 3: num_prefill_tokens is \"0x10\", which is no number",
        "0,1,1;1,1,99999999999 | line 3: num_decode_tokens is 99999999999, more than is believed",
        "0,1,1;1,1,1e300 | line 3: num_decode_tokens is 1e300, more than is believed",
        "0,1,1;1,1,1,1 | line 3 has 4 fields, the header 3",
        "0,1,1;\"1,1,1 | line 3: a quotation mark opens and does not close",
      })
  void aRowThatCannotBeIsNamed(String rows, String sentence) {
    assertThat(problem(read(SECONDS + rows.replace(';', '\n') + "\n1,1,1\n")))
        .startsWith("t: " + sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2023-11-16 18:15:46.1,1,1;2023-11-16 18:15:46.0,1,1 | line 3: TIMESTAMP is 2023-11-16 18:15:46.0, before the request above it",
        "yesterday,1,1 | line 2: TIMESTAMP is \"yesterday\", which is no time; write it like 2023-11-16 18:15:46.6805900.",
        "2023-13-16 18:15:46,1,1 | line 2: TIMESTAMP is \"2023-13-16 18:15:46\", which is no time",
        "2023-11-16 18:15:46,1, | line 2: GeneratedTokens is missing",
        "2023-11-16 18:15:46,1,1;1970-01-01 00:00:00,1,1 | line 3: TIMESTAMP is 1970-01-01 00:00:00, before",
        "1970-01-01 00:00:00,1,1;2023-11-16 18:15:46,1,1 | line 3: TIMESTAMP is 2023-11-16 18:15:46, decades after",
      })
  void aDateThatCannotBeIsNamed(String rows, String sentence) {
    assertThat(problem(read(DATED + rows.replace(';', '\n')))).startsWith("t: " + sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'timestamp': 5, 'input_length': 1} | line 2: output_length is missing",
        "{'timestamp': 5, 'input_length': null, 'output_length': 1} | line 2: input_length is missing",
        "{'input_length': 1, 'output_length': 1} | line 2: timestamp is missing",
        "{'timestamp': -5, 'input_length': 1, 'output_length': 1} | line 2: timestamp is -5, which is negative",
        "{'timestamp': 'x', 'input_length': 1, 'output_length': 1} | line 2: timestamp is \"x\", which is no number",
        "{'timestamp': 5, 'input_length': [1], 'output_length': 1} | line 2: input_length is a structure, which is no number",
        "{'timestamp': 5, 'input_length': 1.5, 'output_length': 1} | line 2: input_length is 1.5, which is not whole",
        "{'timestamp': 1, 'input_length': 1, 'output_length': 1} | line 2: timestamp is 1 ms, before the request above it",
        "{'timestamp': 1e15, 'input_length': 1, 'output_length': 1} | line 2: timestamp is 1e15 ms, decades after",
        "{'timestamp': 5, | line 2: the JSON is malformed; write one object a line",
        "[1] | line 2: \"[\" stands outside an object",
      })
  void anObjectThatCannotBeIsNamed(String object, String sentence) {
    assertThat(
            problem(
                read(
                    "{\"timestamp\": 4, \"input_length\": 9, \"output_length\": 9}\n"
                        + object.replace('\'', '"'))))
        .startsWith("t: " + sentence);
  }

  @Test
  void whatIsNoTraceIsSentToTheForms() {
    assertThat(problem(read(""))).startsWith("t: the file is empty; give CSV with the header");
    assertThat(problem(read("t_s,queue\n0,1\n")))
        .startsWith("t: line 1 is \"t_s,queue\", which is no header of a request trace");
    assertThat(problem(read("0.0,374,44\n"))).startsWith("t: line 1 is \"0.0,374,44\"");
    assertThat(problem(read("arrived_at,num_prefil_tokens,num_decode_tokens\n0,1,1\n")))
        .isEqualTo(
            "t: line 1: there is no column num_prefill_tokens; call it so if"
                + " \"num_prefil_tokens\" is meant.");
    assertThat(problem(read("arrived_at,arrived_at,num_prefill_tokens,num_decode_tokens\n")))
        .startsWith("t: line 1: the column arrived_at stands twice");
    assertThat(problem(read(SECONDS))).startsWith("t: the file holds no requests");
    assertThat(problem(RequestTraceReader.read(new byte[] {0x1f, (byte) 0x8b, 8, 0}, "t")))
        .isEqualTo("t: the file is compressed with gzip; unpack it first.");
    assertThat(problem(read("x".repeat(2_000_000))).length()).isLessThan(400);
    assertThat(problem(read(",".repeat(2_000_000)))).contains("more than 1,000 fields");
  }

  @Test
  void tooManyRequestsAreRefusedWithTheLimit() {
    byte[] three = (SECONDS + "0,1,1\n1,1,1\n2,1,1\n").getBytes(StandardCharsets.UTF_8);
    assertThat(trace(RequestTraceReader.read(three, "t", 3)).size()).isEqualTo(3);
    assertThat(problem(RequestTraceReader.read(three, "t", 2)))
        .isEqualTo("t: line 4: the trace has more than 2 requests; keep the part you need.");
  }

  /** A day at seven requests a second. */
  @Test
  void aDayOfRequestsIsRead() {
    StringBuilder text = new StringBuilder(SECONDS);
    for (int i = 0; i < 600_000; i++) {
      text.append(i / 7).append('.').append(i % 7).append(",1200,210\n");
    }
    RequestTrace day = trace(read(text.toString()));
    assertThat(day.size()).isEqualTo(600_000);
    assertThat(day.problems()).isEmpty();
    assertThat(day.arrivalS(599_999)).isEqualTo(85_714.1);
  }

  static LongStream seeds() {
    return new Random(4).longs(40);
  }

  /** Whatever stands in a file, the answer is a trace that can be run or a sentence. */
  @ParameterizedTest
  @MethodSource("seeds")
  void noFileThrows(long seed) {
    Random random = new Random(seed);
    String[] good = {
      SECONDS + "0,374,44\n0.5,396,109\n",
      DATED + "2023-11-16 18:15:46.6805900,374,44\n2023-11-16 18:15:50,396,109\n",
      "{\"timestamp\": 0, \"input_length\": 6, \"output_length\": 5, \"hash_ids\": [0, 1]}\n"
    };
    byte[] bytes = good[random.nextInt(3)].getBytes(StandardCharsets.UTF_8);
    String hostile = "\",;\n\r\t {}[]:-+.eNZT\u0000\u001f0123456789";
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      bytes[random.nextInt(bytes.length)] =
          random.nextInt(4) == 0
              ? (byte) random.nextInt(256)
              : (byte) hostile.charAt(random.nextInt(hostile.length()));
    }
    TraceAnswer answer = RequestTraceReader.read(bytes, "t");
    answer.match(
        new TraceAnswer.Cases<Void>() {
          @Override
          public Void data(TraceAnswer.Data data) {
            assertThat(data.trace().problems()).isEmpty();
            assertThat(LoadModel.of(data.trace()).problems()).isEmpty();
            return null;
          }

          @Override
          public Void refused(TraceAnswer.Refused refused) {
            assertThat(refused.problem().sentence()).startsWith("t: ").hasSizeLessThan(700);
            return null;
          }
        });
  }

  /** An hour of a conversational service (Azure's LLM inference trace of 2023). */
  @Test
  void thePublishedHourIsRead() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    Path file = null;
    while (folder != null && file == null) {
      Path candidate = folder.resolve("shared/traces/azure-llm-conv-2023.csv");
      file = Files.isRegularFile(candidate) ? candidate : null;
      folder = folder.getParent();
    }
    assumeTrue(file != null, "there is no folder shared beside the project");
    RequestTrace hour = trace(RequestTraceReader.read(Files.readAllBytes(file), "hour"));
    assertThat(hour.size()).isEqualTo(19_366);
    assertThat(hour.problems()).isEmpty();
    assertThat(hour.arrivalS(0)).isZero();
    assertThat(hour.arrivalS(1)).isEqualTo(4.314579);
    assertThat(hour.promptTokens(1)).isEqualTo(396);
    assertThat(hour.outputTokens(19_365)).isPositive();
    assertThat(hour.arrivalS(19_365)).isEqualTo(3501.721937);
  }
}
