import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STUBBORN } from "../testing/stubborn-decoder.ts";
import { createDecodingPool, type DecodingPool } from "./decoding-pool.ts";

const script = new URL("../testing/stubborn-decoder.ts", import.meta.url);
const TIME_LIMIT_MS = 3000;

const pools: DecodingPool[] = [];
// The time limit is controlled by the test: a thread may start slowly on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

function poolOf(threads: number, { maxWaiting = 100 } = {}): DecodingPool {
  const pool = createDecodingPool({ threads, maxWaiting, timeLimitMs: TIME_LIMIT_MS, script });
  pools.push(pool);
  return pool;
}

const orderTo = (what: number) =>
  ({ codec: "jpeg2000", bytes: Uint8Array.of(what), colours: "rgb", maxPx: 1 }) as const;

/** @returns the thread that ran it. */
const threadOf = async (pool: DecodingPool) => (await pool.decode(orderTo(STUBBORN.answer))).samples[0]!;

describe("a pool of decoding threads", () => {
  it("uses a single thread if only one is allowed", async () => {
    const pool = poolOf(1);
    const threads = await Promise.all(Array.from({ length: 5 }, () => threadOf(pool)));
    expect(new Set(threads).size).toBe(1);
  });

  it("starts as many threads as needed, up to the limit", async () => {
    const pool = poolOf(2);
    const threads = await Promise.all(Array.from({ length: 6 }, () => threadOf(pool)));
    expect(new Set(threads).size).toBe(2);
  });

  for (const what of ["end", "throw"] as const) {
    it(`replaces a thread when a tile makes it ${what}`, async () => {
      const pool = poolOf(1);
      const first = await threadOf(pool);
      await expect(pool.decode(orderTo(STUBBORN[what]))).rejects.toMatchObject({ reason: "damaged" });
      expect(await threadOf(pool)).not.toBe(first);
    });
  }

  it("abandons a tile that takes too long, and decodes the next", async () => {
    const pool = poolOf(1);
    const first = await threadOf(pool);
    const rejected = expect(pool.decode(orderTo(STUBBORN.hang))).rejects.toMatchObject({ reason: "damaged" });
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await rejected;
    expect(await threadOf(pool)).not.toBe(first);
  });

  it("an aborted call leaves the queue immediately; a running one rejects without waiting for its result", async () => {
    const pool = poolOf(1);
    const atWork = new AbortController();
    const inLine = new AbortController();
    const first = pool.decode(orderTo(STUBBORN.hang), atWork.signal);
    const second = pool.decode(orderTo(STUBBORN.answer), inLine.signal);
    inLine.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    atWork.abort(new Error("gone too"));
    await expect(first).rejects.toThrow("gone too");
  });

  it("rejects calls if too many are queued", async () => {
    const pool = poolOf(1, { maxWaiting: 1 });
    const orders = Array.from({ length: 4 }, () => pool.decode(orderTo(STUBBORN.answer)));
    const outcomes = await Promise.allSettled(orders);
    const rejected = outcomes.filter(({ status }) => status === "rejected");
    expect(rejected.map((outcome) => String((outcome as PromiseRejectedResult).reason))).toEqual([
      "Error: too many tiles wait to be decoded",
      "Error: too many tiles wait to be decoded",
    ]);
  });

  it("rejects queued calls when stopped, and restarts on the next call", async () => {
    const pool = poolOf(1);
    const outcomes = Promise.allSettled([pool.decode(orderTo(STUBBORN.hang)), pool.decode(orderTo(STUBBORN.answer))]);
    await pool.stop();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await threadOf(pool)).toBeGreaterThan(0);
  });
});
