// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: {@code run} and {@code validate}.
 *
 * <p>Vocabulary: exit codes are 0 all checks hold, 1 a check failed, 2 a cell failed, 3 bad input,
 * 4 the time was over.
 *
 * <p>Law: same notebook, same files, same words on the command line give the same files, byte for
 * byte. Nothing is written but what {@code -o}, {@code --report} and {@code --data} name.
 *
 * <p>Uses all of notebooks. The only package that touches the standard streams.
 */
package loopbench.cli;
