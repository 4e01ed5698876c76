import { describe, expect, it } from "vitest";
import type { SiteDb } from "./database.ts";
import { beginReadingOnce, readOnce } from "./read-once.ts";

/** Only its identity matters. */
const transaction = () => ({}) as SiteDb;

function countingRead() {
  let reads = 0;
  return async () => {
    reads += 1;
    return reads;
  };
}

describe("what a call reads once", () => {
  it("is read once for each key in the transaction of a call that changes nothing", async () => {
    const db = transaction();
    beginReadingOnce(db);
    const read = countingRead();
    expect(await Promise.all([readOnce(db, () => "a", read), readOnce(db, () => "a", read)])).toEqual([1, 1]);
    expect(await readOnce(db, () => "b", read)).toBe(2);
    expect(await readOnce(db, () => "a", read)).toBe(1);
  });

  it("is read each time in a transaction that may change it", async () => {
    const db = transaction();
    const read = countingRead();
    expect([await readOnce(db, () => "a", read), await readOnce(db, () => "a", read)]).toEqual([1, 2]);
  });

  it("is not shared between transactions", async () => {
    const [one, other] = [transaction(), transaction()];
    beginReadingOnce(one);
    beginReadingOnce(other);
    const read = countingRead();
    expect([await readOnce(one, () => "a", read), await readOnce(other, () => "a", read)]).toEqual([1, 2]);
  });
});
