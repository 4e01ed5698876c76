import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

function buildWork() {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  return {
    work: () =>
      new Promise<void>((resolve) => {
        running += 1;
        most = Math.max(most, running);
        ends.push(() => {
          running -= 1;
          resolve();
        });
      }),
    endOne: () => ends.shift()?.(),
    maxAtOnce: () => most,
  };
}

it("runs no more tasks at once than the limit, in order of arrival, and all in the end", async () => {
  const limiter = createLimiter(2, 100);
  const { work, endOne, maxAtOnce } = buildWork();
  const order: number[] = [];
  const all = Promise.all(Array.from({ length: 7 }, (_, index) => limiter.run(work).then(() => order.push(index))));
  for (let turn = 0; turn < 7; turn += 1) {
    endOne();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect([order, maxAtOnce()]).toEqual([[0, 1, 2, 3, 4, 5, 6], 2]);
});

it("gives the place of a failed task to the next", async () => {
  const limiter = createLimiter(1, 10);
  const failing = limiter.run(() => Promise.reject(new Error("no")));
  const next = limiter.run(() => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("no");
  await expect(next).resolves.toBe("done");
});

it("rejects tasks if too many are waiting, as a busy server", async () => {
  const limiter = createLimiter(1, 1);
  const { work, endOne } = buildWork();
  const [first, second] = [limiter.run(work), limiter.run(work)];
  await expect(limiter.run(work)).rejects.toMatchObject({ kind: "unavailable" });
  endOne();
  await first;
  endOne();
  await second;
});
