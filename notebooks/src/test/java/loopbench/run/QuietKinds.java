// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import loopbench.cell.CellFailure;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Fields;
import loopbench.cell.Output;
import loopbench.cell.Preparation;
import loopbench.cell.Recipe;
import loopbench.cell.Result;
import loopbench.cell.Results;
import loopbench.cell.RunControl;
import loopbench.cell.Work;

/**
 * The standard kinds with a watcher over each cell's work. Pictures become their sentences, so that
 * saving draws nothing; a cell whose {@code about} is {@value #FAILS} fails.
 */
final class QuietKinds {
  static final String FAILS = "fails";

  /** Is told of all work, before and after. */
  interface Watcher {
    void begins(String key, Preparation.Ready ready, Results results);

    void done(String key, Result result);

    void failed(String key);
  }

  private QuietKinds() {}

  static List<CellKind> watched(Watcher watcher) {
    return CellKinds.standard().stream()
        .map(kind -> kind.word().equals("params") ? kind : new Quiet(kind, watcher))
        .toList();
  }

  private record Quiet(CellKind kind, Watcher watcher) implements CellKind {
    @Override
    public String word() {
      return kind.word();
    }

    @Override
    public Cost cost() {
      return kind.cost();
    }

    @Override
    public Cost cost(Fields fields) {
      return kind.cost(fields);
    }

    @Override
    public boolean mayBeAnonymous() {
      return kind.mayBeAnonymous();
    }

    @Override
    public Recipe read(Fields fields) {
      boolean fails = fields.text("about").filter(FAILS::equals).isPresent();
      Recipe recipe = kind.read(fields);
      return recipe == null
          ? null
          : upstream -> recipe.prepare(upstream).match(new Wrapped(watcher, fails));
    }
  }

  private record Wrapped(Watcher watcher, boolean fails) implements Preparation.Cases<Preparation> {
    @Override
    public Preparation ready(Preparation.Ready ready) {
      String identity = fails ? ready.identity() + FAILS : ready.identity();
      return new Preparation.Ready(
          ready.value(), identity, ready.reads(), work(ready), ready.live());
    }

    @Override
    public Preparation wrong(Preparation.Wrong wrong) {
      return wrong;
    }

    private Work work(Preparation.Ready ready) {
      return new Work() {
        @Override
        public Result run(Results upstream, RunControl control) throws CellFailure {
          watcher.begins(control.key(), ready, upstream);
          if (fails) {
            watcher.failed(control.key());
            throw new CellFailure(CellProblem.of("cell", 0, "", "it was told to fail.", ""));
          }
          try {
            Result result = withoutPictures(ready.work().run(upstream, control));
            watcher.done(control.key(), result);
            return result;
          } catch (CellFailure failure) {
            watcher.failed(control.key());
            throw failure;
          }
        }
      };
    }
  }

  private static Result withoutPictures(Result result) {
    UnaryOperator<Output> plain =
        o -> o instanceof Output.Chart c ? new Output.Note(c.sentence()) : o;
    Function<Result, List<Output>> outputs = r -> r.outputs().stream().map(plain).toList();
    return new Result(
        result.value(),
        outputs.apply(result),
        result.machine(),
        result.fingerprint(),
        result.standing());
  }
}
