/**
 * Guards a closable resource: it is closed only when no work is running, and no work starts afterwards.
 */
export class ClosingGate {
  readonly #closeNow: () => Promise<void>;
  #users = 0;
  #closing: Promise<void> | null = null;
  #whenIdle: (() => void) | null = null;

  constructor(closeNow: () => Promise<void>) {
    this.#closeNow = closeNow;
  }

  /** @throws if the resource is closed or closing. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== null) throw new Error("The slide file was closed.");
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#whenIdle?.();
    }
  }

  /** Closing twice is harmless. */
  close(): Promise<void> {
    this.#closing ??= this.#closeWhenIdle();
    return this.#closing;
  }

  async #closeWhenIdle(): Promise<void> {
    if (this.#users > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    await this.#closeNow();
  }
}
