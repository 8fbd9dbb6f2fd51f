// SPDX-License-Identifier: Apache-2.0
/**
 * A pool of LLM model servers behind a gateway with flow control, request by request.
 *
 * <p>Vocabulary: a <em>replica</em> is a model server that is ready: it queues prompts first come
 * first served, computes them one after the other (prefill), and then makes their tokens side by
 * side (decode). Those that take new requests are <em>endpoints</em>; one that is being removed
 * drains. The <em>gateway</em> (llm-d's EPP) holds requests while the pool is saturated. A {@link
 * loopbench.plant.pool.PoolModel} is a value; a {@link loopbench.plant.pool.PoolPlant} runs it.
 *
 * <p>Units: seconds, tokens; TPOT in milliseconds where an operator writes it.
 *
 * <p>Law: same model, same requests, same additions and removals at the same times give the same
 * answers and counters to the bit, however the time between is cut into advances; every request
 * ends once, with a cause; what is held grows with the requests in the pool, not with time.
 *
 * <p>The gateway's process may be restarted once ({@link loopbench.plant.pool.Gateway#restartS}).
 * Modelled: its line is in memory, so who waits there is lost, with a cause of its own; what was
 * let through goes on at the model servers and is answered, but the new process neither counts nor
 * sees it; its counters ({@link loopbench.plant.pool.GatewayCounters}) begin at 0, and what its
 * concurrency detector reads begins at nothing. Not modelled: the time the process is away (it is
 * back at once), clients whose connection goes with it, a second EPP that takes over, a latency
 * predictor that learns anew.
 *
 * <p>Uses {@code plant}, {@code plant.load} and {@code knob}. It knows only replicas that are
 * ready: whether and when a pod comes is a cluster's business, and what the EPP's series are called
 * is not known here. Deliberately left out: prefill and decode do not slow one another; a prefix
 * cache is a share of each prompt, not a content; the gateway sees its replicas without delay
 * unless it is told that they are stale; expired requests leave the queue at once, not at the next
 * sweep.
 */
package loopbench.plant.pool;
