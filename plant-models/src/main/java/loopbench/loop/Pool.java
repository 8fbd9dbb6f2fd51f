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
 * @param gate an admission controller before it; empty where every request comes through
 * @param scaling how many replicas are asked for
 * @param identity under which labels its series are found
 * @param quota its share of the GPUs
 * @param gpusPerReplica GPUs that a replica holds
 * @param exposure how its metrics are exposed
 */
public record Pool(
    String name,
    PoolModel model,
    Optional<LoadModel> load,
    String from,
    Optional<GateSettings> gate,
    Scaling scaling,
    PoolIdentity identity,
    Quota quota,
    int gpusPerReplica,
    Exposure exposure) {

  /** A pool with a load, all the GPUs it asks for, and the labels that its scaler asks for. */
  public static Pool of(String name, PoolModel model, LoadModel load, Scaling scaling) {
    return new Pool(
        name,
        model,
        Optional.of(load),
        "",
        Optional.empty(),
        scaling,
        identity(name, scaling),
        Quota.UNLIMITED,
        1,
        Exposure.DEFAULTS);
  }

  /** A pool that is handed the requests of another. */
  public static Pool behind(String from, String name, PoolModel model, Scaling scaling) {
    return new Pool(
        name,
        model,
        Optional.empty(),
        from,
        Optional.empty(),
        scaling,
        identity(name, scaling),
        Quota.UNLIMITED,
        1,
        Exposure.DEFAULTS);
  }

  private static PoolIdentity identity(String name, Scaling scaling) {
    PoolIdentity own = PoolIdentity.of(name.isEmpty() ? "pool" : name);
    return scaling instanceof Scaling.Scaled scaled
        ? PoolIdentity.askedBy(scaled.scaler(), own)
        : own;
  }

  public Pool withModel(PoolModel newModel) {
    return new Pool(
        name, newModel, load, from, gate, scaling, identity, quota, gpusPerReplica, exposure);
  }

  public Pool withLoad(LoadModel newLoad) {
    return new Pool(
        name,
        model,
        Optional.of(newLoad),
        from,
        gate,
        scaling,
        identity,
        quota,
        gpusPerReplica,
        exposure);
  }

  public Pool withGate(GateSettings newGate) {
    return new Pool(
        name,
        model,
        load,
        from,
        Optional.of(newGate),
        scaling,
        identity,
        quota,
        gpusPerReplica,
        exposure);
  }

  public Pool withScaling(Scaling newScaling) {
    return new Pool(
        name, model, load, from, gate, newScaling, identity, quota, gpusPerReplica, exposure);
  }

  public Pool withIdentity(PoolIdentity newIdentity) {
    return new Pool(
        name, model, load, from, gate, scaling, newIdentity, quota, gpusPerReplica, exposure);
  }

  public Pool withQuota(Quota newQuota, int newGpusPerReplica) {
    return new Pool(
        name, model, load, from, gate, scaling, identity, newQuota, newGpusPerReplica, exposure);
  }

  public Pool withExposure(Exposure newExposure) {
    return new Pool(
        name, model, load, from, gate, scaling, identity, quota, gpusPerReplica, newExposure);
  }
}
