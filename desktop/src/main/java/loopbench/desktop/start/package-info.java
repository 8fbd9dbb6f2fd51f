// SPDX-License-Identifier: Apache-2.0
/**
 * What the window shows while no notebook is open: the examples as cards, notebooks to begin with,
 * what was opened last, and what was not saved when the program ended.
 *
 * <p>What there is to show is read into a {@link loopbench.desktop.start.StartContents} away from
 * the window's thread; {@link loopbench.desktop.start.StartPage} shows it. It opens nothing by
 * itself: each choice is told to {@link loopbench.desktop.start.StartChoices}.
 */
package loopbench.desktop.start;
