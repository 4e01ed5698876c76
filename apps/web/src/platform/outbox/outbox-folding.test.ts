import { describe, expect, it } from "vitest";
import { changedFields, type OutboxEntry, type Refusal } from "./outbox-entry.ts";
import { foldIntoQueue } from "./outbox-folding.ts";

const REFUSAL: Refusal = { kind: "invalid", message: "too long", codes: [] };
let sequence = 0;

function entry(facts: Partial<OutboxEntry>): OutboxEntry {
  sequence += 1;
  return {
    siteId: 1,
    userId: 7,
    key: `k${sequence}`,
    sequence,
    channel: "annotation",
    scope: "image:9",
    place: "/s1/i9/",
    subjectId: 17,
    action: "update",
    fields: {},
    createdAt: 0,
    firstAttemptAt: null,
    refusal: null,
    ...facts,
  };
}

const fold = (...entries: OutboxEntry[]): OutboxEntry[] => foldIntoQueue([], entries);
const shape = (entries: OutboxEntry[]) =>
  entries.map(({ action, subjectId, fields }) => ({ action, subjectId, fields }));

describe("a change is merged into waiting ones", () => {
  it("is added to a creation that was never tried, under the creation's key", () => {
    const creation = entry({ action: "create", subjectId: -5, fields: { title: "a", geometry: "g" } });
    const queue = fold(creation, entry({ subjectId: -5, fields: { title: "b" } }));
    expect(shape(queue)).toEqual([{ action: "create", subjectId: -5, fields: { title: "b", geometry: "g" } }]);
    expect(queue[0]?.key).toBe(creation.key);
  });

  it("waits behind a creation that was tried: its key belongs to its fields", () => {
    const creation = entry({ action: "create", subjectId: -5, fields: { title: "a" }, firstAttemptAt: 1 });
    const queue = fold(
      creation,
      entry({ subjectId: -5, fields: { title: "b" } }),
      entry({ subjectId: -5, fields: { content: "c" } }),
    );
    expect(shape(queue)).toEqual([
      { action: "create", subjectId: -5, fields: { title: "a" } },
      { action: "update", subjectId: -5, fields: { title: "b", content: "c" } },
    ]);
  });

  it("is merged into an earlier change of the same item, and leaves other items alone", () => {
    const queue = fold(entry({ fields: { title: "a" } }), entry({ subjectId: 18 }), entry({ fields: { link: "/x" } }));
    expect(shape(queue)).toEqual([
      { action: "update", subjectId: 17, fields: { title: "a", link: "/x" } },
      { action: "update", subjectId: 18, fields: {} },
    ]);
  });
});

describe("the changed fields", () => {
  const loaded = { title: "a", geometry: "g" };
  const sent = (queue: OutboxEntry[]) => queue.map(changedFields);

  it("are those that differ from the state when the user started; without that state, all", () => {
    expect(changedFields(entry({ fields: { ...loaded, title: "b" }, base: loaded }))).toEqual({ title: "b" });
    expect(changedFields(entry({ fields: loaded }))).toEqual(loaded);
  });

  it("add up over waiting changes: each contributes its own, and the first base stays", () => {
    const titled = entry({ fields: { title: "b", geometry: "g" }, base: loaded });
    // The list was reloaded in between: another person has moved it.
    const seen = { title: "b", geometry: "moved by another" };
    expect(sent(fold(titled, entry({ fields: { ...seen, title: "c" }, base: seen })))).toEqual([{ title: "c" }]);
  });

  it("of a correction are compared with the base of the rejected change", () => {
    const rejected = entry({
      fields: { title: "b", geometry: "g" },
      base: loaded,
      firstAttemptAt: 1,
      refusal: REFUSAL,
    });
    expect(sent(fold(rejected, entry({ fields: { title: "c", geometry: "g" } })))).toEqual([{ title: "c" }]);
  });

  it("of an item whose last change was rejected are those of the new change", () => {
    const rejected = entry({
      fields: { title: "b", geometry: "g" },
      base: loaded,
      firstAttemptAt: 1,
      refusal: REFUSAL,
    });
    const moved = entry({ fields: { title: "a", geometry: "h" }, base: loaded });
    expect(sent(fold(rejected, moved))).toEqual([{ geometry: "h" }]);
  });
});

describe("a removal", () => {
  it("of an item that the server cannot know leaves nothing to send", () => {
    expect(fold(entry({ action: "create", subjectId: -5 }), entry({ action: "remove", subjectId: -5 }))).toEqual([]);
  });

  it("of an item that may be on the server waits until its creation is answered", () => {
    const queue = fold(
      entry({ action: "create", subjectId: -5, firstAttemptAt: 1 }),
      entry({ subjectId: -5, fields: { title: "b" } }),
      entry({ action: "remove", subjectId: -5 }),
    );
    expect(queue.map(({ action }) => action)).toEqual(["create", "remove"]);
  });

  it("drops untried changes, and a rejected one too", () => {
    const queue = fold(
      entry({ fields: { title: "a" }, refusal: REFUSAL, firstAttemptAt: 1 }),
      entry({ subjectId: 18 }),
      entry({ action: "remove" }),
    );
    expect(queue.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["update", 18],
      ["remove", 17],
    ]);
  });
});

describe("a creation that is redone after its removal", () => {
  const FIELDS = { title: "a", size: [1] };
  const removedAndRedone = (fields: OutboxEntry["fields"]) =>
    fold(
      entry({ action: "create", subjectId: -5, fields: FIELDS, firstAttemptAt: 1 }),
      entry({ action: "remove", subjectId: -5 }),
      entry({ action: "create", subjectId: -5, fields }),
    );

  it("cancels a removal that was not tried: the item is created once", () => {
    expect(shape(removedAndRedone({ title: "a", size: [1] }))).toEqual([
      { action: "create", subjectId: -5, fields: FIELDS },
    ]);
  });

  it("changes the fields that differ, once the item is created", () => {
    const [creation, change, ...rest] = removedAndRedone({ title: "b", size: [1] });
    expect(rest).toEqual([]);
    expect([creation?.action, change?.action]).toEqual(["create", "update"]);
    expect(change && changedFields(change)).toEqual({ title: "b" });
  });
});

describe("a rejected change", () => {
  it("is created again, corrected, under a new key", () => {
    const rejected = entry({
      action: "create",
      subjectId: -5,
      fields: { title: "too long", geometry: "g" },
      firstAttemptAt: 1,
      refusal: REFUSAL,
    });
    const correction = entry({ subjectId: -5, fields: { title: "short" } });
    const [again, ...rest] = fold(rejected, correction);
    expect(rest).toEqual([]);
    expect(again).toMatchObject({
      action: "create",
      key: correction.key,
      fields: { title: "short", geometry: "g" },
      firstAttemptAt: null,
      refusal: null,
    });
  });

  it("keeps the rejected fields that the correction does not contain", () => {
    const rejected = entry({ fields: { title: "a", link: "bad" }, firstAttemptAt: 1, refusal: REFUSAL });
    expect(shape(fold(rejected, entry({ fields: { link: "/good" } })))).toEqual([
      { action: "update", subjectId: 17, fields: { title: "a", link: "/good" } },
    ]);
  });
});
