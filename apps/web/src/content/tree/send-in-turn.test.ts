/** Actions of several calls: if one fails, the error contains the completed and the remaining part. */
import { describe, expect, it } from "vitest";
import { PartlyDone } from "./partly-done.ts";
import { inTurn } from "./send-in-turn.ts";
import type { TreeAction } from "./tree-actions.ts";

const restoreOf = (ids: readonly number[]): TreeAction => ({
  type: "restore",
  removals: ids.map((id) => ({ id, parentId: 1, binId: id })),
});
const failingAt = (wrong: number) => async (id: number) => {
  if (id === wrong) throw new Error(`no ${id}`);
  return { parents: [{ id, version: 1, children: [] }], made: [id] };
};

describe("sequential calls", () => {
  it("all succeed: their results combined", async () => {
    expect(await inTurn([4, 5], failingAt(0), restoreOf)).toEqual({
      parents: [4, 5].map((id) => ({ id, version: 1, children: [] })),
      result: { removals: [], made: [4, 5] },
    });
  });

  it("the first fails: its own error, nothing was done", async () => {
    await expect(inTurn([4, 5], failingAt(4), restoreOf)).rejects.toThrow("no 4");
  });

  it("a later one fails: the completed part, the rest and the reason; no further call is sent", async () => {
    const thrown: unknown = await inTurn([4, 5, 6], failingAt(5), restoreOf).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PartlyDone);
    const { parts, cause } = thrown as PartlyDone;
    expect(cause).toEqual(new Error("no 5"));
    expect(parts.done).toEqual(restoreOf([4]));
    expect(parts.rest).toEqual(restoreOf([5, 6]));
    expect(parts.answer.result?.made).toEqual([4]);
  });
});
