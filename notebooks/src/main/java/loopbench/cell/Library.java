// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import loopbench.source.Connection;

/** Where a cell's names for outside things are looked up. */
public interface Library {
  /**
   * What a file name led to.
   *
   * @param content its bytes, empty when it was not found
   * @param sha256 their SHA-256 in hex, empty when it was not found
   * @param problem why it was not found, one sentence; empty when it was
   */
  record Found(byte[] content, String sha256, String problem) {
    public static Found not(String problem) {
      return new Found(new byte[0], "", problem);
    }

    public boolean ok() {
      return problem.isEmpty();
    }
  }

  /** A file in the notebook's folder, else among the packaged samples. */
  Found file(String path);

  /** A connection by the name it has on this machine. */
  Optional<Connection> connection(String name);

  /** The file name of the notebook, for provenance; empty for one that was never saved. */
  String notebook();

  /** Milliseconds since the epoch, for ranges that end now. */
  long nowMs();
}
