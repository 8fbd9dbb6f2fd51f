// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.util.List;
import loopbench.yaml.Limits;
import loopbench.yaml.Nodes;
import loopbench.yaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** KEDA's own schema of a ScaledObject, where the folder beside the project has it. */
public final class KedaCrd {
  private KedaCrd() {}

  /** What the schema finds wrong with a manifest; skips the test where there is no schema. */
  public static List<Error> errors(String yaml) {
    Object tree = Nodes.value(Yaml.parse(yaml, Limits.MANIFEST).root().orElseThrow());
    return schema().validate(new JsonMapper().writeValueAsString(tree), InputFormat.JSON);
  }

  private static Schema schema() {
    Path file = Beside.shared("crd").resolve("keda.sh_scaledobjects.yaml");
    Object schema =
        Nodes.value(
            Nodes.at(
                    Yaml.parse(Beside.text(file), Limits.MANIFEST).root().orElseThrow(),
                    "spec.versions.0.schema.openAPIV3Schema")
                .orElseThrow());
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_4)
        .getSchema(new JsonMapper().writeValueAsString(schema), InputFormat.JSON);
  }
}
