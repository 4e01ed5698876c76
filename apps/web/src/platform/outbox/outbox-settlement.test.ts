import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { isKeyExpired, KEY_LIFETIME_MS, sendableEntries, settleRejected, settleSaved } from "./outbox-settlement.ts";
import { saveStatusOf } from "./outbox-status.ts";

const REFUSAL = { kind: "invalid", message: "no", codes: [] } as const;

function entry(sequence: number, facts: Partial<OutboxEntry>): OutboxEntry {
  return {
    siteId: 1,
    userId: 7,
    key: `k${sequence}`,
    sequence,
    channel: "annotation",
    scope: "image:9",
    place: "/s1/i9/",
    subjectId: -5,
    action: "update",
    fields: {},
    createdAt: 0,
    firstAttemptAt: null,
    refusal: null,
    ...facts,
  };
}

describe("the queue", () => {
  it("sends the changes of an item sequentially, and different items in parallel", () => {
    const queue = [entry(1, { action: "create" }), entry(2, {}), entry(3, { subjectId: 18 })];
    expect(sendableEntries(queue).map(({ key }) => key)).toEqual(["k1", "k3"]);
  });

  it("assigns the server's id to later changes", () => {
    const queue = settleSaved([entry(1, { action: "create" }), entry(2, {}), entry(3, { subjectId: -6 })], "k1", 40);
    expect(queue.map(({ key, subjectId }) => [key, subjectId])).toEqual([
      ["k2", 40],
      ["k3", -6],
    ]);
  });

  it("keeps all input if a creation is rejected, including later changes", () => {
    const queue = settleRejected(
      [entry(1, { action: "create", fields: { title: "a" } }), entry(2, { fields: { content: "c" } })],
      "k1",
      REFUSAL,
    );
    expect(queue).toHaveLength(1);
    expect(queue[0]).toMatchObject({ key: "k1", fields: { title: "a", content: "c" }, refusal: REFUSAL });
  });

  it("drops a rejected creation that was to be removed anyway", () => {
    expect(settleRejected([entry(1, { action: "create" }), entry(2, { action: "remove" })], "k1", REFUSAL)).toEqual([]);
  });

  it("does not repeat a creation whose key may have expired on the server", () => {
    const tried = entry(1, { action: "create", firstAttemptAt: 0 });
    expect(isKeyExpired(tried, KEY_LIFETIME_MS)).toBe(false);
    expect(isKeyExpired(tried, KEY_LIFETIME_MS + 1)).toBe(true);
    expect(isKeyExpired(entry(1, { action: "create" }), KEY_LIFETIME_MS + 1)).toBe(false);
    expect(isKeyExpired(entry(1, { firstAttemptAt: 0 }), KEY_LIFETIME_MS + 1)).toBe(false);
  });
});

describe("the save status", () => {
  const waiting = entry(1, {});
  const rejected = entry(2, { refusal: REFUSAL });
  const cases: [string, OutboxEntry[], boolean, string][] = [
    ["nothing is waiting", [], true, "saved"],
    ["a change is being sent", [waiting], false, "saving"],
    ["the last attempt failed", [waiting], true, "notSaved"],
    ["a change was rejected", [waiting, rejected], false, "notSaved"],
  ];
  for (const [what, entries, hasTrouble, expected] of cases) {
    it(`${what}: ${expected}`, () => expect(saveStatusOf(entries, hasTrouble)).toBe(expected));
  }
});

it("waits 1, 2, 4, 8, 16, 30, 30 s between attempts", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(backoffMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
