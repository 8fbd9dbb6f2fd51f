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

/** KEDA's own schemas, where the folder beside the project has them. */
public final class KedaCrd {
  private KedaCrd() {}

  /** What is wrong with a ScaledObject; skips the test where there is no schema. */
  public static List<Error> errors(String yaml) {
    return errors("keda.sh_scaledobjects.yaml", yaml);
  }

  /** What is wrong with a TriggerAuthentication. */
  static List<Error> authenticationErrors(String yaml) {
    return errors("keda.sh_triggerauthentications.yaml", yaml);
  }

  private static List<Error> errors(String schema, String yaml) {
    Object tree = Nodes.value(Yaml.parse(yaml, Limits.MANIFEST).root().orElseThrow());
    return schema(schema).validate(new JsonMapper().writeValueAsString(tree), InputFormat.JSON);
  }

  private static Schema schema(String name) {
    Path file = Beside.shared("crd").resolve(name);
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
