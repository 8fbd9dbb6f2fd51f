// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loopbench.scaling.keda.AuthenticationRef;

/** Credentials that are referred to and not used. */
final class AuthNotUsed implements Rule {
  @Override
  public String id() {
    return "auth-not-used";
  }

  @Override
  public String about() {
    return "Credentials that are referred to and not used.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger judged : subject.prometheus()) {
      Optional<LintContext.Authentication> known =
          judged.trigger().authentication().flatMap(ref -> known(subject.context(), ref));
      boolean modes =
          !judged.field("authModes").isEmpty()
              || known.filter(k -> k.parameters().contains("authModes")).isPresent();
      boolean identity = known.filter(LintContext.Authentication::podIdentity).isPresent();
      if (judged.trigger().authentication().isPresent() && !modes && !identity) {
        findings.add(unused(judged, known));
      } else if (!judged.field("authModes").isEmpty()) {
        missing(judged, known, findings);
      }
    }
    return findings;
  }

  private static Optional<LintContext.Authentication> known(
      LintContext context, AuthenticationRef ref) {
    return context.authentications().stream()
        .filter(a -> a.name().equals(ref.name()) && kind(a.kind()).equals(kind(ref.kind())))
        .findFirst();
  }

  private static String kind(String written) {
    return written.isEmpty() ? "TriggerAuthentication" : written;
  }

  private Finding unused(JudgedTrigger judged, Optional<LintContext.Authentication> known) {
    boolean https = judged.field("serverAddress").startsWith("https:");
    List<String> given =
        known.map(k -> k.parameters().stream().sorted().toList()).orElse(List.of());
    String ref = judged.trigger().authentication().orElseThrow().name();
    String what =
        "authenticationRef of "
            + judged.name()
            + " has no effect: without authModes KEDA uses neither the token nor the CA of "
            + ref
            + (https
                ? ", so a server with its own CA is refused (x509) and one that wants a token answers"
                    + " 401."
                : ".");
    String numbers =
        "authModes is unset"
            + (given.isEmpty() ? "" : "; " + ref + " gives " + String.join(", ", given))
            + "; the server is "
            + (https ? "https" : "not https");
    List<String> fitting = new ArrayList<>();
    if (given.contains("bearerToken")) {
      fitting.add("bearer");
    }
    if (given.contains("username")) {
      fitting.add("basic");
    }
    if (given.contains("cert") && given.contains("key")) {
      fitting.add("tls");
    }
    if (given.contains("customAuthHeader")) {
      fitting.add("custom");
    }
    String advice =
        fitting.isEmpty()
            ? "Add authModes (bearer, basic, tls or custom, as the credentials are) to the metadata, or"
                + " remove authenticationRef."
            : "Add authModes: \"" + String.join(",", fitting) + "\" to the metadata.";
    return https
        ? problem(judged.path() + ".authenticationRef", what, numbers, advice)
        : warning(judged.path() + ".authenticationRef", what, numbers, advice);
  }

  /** What the modes need and the reference does not give. */
  private void missing(
      JudgedTrigger judged, Optional<LintContext.Authentication> known, List<Finding> findings) {
    boolean referred = judged.trigger().authentication().isPresent();
    if (referred && known.isEmpty()) {
      return;
    }
    Set<String> given = known.map(LintContext.Authentication::parameters).orElse(Set.of());
    List<String> lacking = new ArrayList<>();
    for (String mode : judged.field("authModes").split(",", -1)) {
      for (String needed : needs(mode.strip())) {
        if (!given.contains(needed)) {
          lacking.add(needed);
        }
      }
    }
    if (!lacking.isEmpty()) {
      findings.add(
          problem(
              judged.fieldPath("authModes"),
              "KEDA refuses "
                  + judged.name()
                  + ": authModes asks for credentials that "
                  + (referred
                      ? judged.trigger().authentication().orElseThrow().name() + " does not give."
                      : "nothing gives, since there is no authenticationRef."),
              "authModes \"" + judged.field("authModes") + "\" needs " + String.join(", ", lacking),
              "Give them in a TriggerAuthentication that authenticationRef names, or remove authModes."));
    }
  }

  private static List<String> needs(String mode) {
    return switch (mode) {
      case "bearer" -> List.of("bearerToken");
      case "basic" -> List.of("username");
      case "tls" -> List.of("cert", "key");
      case "custom" -> List.of("customAuthHeader", "customAuthValue");
      default -> List.of();
    };
  }
}
