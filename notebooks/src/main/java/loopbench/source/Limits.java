// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

/**
 * What a file or an answer may cost, so that a hostile one cannot exhaust memory.
 *
 * @param bytes length of a file or of one answer
 * @param series series in one file or answer
 * @param labels labels on one series
 * @param points samples in one file or answer
 * @param cells series times instants, after joining on one clock
 * @param perRequest instants of one range request; Prometheus refuses more than 11,000
 */
record Limits(int bytes, int series, int labels, int points, int cells, int perRequest) {
  static final Limits STANDARD = new Limits(64 << 20, 10_000, 1_000, 5_000_000, 5_000_000, 11_000);
}
