import { describe, expect, it } from "vitest";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { applyOutbox, fieldsOfAnnotation } from "./annotation-outbox.ts";
import { createdForTest } from "./annotation-undo.builder.ts";

const VIEWER = { id: 3, displayName: "Leo Learner", isExpert: false, isContentManager: false, workGroupIds: [] };
const { annotation, fields } = createdForTest(7);
const waiting = (action: OutboxEntry["action"], sequence: number, more: object): OutboxEntry => ({
  siteId: 1,
  userId: 3,
  key: `key ${sequence}`,
  sequence,
  channel: "annotation",
  scope: "image:9",
  place: "/",
  subjectId: 7,
  action,
  fields: { ...more },
  createdAt: 0,
  firstAttemptAt: null,
  refusal: null,
});

describe("an undone deletion", () => {
  const removed = waiting("remove", 1, { title: annotation.title });

  it("shows the annotation again, unchanged, before the server responds", () => {
    const restored = waiting("update", 2, { ...fields, restores: annotation });
    expect(applyOutbox([annotation], [removed], "mine", VIEWER)).toEqual([]);
    expect(applyOutbox([annotation], [removed, restored], "mine", VIEWER)).toEqual([
      { ...annotation, saveState: "waiting" },
    ]);
  });

  it("of a new one that was undone and redone shows it too", () => {
    const again = waiting("update", 2, { ...fieldsOfAnnotation(annotation), restores: null });
    expect(applyOutbox([], [again], "mine", VIEWER)).toMatchObject([{ id: 7, title: annotation.title }]);
  });
});
