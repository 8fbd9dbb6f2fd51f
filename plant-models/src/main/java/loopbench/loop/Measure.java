// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

/**
 * What an admission controller in front of a pool measures of each request, ms, counted from when
 * it let the request through: the time before, in its own queue, would make it throttle the harder
 * the more it throttles.
 *
 * <p>Both are taken when they can be seen, so that a request that is still waiting says nothing
 * yet, and one that was lost says nothing at all.
 */
public enum Measure {
  /**
   * Until the first token. A request that does not stream is seen only when its whole answer comes,
   * as in the EPP's own series.
   */
  TTFT("ttft", "TTFT"),
  /** Until the last token. */
  E2E("e2e", "whole time");

  private final String token;
  private final String words;

  Measure(String token, String words) {
    this.token = token;
    this.words = words;
  }

  /** Its word in cells. */
  public String token() {
    return token;
  }

  /** Its name in figures and sentences. */
  public String words() {
    return words;
  }
}
