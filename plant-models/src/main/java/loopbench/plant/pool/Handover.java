// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import loopbench.plant.load.RequestStream;

/**
 * What a prefill pool hands to a decode pool, so that one load feeds both: the prefill pool pulls
 * from {@link #asked} and tells its answers to this; the decode pool pulls from this. A request
 * that is handed over takes its prompt's KV along in no time.
 *
 * <p>Whoever drives the two advances the prefill pool first, then the decode pool to the same time.
 * The clients of a closed load hear of their answers only at the end of such a step.
 */
public final class Handover implements RequestStream, Answers {
  private final RequestStream load;
  private Answer[] waiting = new Answer[16];
  private int head;
  private int size;
  private Answer taken;

  /**
   * @param load what is asked of both pools together
   */
  public Handover(RequestStream load) {
    this.load = load;
  }

  /** The load as the prefill pool sees it: who has a first token has no answer yet. */
  public RequestStream asked() {
    return new RequestStream() {
      @Override
      public double nextS() {
        return load.nextS();
      }

      @Override
      public boolean take() {
        return load.take();
      }

      @Override
      public double arrivedS() {
        return load.arrivedS();
      }

      @Override
      public double enteredS() {
        return load.enteredS();
      }

      @Override
      public int promptTokens() {
        return load.promptTokens();
      }

      @Override
      public int uncachedTokens() {
        return load.uncachedTokens();
      }

      @Override
      public int outputTokens() {
        return load.outputTokens();
      }

      @Override
      public boolean streaming() {
        return load.streaming();
      }

      @Override
      public void answered(double tS, boolean served) {
        if (!served) {
          load.answered(tS, false);
        }
      }
    };
  }

  /** The prefill pool is done with a request. */
  @Override
  public void finished(Answer answer) {
    if (answer.fate() != Fate.SERVED) {
      return;
    }
    if (size == waiting.length) {
      Answer[] larger = new Answer[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = waiting[(head + i) & (size - 1)];
      }
      waiting = larger;
      head = 0;
    }
    waiting[(head + size++) & (waiting.length - 1)] = answer;
  }

  @Override
  public double nextS() {
    return size == 0 ? Double.POSITIVE_INFINITY : waiting[head].endS();
  }

  @Override
  public boolean take() {
    if (size == 0) {
      throw new IllegalStateException("no request is due");
    }
    taken = waiting[head];
    waiting[head] = null;
    head = (head + 1) & (waiting.length - 1);
    size--;
    return true;
  }

  @Override
  public double arrivedS() {
    return taken.arrivedS();
  }

  @Override
  public double enteredS() {
    return taken.enteredS();
  }

  @Override
  public int promptTokens() {
    return taken.promptTokens();
  }

  @Override
  public int uncachedTokens() {
    return taken.uncachedTokens();
  }

  @Override
  public int outputTokens() {
    return taken.outputTokens();
  }

  @Override
  public boolean streaming() {
    return taken.streaming();
  }

  @Override
  public void answered(double tS, boolean served) {
    load.answered(tS, served);
  }
}
