// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** All rules. */
public final class Rules {
  private static final List<Rule> STANDARD =
      List.of(
          // The object as a whole.
          new UnclearAnnotation(),
          new PausedAllTheSame(),
          new PauseMakesRules(),
          new TwoAutoscalers(),
          new ReplicasWrittenDown(),
          new PollingInert(),
          new CooldownInert(),
          new IdleNotZero(),
          new NeverWakes(),
          new AlwaysAwake(),
          new TtlBelowWarmUp(),
          new GatewayOverflows(),
          new MaxBelowPeak(),
          // The generated HPA.
          new BehaviorEmpty(),
          new ToleranceRefused(),
          new WindowOutlastsPeaks(),
          new DeadBand(),
          // What a trigger's query answers.
          new QueryNotRead(),
          new ScalarAnswer(),
          new NeverMatches(),
          new OrVectorAdds(),
          new SeveralElements(),
          new OrVectorHides(),
          new AbsentIsZero(),
          new NamespaceUnpinned(),
          new PoolUnpinned(),
          new OldName(),
          new NamePattern(),
          new StageSummed(),
          new FrozenAverage(),
          new RemovedPodsCount(),
          new FlowControlOff(),
          new BorrowedPrefillRate(),
          new NonStreamingLatency(),
          // What a trigger's target makes of it.
          new LargestAsk(),
          new PoolAverage(),
          new DividedTwice(),
          new ValueRunsAway(),
          new OneRequestScales(),
          new ClosedLoad(),
          new RunningBeyondMax(),
          // A trigger's other fields.
          new MisplacedField(),
          new MisspeltField(),
          new AuthNotUsed(),
          new ActivationInert(),
          // The formula.
          new ThresholdUnderFormula(),
          new UnusedTrigger(),
          new FormulaNotFloat(),
          new FormulaRunError(),
          new FormulaNegative(),
          new FormulaMissingInput(),
          new FormulaRestsAtZero(),
          new NilNeverComes(),
          new ActivationTarget(),
          // The fallback.
          new FallbackOnAbsence(),
          new FallbackToNothing(),
          new FallbackShrinks(),
          new FallbackTarget(),
          new FallbackFlaps(),
          new FallbackWithoutFormula());

  private Rules() {}

  /** Every rule there is, in the order their findings stand within one field. */
  public static List<Rule> standard() {
    return STANDARD;
  }
}
