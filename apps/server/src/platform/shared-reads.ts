/**
 * Reads that many requests need at the same moment, done once for all of them, and never older than a read of their own
 * would be.
 */

interface Reading<Value> {
  readonly current: Promise<Value>;
  /** Starts when the current one has ended; undefined: no callers are waiting. */
  next?: Promise<Value>;
}

/**
 * While a read is running, new callers wait for it to end and then share the next: it starts after all of them arrived,
 * so it sees everything committed before. Nothing is cached when no read is running.
 *
 * The value must not depend on the caller, nor on uncommitted writes of the caller's own transaction.
 */
export class SharedReads<Value> {
  readonly #readings = new Map<string, Reading<Value>>();

  /**
   * @param key of the value; includes the site if the value belongs to one.
   * @param read uses the caller's own connection, so that it does not wait for another one.
   * @throws the error of `read`. If another caller's read throws, this caller reads again itself.
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
      // A waiting caller starts the next read, which replaces this one.
      if (!reading.next) this.#readings.delete(key);
    };
    reading.current.then(end, end);
    return reading.current;
  }
}
