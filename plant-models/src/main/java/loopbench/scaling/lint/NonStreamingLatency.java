// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.signal.Query;
import loopbench.signal.Signal;

/** A time to the first token that counts the whole answer of requests that do not stream. */
final class NonStreamingLatency implements Rule {
  @Override
  public String id() {
    return "non-streaming-latency";
  }

  @Override
  public String about() {
    return "A time to the first token that counts the whole answer of requests that do not stream.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<PoolFacts.Asked> asked = subject.pool().asked();
    if (asked.isEmpty() || asked.orElseThrow().streamingShare() == 1) {
      return findings;
    }
    double whole = 1 - asked.orElseThrow().streamingShare();
    for (JudgedTrigger trigger : subject.prometheus()) {
      for (Query.QuantileOfRate read : trigger.query().quantilesOfRates()) {
        boolean ttft = read.histogram().signal().filter(s -> s == Signal.REQUEST_TTFT).isPresent();
        if (ttft && !read.histogram().pins("streaming")) {
          boolean among = whole > 1 - read.quantile();
          findings.add(
              warning(
                  trigger.queryPath(),
                  "Of a request that does not stream, "
                      + Signal.REQUEST_TTFT.metric()
                      + " counts the whole answer as the time to its first token"
                      + (among
                          ? ", and there are so many of them that this quantile is one of theirs."
                          : ", which moves this quantile up."),
                  Text.about(100 * whole)
                      + " % of the requests do not stream"
                      + (Double.isNaN(read.quantile())
                          ? ""
                          : ", the quantile is " + Text.about(read.quantile())),
                  "Add streaming=\"true\" to the selector."));
        }
      }
    }
    return findings;
  }
}
