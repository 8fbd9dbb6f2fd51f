// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Value;
import loopbench.scaling.keda.Preset;

/**
 * A preset's knob that is set to what a calibration gives: {@code prefill:
 * run.calibration.prefill}.
 *
 * @param name the knob
 * @param run the calibration
 * @param token which of its numbers
 */
record CalibratedSetting(String name, Reference run, String token) {
  private static final int DIGITS = 3;

  /** Whether a knob's text names a run rather than a number. */
  static boolean named(String text) {
    return text.startsWith(RunCell.WORD + ".");
  }

  static Optional<CalibratedSetting> read(Fields fields, Preset.Setting setting, String text) {
    String[] parts = text.split("\\.");
    List<String> tokens =
        switch (setting.name()) {
          case "prefill" -> List.of("prefill", "prefill_low", "prefill_high");
          case "wait" -> List.of("threshold");
          default -> List.of();
        };
    if (parts.length != 3 || !tokens.contains(parts[2])) {
      fields.wrong(
          setting.name(),
          "with." + setting.name() + " cannot be `" + text + "`.",
          tokens.isEmpty()
              ? "Write a number; a calibration gives prefill and wait."
              : "Write what a calibration gives for it, `run.<name>." + tokens.get(0) + "`.");
      return Optional.empty();
    }
    return Optional.of(
        new CalibratedSetting(
            setting.name(), fields.refer(setting.name(), RunCell.WORD, parts[1]), parts[2]));
  }

  /**
   * The number, to as many digits as a manifest shows; NaN where there is none, with the reason.
   */
  double value(String where, Upstream upstream, List<CellProblem> wrong) {
    Optional<CalibrationRecipe> recipe =
        upstream.holds(run.address(), CalibrationRecipe.class)
            ? Optional.of(upstream.value(run.address(), CalibrationRecipe.class))
            : Optional.empty();
    if (recipe.isEmpty()) {
      wrong.add(
          problem(
              where,
              run.address() + " is no calibration, and a knob can be set to nothing else of a run.",
              "Write a number, or name a run with `calibrate:`."));
      return Double.NaN;
    }
    Optional<CalibrationRun> measured = recipe.get().measured();
    if (measured.isEmpty()) {
      wrong.add(
          problem(
              where,
              run.address()
                  + " reads a recording, which is not known before it runs, and an autoscaler must be.",
              "Run it, and write the number that it gives here."));
      return Double.NaN;
    }
    double number =
        measured.get().named(token).orElseThrow() instanceof Value.Amount amount
            ? amount.number()
            : Double.NaN;
    if (!(number > 0)) {
      boolean asked = measured.get().tightest().isPresent();
      wrong.add(
          problem(
              where,
              run.address()
                  + " gives no "
                  + token
                  + (asked
                      ? ": a prompt takes as long by itself as its objective allows."
                      : ": it asks about no prompt."),
              asked
                  ? "Allow more time there, shorten the prompt, or use faster replicas."
                  : "Write `prompt: 2048 tokens` and `objective: {ttft: 3s}` there."));
      return Double.NaN;
    }
    return token.startsWith("prefill") ? Math.rint(number) : Numbers.rounded(number, DIGITS);
  }

  private CellProblem problem(String where, String what, String whatNow) {
    return CellProblem.of(where, run.line(), "with." + name, what, whatNow);
  }
}
