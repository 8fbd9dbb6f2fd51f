// SPDX-License-Identifier: Apache-2.0
/**
 * Figures in the window. {@link loopbench.desktop.chart.FigureView} shows any {@link
 * loopbench.figure.Figure} with the same drawing that makes the PNG of a notebook, and adds what
 * only a window can: a cursor, a reading under the pointer, a mark that can be dragged.
 *
 * <p>Two canvases: the ground is redrawn only when what it shows has changed, the overlay follows
 * the pointer. Units are those of the figure; positions are pixels.
 *
 * <p>May use {@code figure}. It deliberately knows no cells and no runs: whoever shows a figure
 * hears of a dragged point and decides what it means.
 */
package loopbench.desktop.chart;
