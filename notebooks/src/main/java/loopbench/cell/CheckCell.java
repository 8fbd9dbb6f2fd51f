// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import loopbench.cell.lang.Expression;
import loopbench.cell.lang.Value;

/** {@code check}: what must hold. */
final class CheckCell implements CellKind {
  static final String WORD = "check";
  private static final List<String> KINDS = List.of(RunCell.WORD, SweepCell.WORD);

  /** What a check found. */
  record Findings(List<Output.Verdict> verdicts) {
    boolean hold() {
      return verdicts.stream().allMatch(Output.Verdict::holds);
    }

    String failing() {
      return verdicts.stream()
          .filter(v -> !v.holds())
          .map(v -> v.expression() + (v.measured().isEmpty() ? "" : " (was " + v.measured() + ")"))
          .collect(Collectors.joining(", "));
    }
  }

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public boolean mayBeAnonymous() {
    return true;
  }

  @Override
  public Recipe read(Fields fields) {
    List<Expression> expressions = new ArrayList<>();
    List<String> texts = fields.texts("that");
    for (String text : texts) {
      fields.expression("that", text, KINDS).ifPresent(expressions::add);
    }
    if (texts.isEmpty()) {
      fields.wrong(
          "that",
          "that is missing.",
          "Write what must hold, one `- run.baseline.class == settles` a line.");
    }
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int line = fields.lineOf("that");
    Set<String> reads = new LinkedHashSet<>();
    for (Expression expression : expressions) {
      for (String name : expression.names()) {
        String[] parts = name.split("\\.", 3);
        if (parts.length == 3 && KINDS.contains(parts[0])) {
          reads.add(parts[0] + "." + parts[1]);
        }
      }
    }
    return upstream ->
        new Preparation.Ready(
            where,
            expressions.toString(),
            List.copyOf(reads),
            (results, control) -> checked(where, line, expressions, results));
  }

  private static Result checked(
      String where, int line, List<Expression> expressions, Results results) throws CellFailure {
    List<Output.Verdict> verdicts = new ArrayList<>();
    for (Expression expression : expressions) {
      CellFailure[] inside = new CellFailure[1];
      try {
        Expression.Verdict verdict =
            expression.verdict(
                name -> {
                  try {
                    return named(name, results);
                  } catch (CellFailure failure) {
                    inside[0] = failure;
                    return Optional.empty();
                  }
                });
        verdicts.add(
            new Output.Verdict(expression.toString(), verdict.measured(), verdict.holds()));
      } catch (Expression.Unanswerable wrong) {
        if (inside[0] != null) {
          throw inside[0];
        }
        throw new CellFailure(
            CellProblem.of(
                where,
                line,
                "that",
                "`" + expression + "` has no answer: " + wrong.getMessage() + ".",
                ""));
      }
    }
    Findings findings = new Findings(verdicts);
    long holding = verdicts.stream().filter(Output.Verdict::holds).count();
    String sentence =
        findings.hold()
            ? (verdicts.size() == 1 ? "It holds." : "All " + verdicts.size() + " hold.")
            : holding + " of " + verdicts.size() + " hold; not: " + findings.failing() + ".";
    Result result =
        Result.of(findings, List.of(new Output.Verdicts(verdicts, sentence)))
            .withMachine(WORD, machine(where, findings));
    return findings.hold() ? result : result.ended(Result.Standing.CHECK_FAILED);
  }

  private static Optional<Value> named(String name, Results results) throws CellFailure {
    String[] parts = name.split("\\.", 3);
    if (parts.length < 3 || !KINDS.contains(parts[0])) {
      return ScoreValues.word(name);
    }
    String address = parts[0] + "." + parts[1];
    if (parts[0].equals(SweepCell.WORD)) {
      return SweepCell.named(results.value(address, SweepRun.class), parts[2]);
    }
    RunResult run = results.value(address, RunResult.class);
    int dot = parts[2].indexOf('.');
    if (dot >= 0) {
      return run.scores(parts[2].substring(0, dot))
          .flatMap(scores -> ScoreValues.named(scores, parts[2].substring(dot + 1)));
    }
    return run.named(parts[2]);
  }

  private static Map<String, Object> machine(String where, Findings findings) {
    List<Object> list = new ArrayList<>();
    for (Output.Verdict verdict : findings.verdicts()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("that", verdict.expression());
      one.put("value", verdict.measured());
      one.put("holds", verdict.holds());
      list.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("check", where.substring(where.indexOf('.') + 1));
    json.put("holds", findings.hold());
    json.put("that", list);
    return json;
  }
}
