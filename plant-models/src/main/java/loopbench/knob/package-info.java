// SPDX-License-Identifier: Apache-2.0
/**
 * One number an operator may turn: name, unit, range, scale, get, with, what it does; and the names
 * nearest to one that was mistyped.
 *
 * <p>Law: for a value inside the range, {@code knob.get(knob.with(x, v)) == v}.
 *
 * <p>Uses nothing. A knob does not know who turns it: the slider, the sweep axis and the exported
 * field all hold the same one.
 */
package loopbench.knob;
