// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SignalTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "llm_d_epp_flow_control_queue_size, QUEUE_SIZE, ",
    "inference_extension_flow_control_queue_size, QUEUE_SIZE, llm_d_epp_flow_control_queue_size",
    "llm_d_router_epp_ready_endpoints, READY_ENDPOINTS, llm_d_epp_ready_endpoints",
    "llm_d_epp_request_ttft_seconds_bucket, REQUEST_TTFT, ",
    "inference_objective_request_ttft_seconds_sum, REQUEST_TTFT, llm_d_epp_request_ttft_seconds_sum",
    "inference_objective_running_requests, REQUEST_RUNNING, llm_d_epp_request_running",
    "inference_pool_per_pod_queue_size, PER_ENDPOINT_QUEUE_SIZE, llm_d_epp_per_endpoint_queue_size",
    "vllm:gpu_cache_usage_perc, KV_CACHE_USAGE, vllm:kv_cache_usage_perc",
    "kube_deployment_status_replicas, STATUS_REPLICAS, ",
  })
  void namesAreKnownOldAndNew(String name, Signal signal, String current) {
    assertThat(Signal.named(name)).contains(signal);
    assertThat(signal.currentNameOf(name).orElse(null)).isEqualTo(current);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"foo", "''", "llm_d_epp_request_running_bucket", "epp:saturation:smoothed", "_count"})
  void otherNamesAreNot(String name) {
    assertThat(Signal.named(name)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Signal.class)
  void everySignalIsFilledIn(Signal signal) {
    assertThat(signal.unit()).isNotBlank();
    assertThat(signal.poolLabels()).isNotEmpty();
    assertThat(Signal.named(signal.metric())).contains(signal);
    assertThat(signal.oldNames())
        .allMatch(old -> Signal.named(old).equals(Signal.named(signal.metric())));
    assertThat(signal.metric().endsWith("_total")).isEqualTo(signal.kind() == Signal.Kind.COUNTER);
    assertThat(signal.kind() == Signal.Kind.HISTOGRAM)
        .isEqualTo(signal.scope() == Signal.Scope.DISTRIBUTION);
  }

  @Test
  void noNameBelongsToTwo() {
    Set<String> names = new HashSet<>();
    for (Signal signal : Signal.values()) {
      assertThat(names.add(signal.metric())).as(signal.metric()).isTrue();
      signal.oldNames().forEach(old -> assertThat(names.add(old)).as(old).isTrue());
    }
  }
}
