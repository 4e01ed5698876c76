import { expect, it } from "vitest";
import { SharedReads } from "./shared-reads.ts";

/** Reads that end when released, each with its number. */
function controlledReads() {
  const shared = new SharedReads<number>();
  const started: PromiseWithResolvers<number>[] = [];
  const read = (key = "quiz") =>
    shared.read(key, () => {
      const one = Promise.withResolvers<number>();
      started.push(one);
      return one.promise;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { read, started, settle };
}

it("reads once for all callers that arrive during another read, and starts after the last of them arrived", async () => {
  const { read, started, settle } = controlledReads();
  const first = read();
  const others = [read(), read(), read()];
  await settle();
  expect(started).toHaveLength(1);
  started[0]?.resolve(1);
  expect(await first).toBe(1);
  await settle();
  expect(started).toHaveLength(2);
  const late = read();
  started[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await settle();
  started[2]?.resolve(3);
  expect(await late).toBe(3);
});

it("caches nothing: a later caller reads again", async () => {
  const { read, started, settle } = controlledReads();
  const first = read();
  started[0]?.resolve(1);
  await first;
  await settle();
  const second = read();
  started[1]?.resolve(2);
  expect(await second).toBe(2);
});

it("reads different keys in parallel", async () => {
  const { read, started } = controlledReads();
  const both = [read("one"), read("other")];
  expect(started).toHaveLength(2);
  started[1]?.resolve(2);
  started[0]?.resolve(1);
  expect(await Promise.all(both)).toEqual([1, 2]);
});

it("does not pass on an error from another caller's read", async () => {
  const { read, started, settle } = controlledReads();
  const first = read();
  const leader = read();
  const follower = read();
  started[0]?.reject(new Error("of the first"));
  await expect(first).rejects.toThrow("of the first");
  await settle();
  started[1]?.reject(new Error("of the leader"));
  await expect(leader).rejects.toThrow("of the leader");
  await settle();
  started[2]?.resolve(3);
  expect(await follower).toBe(3);
});
