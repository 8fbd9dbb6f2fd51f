// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.Optional;
import java.util.stream.Collectors;
import loopbench.flow.FlowSettings;

/**
 * A controller's options as a JSON object that {@code new PowerFlowController(options)} takes as it
 * is: no name that it does not know, dt in milliseconds. An unlimited maxRate is left out, since
 * JSON has no infinity; {@code preload} is refused, since the original has none.
 *
 * <p>Law: {@link FlowSettings#fromOptions} of the parsed text equals the settings.
 */
public final class FlowOptionsJson {
  private FlowOptionsJson() {}

  public static Exported write(FlowSettings settings) {
    Optional<String> refusal = FlowOptions.refusal(settings);
    if (refusal.isPresent()) {
      return new Exported.Refused(refusal.get());
    }
    String text =
        FlowOptions.of(settings).entrySet().stream()
            .map(e -> "  \"" + e.getKey() + "\": " + ShortNumber.python(e.getValue()))
            .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    return new Exported.Text(
        "flow-options.json", "application/json", text, FlowOptions.notes(settings));
  }
}
