// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Map;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.SpecProblem;

/**
 * An object from and to plain values (maps, lists, scalars), and what is said about it. Law: {@code
 * read(word(x), metadata(x), spec(x))} is x.
 */
interface Form<T> {
  /** From values that {@link Shape} found right. */
  T read(String word, ObjectMeta metadata, Map<?, ?> spec);

  /** What {@code kind} says. */
  String word(T object);

  ObjectMeta metadata(T object);

  /** What {@code spec} says; unset fields are not there. */
  Map<String, Object> spec(T object);

  /** What the API server or the kind's controller would refuse. */
  List<SpecProblem> problems(T object);

  /** What the object says and nothing here acts upon. */
  List<KeptFeature> kept(T object);
}
