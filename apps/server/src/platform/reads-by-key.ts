/** What was read, or is being read, by key. */
export class ReadsByKey {
  readonly #reads = new Map<string, Promise<unknown>>();

  /** @returns the result of the first `read` with this key, also of one that threw. */
  read<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    const result = (this.#reads.get(key) as Promise<Result> | undefined) ?? read();
    this.#reads.set(key, result);
    return result;
  }
}
