// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Optional;
import loopbench.cluster.Quota;
import loopbench.plant.load.LoadModel;
import loopbench.plant.pool.PoolModel;

/**
 * One pool of a scenario.
 *
 * @param name what results and knobs call it; empty where there is only one
 * @param model what serves
 * @param load what is asked of it; empty for a pool that is handed another's requests
 * @param from the pool whose requests it is handed, for a split into prefill and decode; else empty
 * @param scaling how many replicas are asked for
 * @param identity under which labels its series are found
 * @param quota its share of the GPUs
 * @param gpusPerReplica GPUs that a replica holds
 * @param exposure how its metrics are exposed
 * @param admission what stands between its load and it, if anything does
 */
public record Pool(
    String name,
    PoolModel model,
    Optional<LoadModel> load,
    String from,
    Scaling scaling,
    PoolIdentity identity,
    Quota quota,
    int gpusPerReplica,
    Exposure exposure,
    Optional<PoolAdmission> admission) {

  /** A pool with a load, all the GPUs it asks for, and the labels that its scaler asks for. */
  public static Pool of(String name, PoolModel model, LoadModel load, Scaling scaling) {
    return new Pool(
        name,
        model,
        Optional.of(load),
        "",
        scaling,
        identity(name, scaling),
        Quota.UNLIMITED,
        1,
        Exposure.DEFAULTS,
        Optional.empty());
  }

  /** A pool that is handed the requests of another. */
  public static Pool behind(String from, String name, PoolModel model, Scaling scaling) {
    return new Pool(
        name,
        model,
        Optional.empty(),
        from,
        scaling,
        identity(name, scaling),
        Quota.UNLIMITED,
        1,
        Exposure.DEFAULTS,
        Optional.empty());
  }

  private static PoolIdentity identity(String name, Scaling scaling) {
    PoolIdentity own = PoolIdentity.of(name.isEmpty() ? "pool" : name);
    return scaling instanceof Scaling.Scaled scaled
        ? PoolIdentity.askedBy(scaled.scaler(), own)
        : own;
  }

  public Pool withModel(PoolModel newModel) {
    return new Pool(
        name, newModel, load, from, scaling, identity, quota, gpusPerReplica, exposure, admission);
  }

  public Pool withLoad(LoadModel newLoad) {
    return new Pool(
        name,
        model,
        Optional.of(newLoad),
        from,
        scaling,
        identity,
        quota,
        gpusPerReplica,
        exposure,
        admission);
  }

  public Pool withScaling(Scaling newScaling) {
    return new Pool(
        name, model, load, from, newScaling, identity, quota, gpusPerReplica, exposure, admission);
  }

  public Pool withIdentity(PoolIdentity newIdentity) {
    return new Pool(
        name, model, load, from, scaling, newIdentity, quota, gpusPerReplica, exposure, admission);
  }

  public Pool withQuota(Quota newQuota, int newGpusPerReplica) {
    return new Pool(
        name,
        model,
        load,
        from,
        scaling,
        identity,
        newQuota,
        newGpusPerReplica,
        exposure,
        admission);
  }

  public Pool withExposure(Exposure newExposure) {
    return new Pool(
        name, model, load, from, scaling, identity, quota, gpusPerReplica, newExposure, admission);
  }

  /** With an admission controller between its load and it. */
  public Pool withAdmission(PoolAdmission newAdmission) {
    return new Pool(
        name,
        model,
        load,
        from,
        scaling,
        identity,
        quota,
        gpusPerReplica,
        exposure,
        Optional.of(newAdmission));
  }
}
