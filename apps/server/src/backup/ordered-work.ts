/** Processes several items at the same time, within limits, and returns the results in the order of the items. */
export interface WorkBounds {
  readonly maxItems: number;
  /** A larger item is processed alone. */
  readonly maxBytes: number;
}

interface Started<Result> {
  readonly result: Promise<Result>;
  readonly bytes: number;
}

export class OrderedWork {
  readonly #bounds: WorkBounds;
  readonly #failure = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Also aborted after the first failure, to end work in progress. */
  readonly signal: AbortSignal;

  constructor(bounds: WorkBounds, signal: AbortSignal) {
    this.#bounds = bounds;
    this.signal = AbortSignal.any([signal, this.#failure.signal]);
  }

  /**
   * Items are requested as results are taken; a result that has not been taken yet counts as in progress.
   *
   * @throws the first failure, once no work is in progress; the signal's reason.
   */
  async *each<Item extends { readonly bytes: number }, Result>(
    items: AsyncIterable<Item>,
    work: (item: Item) => Promise<Result>,
  ): AsyncGenerator<Result> {
    const started: Started<Result>[] = [];
    const take = () => (started.shift() as Started<Result>).result;
    try {
      for await (const item of items) {
        while (started.length > 0 && !this.#hasRoom(started, item)) yield await take();
        this.signal.throwIfAborted();
        started.push({ result: this.#start(() => work(item)), bytes: item.bytes });
      }
      while (started.length > 0) yield await take();
    } catch (error) {
      // The first failure is reported, including a failure of the list of items; later ones are its consequences.
      if (!this.signal.aborted) this.#failure.abort(error);
      throw this.signal.reason;
    } finally {
      await this.end();
    }
  }

  /** Stops work in progress. Resolves once it has ended. */
  async end(): Promise<void> {
    if (this.#running.size > 0) this.#failure.abort(new Error("The work has ended."));
    await Promise.allSettled(this.#running);
  }

  #hasRoom(started: readonly Started<unknown>[], { bytes }: { readonly bytes: number }): boolean {
    const { maxItems, maxBytes } = this.#bounds;
    return started.length < maxItems && started.reduce((sum, each) => sum + each.bytes, bytes) <= maxBytes;
  }

  #start<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = work();
    this.#running.add(result);
    const forget = () => this.#running.delete(result);
    result.then(forget, (error: unknown) => {
      forget();
      // `abort` keeps the first reason.
      this.#failure.abort(error);
    });
    return result;
  }
}
