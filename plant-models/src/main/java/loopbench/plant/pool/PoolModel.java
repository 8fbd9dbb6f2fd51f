// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;
import loopbench.plant.Problem;
import loopbench.plant.load.RequestStream;

/**
 * A pool of equal model servers and its gateway.
 *
 * @param serving what one replica can do
 * @param gateway what stands before them
 * @param role which part of the work they do
 * @param removal what happens to the requests of a replica that is taken away
 * @param warmUpS from a pod's start until it is ready, seconds; for whoever starts pods
 */
public record PoolModel(
    Serving serving, Gateway gateway, Role role, Removal removal, double warmUpS) {

  /**
   * Qwen3-32B on two H100-80 with vLLM. V_P from llm-d's threshold matrix (chunks of 8192 tokens);
   * KV 88 GB at 256 KiB a token; decode reproduces 40 ms at the published equilibrium of 1.43
   * requests a second per replica; warm-up with the compile cache kept.
   */
  public static final PoolModel QWEN3_32B_2XH100 =
      of(new Serving(15_928, 20, 0.35, 350_000, 0.01, 256), 100);

  /**
   * Llama-3.1-8B on one H100. Decode from the workload-variant autoscaler's tutorial (7.0 ms at 1,
   * 8.7 ms at 64 requests); V_P and KV are estimates by scaling, not published.
   */
  public static final PoolModel LLAMA3_8B_H100 =
      of(new Serving(30_000, 7, 0.027, 400_000, 0.01, 256), 240);

  /** Qwen3-32B's prefill on one H100 each, at the rate that was measured through a P/D split. */
  public static final PoolModel QWEN3_32B_H100_PREFILL =
      of(new Serving(1_182, 20, 0.35, 48_000, 0.01, 256), 100).withRole(Role.PREFILL);

  /** The decode half of that split, on two H100. */
  public static final PoolModel QWEN3_32B_2XH100_DECODE = QWEN3_32B_2XH100.withRole(Role.DECODE);

  private static PoolModel of(Serving serving, double warmUpS) {
    return new PoolModel(serving, Gateway.DEFAULTS, Role.BOTH, Removal.DRAIN, warmUpS);
  }

  /** The pools that a cell may name, in the order of a menu. */
  public static Map<String, PoolModel> presets() {
    Map<String, PoolModel> presets = new LinkedHashMap<>();
    presets.put("qwen3-32b-2xh100", QWEN3_32B_2XH100);
    presets.put("llama3-8b-h100", LLAMA3_8B_H100);
    presets.put("qwen3-32b-h100-prefill", QWEN3_32B_H100_PREFILL);
    presets.put("qwen3-32b-2xh100-decode", QWEN3_32B_2XH100_DECODE);
    return Collections.unmodifiableMap(presets);
  }

  public PoolModel withServing(Serving newServing) {
    return new PoolModel(newServing, gateway, role, removal, warmUpS);
  }

  public PoolModel withGateway(Gateway newGateway) {
    return new PoolModel(serving, newGateway, role, removal, warmUpS);
  }

  public PoolModel withRole(Role newRole) {
    return new PoolModel(serving, gateway, newRole, removal, warmUpS);
  }

  public PoolModel withRemoval(Removal newRemoval) {
    return new PoolModel(serving, gateway, role, newRemoval, warmUpS);
  }

  public PoolModel withWarmUpS(double newWarmUpS) {
    return new PoolModel(serving, gateway, role, removal, newWarmUpS);
  }

  /** What cannot be; empty when it can. Computing it never throws. */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    refuseUnless(problems, "prefill", serving.prefillPerSecond(), 1, 1e9, "tokens/s");
    refuseUnless(problems, "decode.base", serving.decodeBaseMs(), 0.001, 1e6, "ms");
    refuseUnless(problems, "decode.per-request", serving.decodePerRequestMs(), 0, 1e6, "ms");
    refuseUnless(problems, "kv", serving.kvTokens(), 16, 1_000_000_000, "tokens");
    refuseUnless(problems, "kv-reserve", serving.kvReserve(), 0, 0.5, "");
    refuseUnless(problems, "max-running", serving.maxRunning(), 1, 100_000, "");
    refuseUnless(problems, "warm-up", warmUpS, 0, 86_400, "s");
    refuseUnless(problems, "gateway.ttl", gateway.ttlS(), 0, 1e9, "s");
    refuseUnless(problems, "gateway.no-endpoint-ttl", gateway.noEndpointTtlS(), 0, 1e9, "s");
    refuseUnless(problems, "gateway.capacity", gateway.capacityRequests(), 1, 1_000_000, "");
    refuseUnless(problems, "gateway.queue-threshold", gateway.queueThreshold(), 1, 1e6, "");
    refuseUnless(problems, "gateway.kv-threshold", gateway.kvThreshold(), 0.001, 1, "");
    refuseUnless(problems, "gateway.concurrency", gateway.concurrency(), 1, 1e6, "");
    if (gateway.restartS() != Double.POSITIVE_INFINITY) {
      refuseUnless(problems, "gateway.restart", gateway.restartS(), 0.001, 1e9, "s");
    }
    return List.copyOf(problems);
  }

  private static void refuseUnless(
      List<Problem> problems, String field, double was, double least, double most, String unit) {
    if (!(was >= least && was <= most)) {
      problems.add(
          new Problem(
              field,
              field
                  + " must be from "
                  + plain(least)
                  + " to "
                  + plain(most)
                  + (unit.isEmpty() ? "" : " " + unit)
                  + ", was "
                  + plain(was)
                  + "."));
    }
  }

  private static String plain(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }

  /**
   * An empty pool at 0 s.
   *
   * @param requests what is asked of it
   * @param answers hears of each request's end
   * @throws IllegalArgumentException with the first of {@link #problems}
   */
  public PoolPlant start(RequestStream requests, Answers answers) {
    for (Problem problem : problems()) {
      throw new IllegalArgumentException(problem.message());
    }
    return new PoolPlant(this, requests, answers);
  }

  /** Without anyone who hears of the requests' ends; the counters still do. */
  public PoolPlant start(RequestStream requests) {
    return start(requests, null);
  }

  /** What may be turned; the names are those of the cell's fields. */
  public List<Knob<PoolModel>> knobs() {
    return List.of(
        serving(
            "prefill",
            "tokens/s",
            Range.log(100, 1_000_000),
            "Prompt tokens that one replica computes a second.",
            Serving::prefillPerSecond,
            Serving::withPrefillPerSecond),
        serving(
            "decode.base",
            "ms",
            Range.linear(0.1, 500),
            "Time per output token of a request that runs alone.",
            Serving::decodeBaseMs,
            Serving::withDecodeBaseMs),
        serving(
            "decode.per-request",
            "ms",
            Range.linear(0, 20),
            "What each running request adds to everyone's time per token.",
            Serving::decodePerRequestMs,
            Serving::withDecodePerRequestMs),
        serving(
            "kv",
            "tokens",
            Range.log(1_000, 100_000_000),
            "How many tokens one replica's KV cache holds.",
            Serving::kvTokens,
            (s, v) -> s.withKvTokens((int) Math.rint(v))),
        serving(
            "max-running",
            "",
            Range.log(1, 4_096),
            "How many requests one replica runs at a time.",
            Serving::maxRunning,
            (s, v) -> s.withMaxRunning((int) Math.rint(v))),
        new Knob<>(
            "warm-up",
            "s",
            Range.linear(0, 1_800),
            "From a pod's start until it takes requests.",
            PoolModel::warmUpS,
            PoolModel::withWarmUpS),
        gateway(
            "gateway.ttl",
            "s",
            Range.linear(0, 3_600),
            "How long a request waits at the gateway before it is given up; 0 is for ever.",
            Gateway::ttlS,
            Gateway::withTtlS),
        gateway(
            "gateway.no-endpoint-ttl",
            "s",
            Range.linear(0, 3_600),
            "The same while there is no endpoint; below the warm-up, waking requests die.",
            Gateway::noEndpointTtlS,
            Gateway::withNoEndpointTtlS),
        gateway(
            "gateway.capacity",
            "",
            Range.log(1, 100_000),
            "How many requests may wait at the gateway.",
            Gateway::capacityRequests,
            (g, v) -> g.withCapacityRequests((int) Math.rint(v))));
  }

  private static Knob<PoolModel> serving(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<Serving> get,
      BiFunction<Serving, Double, Serving> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        pool -> get.applyAsDouble(pool.serving),
        (pool, value) -> pool.withServing(with.apply(pool.serving, value)));
  }

  private static Knob<PoolModel> gateway(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<Gateway> get,
      BiFunction<Gateway, Double, Gateway> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        pool -> get.applyAsDouble(pool.gateway),
        (pool, value) -> pool.withGateway(with.apply(pool.gateway, value)));
  }
}
