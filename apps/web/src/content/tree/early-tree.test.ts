import { AppError } from "@parfocal/core/errors.ts";
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const call = vi.hoisted(() => vi.fn());
vi.mock("#platform/call.ts", () => ({ call }));

const treeOf = (version: number): Tree => ({ version, isWhole: true, nodes: [], parents: [], gone: [] });
let part: typeof import("./early-tree.ts");
let version = 0;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  version = 0;
  call.mockReset().mockImplementation(async () => treeOf(++version));
  part = await import("./early-tree.ts");
});
afterEach(() => vi.useRealTimers());

it("returns the tree that was requested early, once", async () => {
  part.askTreeEarly();
  part.askTreeEarly();
  expect(await part.wholeTree()).toEqual(treeOf(1));
  expect(call).toHaveBeenCalledTimes(1);
  expect(await part.wholeTree()).toEqual(treeOf(2));
});

it("requests the tree if it was not requested before", async () => {
  expect(await part.wholeTree()).toEqual(treeOf(1));
});

it("does not return an old response", async () => {
  part.askTreeEarly();
  await vi.advanceTimersByTimeAsync(5001);
  expect(await part.wholeTree()).toEqual(treeOf(2));
});

it("requests the tree again after a failure, before and after it was taken", async () => {
  call.mockRejectedValueOnce(new AppError("unauthenticated", "Sign in to continue."));
  part.askTreeEarly();
  expect(await part.wholeTree()).toEqual(treeOf(1));
  call.mockRejectedValueOnce(new AppError("unauthenticated", "Sign in to continue."));
  part.askTreeEarly();
  await vi.advanceTimersByTimeAsync(1);
  expect(await part.wholeTree()).toEqual(treeOf(2));
});
