/** Reads that many requests make at the same moment, made once for all of them, and never older than a read of one's own. */

interface Reading<Value> {
  readonly current: Promise<Value>;
  /** Begins when the current one has ended; undefined: nobody waits for it. */
  next?: Promise<Value>;
}

/**
 * While a read is under way, those who come wait for it to end and then share the next: it begins after each of them has
 * come, so it sees all that was committed before. Nothing is kept when no read is under way.
 *
 * What is read must not depend on who reads, nor on what their own transaction has written and not committed.
 */
export class SharedReads<Value> {
  readonly #readings = new Map<string, Reading<Value>>();

  /**
   * @param key what is read; of a site it names the site.
   * @param read reads it with the caller's own connection: no other one is waited for.
   * @throws what `read` throws. What the read of another throws is not passed on: the caller reads for themselves.
   */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading = this.#readings.get(key);
    if (!reading) return this.#begin(key, read);
    if (reading.next) return reading.next.catch(read);
    reading.next = reading.current.then(
      () => this.#begin(key, read),
      () => this.#begin(key, read),
    );
    return reading.next;
  }

  #begin(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading: Reading<Value> = { current: read() };
    this.#readings.set(key, reading);
    const end = () => {
      // Whoever waits begins the next, which takes this one's place.
      if (!reading.next) this.#readings.delete(key);
    };
    reading.current.then(end, end);
    return reading.current;
  }
}
