// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import loopbench.flow.FlowSettings;

/**
 * A controller's construction as a JavaScript module: where it comes from as comments, the import,
 * and {@code new PowerFlowController({...})} exported as {@code flow}. The options are those of
 * {@link FlowOptionsJson}.
 */
public final class FlowConstructorJs {
  private FlowConstructorJs() {}

  public static Exported write(FlowSettings settings, Provenance provenance) {
    Optional<String> refusal = FlowOptions.refusal(settings);
    if (refusal.isPresent()) {
      return new Exported.Refused(refusal.get());
    }
    List<String> notes = FlowOptions.notes(settings);
    List<String> comments = new ArrayList<>();
    comments.add("Tuned with Loopbench.");
    comments.add("notebook: " + provenance.notebook());
    comments.add("cell: " + provenance.cell());
    comments.add("inputs: " + provenance.inputsKey());
    comments.add("core: " + provenance.coreVersion());
    provenance.evidence().forEach(line -> comments.add("evidence: " + line));
    comments.addAll(notes);
    String head =
        comments.stream()
            .map(FlowConstructorJs::oneLine)
            .map(line -> "// " + line + "\n")
            .collect(Collectors.joining());
    String options =
        FlowOptions.of(settings).entrySet().stream()
            .map(e -> "  " + e.getKey() + ": " + ShortNumber.javaScript(e.getValue()) + ",\n")
            .collect(Collectors.joining());
    String text =
        head
            + "import { PowerFlowController } from 'performance-helpers/powerFlowController';\n\n"
            + "export const flow = new PowerFlowController({\n"
            + options
            + "});\n";
    return new Exported.Text("flow-controller.js", "text/javascript", text, notes);
  }

  /** A comment ends with its line, so a name with a line end in it would become code. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
  }
}
