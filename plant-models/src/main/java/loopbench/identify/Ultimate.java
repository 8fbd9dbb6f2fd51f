// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

/**
 * The edge of stability as a relay finds it.
 *
 * @param gain Ku, (1/s) per ms: proportional action alone would swing for ever with it; its band is
 *     the spread between periods
 * @param periodS Pu, how long one swing takes, seconds; its band likewise
 * @param amplitudeMs half of a swing, ms
 * @param periods how many stable ones in a row were averaged
 * @param fromS when the first of them began, seconds
 * @param caution what to keep in mind, a sentence; may be empty
 */
public record Ultimate(
    Parameter gain,
    Parameter periodS,
    double amplitudeMs,
    int periods,
    double fromS,
    String caution) {}
