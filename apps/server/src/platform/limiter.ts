/** Limits the number of tasks running at the same time; further ones wait in a queue. */
import { AppError } from "@parfocal/core/errors.ts";

interface Limiter {
  /** @throws AppError `unavailable` if too many are waiting already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createLimiter(atOnce: number, maxWaiting: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= maxWaiting)
          throw new AppError("unavailable", "The server is busy. Try again in a moment.");
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // The slot of a finished task goes directly to the next one in the queue.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
