import { afterEach, expect, it } from "vitest";
import { createDetectionThreads, type DetectionThreads } from "./detection-threads.ts";
import { warmUpOrder } from "./warm-up-order.ts";

const threads: DetectionThreads[] = [];
const create = () => {
  const created = createDetectionThreads({ threads: 1, mostWaiting: 2, timeLimitMs: 30_000, niceness: 0 });
  threads.push(created);
  return created;
};
afterEach(() => Promise.all(threads.splice(0).map((created) => created.stop())));

it("find every nucleus of the picture that they warm up with, half of them brown", async () => {
  const { count } = await create().detect(warmUpOrder());
  expect(count).toBe(16 * 16);
});

it("are prepared once, and do an order after the warm-up instead of a third place in the line", async () => {
  const created = create();
  // One at work and two in line are all: a second warm-up would leave no place for the second order.
  for (let times = 0; times < 3; times += 1) created.prepare();
  const found = await Promise.all([created.detect(warmUpOrder()), created.detect(warmUpOrder())]);
  expect(found.map(({ count }) => count)).toEqual([256, 256]);
});
