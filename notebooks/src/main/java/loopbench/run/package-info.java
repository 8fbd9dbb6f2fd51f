// SPDX-License-Identifier: Apache-2.0
/**
 * Running notebooks: headless from front to back, or as a session that is edited while it runs.
 *
 * <p>Vocabulary: an {@link loopbench.run.Agenda} is what each cell would do now and under which
 * key; a <em>key</em> is the hash of everything a result depends on, so that equal keys mean the
 * stored result is the result; a <em>lane</em> is one thread of work. The interactive lane is never
 * queued behind the long one.
 *
 * <p>Law: a cell is fresh exactly when its result's key is the key of now. A stale cell never feeds
 * a fresh one. Opening a notebook runs, fetches and writes nothing.
 *
 * <p>Uses {@code notebook}, {@code cell} and {@code graph}. It knows no window and prints nothing;
 * files are read through {@link loopbench.run.FolderLibrary} and written only by {@link
 * loopbench.run.Gallery}.
 */
package loopbench.run;
