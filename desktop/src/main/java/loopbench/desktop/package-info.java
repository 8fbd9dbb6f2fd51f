// SPDX-License-Identifier: Apache-2.0
/**
 * The window: start, composition, and the frame around the page.
 *
 * <p>{@link loopbench.desktop.Launcher} starts, {@link loopbench.desktop.Wiring} puts everything
 * together and is read top to bottom. The frame is a top bar, the outline at the left, the
 * inspector at the right, the problems below and the status line; the page between them is {@code
 * desktop.notebook}.
 *
 * <p>The desktop binds. It deliberately computes nothing, and knows no HTTP and no JSON.
 */
package loopbench.desktop;
