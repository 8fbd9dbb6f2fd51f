// SPDX-License-Identifier: Apache-2.0
/**
 * How the window looks: {@link loopbench.desktop.look.Theme} and {@link
 * loopbench.desktop.look.Fonts} dress a scene.
 *
 * <p>Style classes name what a thing is ({@code loop-cell}, {@code metric}, {@code problem}), the
 * style sheet says how that looks; colours are roles ({@code -lb-muted}), defined once per theme.
 *
 * <p>Uses {@code figure} for the ink of a theme. It knows no view.
 */
package loopbench.desktop.look;
