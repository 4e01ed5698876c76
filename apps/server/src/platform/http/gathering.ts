/**
 * Work that is requested many times at the same moment, done together: requests that arrive while a batch is running
 * wait for it to end and then form the next one. A single request does not wait.
 */

interface Waiter<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export class Gathering<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #most: number;
  #waiting: Waiter<Call, Answer>[] = [];
  #isAtWork = false;

  /**
   * @param run starts after all of its calls have arrived; returns one result for each, in their order.
   * @param most maximum number of calls in a batch.
   */
  constructor(run: (calls: readonly Call[]) => Promise<readonly Answer[]>, most: number) {
    this.#run = run;
    this.#most = most;
  }

  /** No call is waiting or running. */
  get isIdle(): boolean {
    return !this.#isAtWork;
  }

  /** @throws the error of `run` for the batch. */
  join(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      if (this.#isAtWork) return;
      this.#isAtWork = true;
      // Requests that arrived together with this one are read before the batch starts.
      setImmediate(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      try {
        const answers = await this.#run(batch.map(({ call }) => call));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isAtWork = false;
  }
}
