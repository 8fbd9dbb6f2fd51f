// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters one params cell defines, in order. */
public record ParameterList(List<Parameter> parameters) {
  public ParameterList {
    parameters = List.copyOf(parameters);
  }

  /** Name to text. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    parameters.forEach(p -> texts.put(p.name(), p.text()));
    return texts;
  }
}
