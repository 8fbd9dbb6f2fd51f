// SPDX-License-Identifier: Apache-2.0
package loopbench.knob;

import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;

/**
 * One number an operator may turn. The slider, the sweep axis and the exported field are this one
 * object, so they cannot drift apart.
 *
 * @param name the field's name, as written in cells and exports
 * @param unit the unit of the number, empty for a bare count
 * @param range what it may be
 * @param about what turning it does, one sentence
 * @param get reads the number
 * @param with the owner with another number; refuses what the owner refuses
 */
public record Knob<T>(
    String name,
    String unit,
    Range range,
    String about,
    ToDoubleFunction<T> get,
    BiFunction<T, Double, T> with) {

  public double get(T owner) {
    return get.applyAsDouble(owner);
  }

  public T with(T owner, double value) {
    return with.apply(owner, value);
  }
}
