// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * An identity of the cloud in place of credentials. Empty text is unset.
 *
 * @param provider azure-workload, gcp, aws, aws-eks or none; required
 * @param identityId which identity, for azure-workload
 * @param identityTenantId its tenant, for azure-workload
 * @param identityAuthorityHost who issues its tokens, for azure-workload
 * @param identityOwner keda or workload, for aws; unset means keda
 * @param roleArn the role to take, for aws
 * @param externalId what the role's owner demands beside it, for aws
 */
public record PodIdentity(
    String provider,
    String identityId,
    String identityTenantId,
    String identityAuthorityHost,
    String identityOwner,
    String roleArn,
    String externalId) {

  public static PodIdentity of(String provider) {
    return new PodIdentity(provider, "", "", "", "", "", "");
  }
}
