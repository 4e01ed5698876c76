/**
 * Draws one page at a time, the most urgent first: PDF.js reads pages in one worker, and visible pages must not wait
 * for others.
 */
interface Task {
  /** Lower values are drawn sooner. */
  readonly priority: () => number;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly controller: AbortController;
}

export class RenderQueue {
  readonly #waiting = new Set<Task>();
  #isRunning = false;

  /**
   * @param priority evaluated each time a task is chosen, because it changes while the user scrolls.
   * @param work runs once; it handles its own errors.
   * @returns a function that cancels it: it never starts, or its signal is aborted.
   */
  add(priority: () => number, work: (signal: AbortSignal) => Promise<void>): () => void {
    const task: Task = { priority, work, controller: new AbortController() };
    this.#waiting.add(task);
    void this.#run();
    return () => {
      this.#waiting.delete(task);
      task.controller.abort();
    };
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Tasks added in the same moment are compared too.
    await null;
    for (let task = this.#next(); task; task = this.#next()) {
      this.#waiting.delete(task);
      await task.work(task.controller.signal).catch(() => undefined);
    }
    this.#isRunning = false;
  }

  #next(): Task | undefined {
    let best: Task | undefined;
    let bestPriority = Number.POSITIVE_INFINITY;
    for (const task of this.#waiting) {
      const priority = task.priority();
      if (best && priority >= bestPriority) continue;
      best = task;
      bestPriority = priority;
    }
    return best;
  }
}
