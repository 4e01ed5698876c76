import { expect, it } from "vitest";
import { Gathering } from "./gathering.ts";

/** Batches that end when released. */
function controlledGathering(most = 10) {
  const batches: { readonly calls: readonly string[]; readonly end: PromiseWithResolvers<readonly string[]> }[] = [];
  const gathering = new Gathering<string, string>((calls) => {
    const end = Promise.withResolvers<readonly string[]>();
    batches.push({ calls, end });
    return end.promise;
  }, most);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const letGo = async (index: number) => {
    batches[index]?.end.resolve((batches[index]?.calls ?? []).map((call) => call.toUpperCase()));
    await settle();
  };
  return { gathering, batches, settle, letGo };
}

it("runs simultaneous calls as one batch, and calls that arrive during it as the next", async () => {
  const { gathering, batches, settle, letGo } = controlledGathering();
  const first = [gathering.join("a"), gathering.join("b")];
  await settle();
  const later = [gathering.join("c"), gathering.join("d")];
  await settle();
  expect(batches.map(({ calls }) => calls)).toEqual([["a", "b"]]);
  await letGo(0);
  expect(await Promise.all(first)).toEqual(["A", "B"]);
  expect(batches.map(({ calls }) => calls)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(gathering.isIdle).toBe(false);
  await letGo(1);
  expect(await Promise.all(later)).toEqual(["C", "D"]);
  expect(gathering.isIdle).toBe(true);
});

it("runs at most the given number at once, in order of arrival", async () => {
  const { gathering, batches, settle, letGo } = controlledGathering(2);
  const all = Promise.all(["a", "b", "c"].map((call) => gathering.join(call)));
  await settle();
  await letGo(0);
  await letGo(1);
  expect(await all).toEqual(["A", "B", "C"]);
  expect(batches.map(({ calls }) => calls)).toEqual([["a", "b"], ["c"]]);
});

it("a failing batch rejects only its own calls", async () => {
  const { gathering, batches, settle, letGo } = controlledGathering();
  const failing = gathering.join("a");
  await settle();
  const next = gathering.join("b");
  batches[0]?.end.reject(new Error("away"));
  await expect(failing).rejects.toThrow("away");
  await settle();
  await letGo(1);
  expect(await next).toBe("B");
});
