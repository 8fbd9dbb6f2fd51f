// SPDX-License-Identifier: Apache-2.0
/**
 * The window: start, composition, look.
 *
 * <p>{@link loopbench.desktop.Theme} and {@link loopbench.desktop.Fonts} give a scene its looks.
 * Style classes name what a thing is ({@code loop-cell}, {@code metric}, {@code problem}), the
 * style sheet says how that looks; colours are roles ({@code -lb-muted}), defined once per theme.
 *
 * <p>The desktop binds. It deliberately computes nothing, and knows no HTTP, JSON or YAML.
 */
package loopbench.desktop;
