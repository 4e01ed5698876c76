import type { Note } from "@parfocal/core/note/note.contract.ts";
import { expect, it } from "vitest";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { applyNoteOutbox, NOTE_CHANNEL, type NoteFields, noteScopeOf } from "./note-outbox.ts";

const IMAGE_ID = 9;
const GROUP = 7;
const MADE_AT = "2026-11-21T20:00:00.000Z";

const note = (id: number, content: string): Note => ({
  ...{ id, content, imageId: IMAGE_ID, slideId: IMAGE_ID, workGroupId: null, isUserOwner: true },
  ...{ author: "Lea", createdAt: MADE_AT, updatedAt: MADE_AT },
});

function entry(
  action: OutboxEntry["action"],
  subjectId: number,
  fields: Partial<NoteFields> = {},
  refusal: OutboxEntry["refusal"] = null,
): OutboxEntry {
  return {
    ...{ siteId: 1, userId: 1, key: `${action} ${subjectId}`, sequence: 1, channel: NOTE_CHANNEL },
    ...{ scope: noteScopeOf(IMAGE_ID), place: "/", subjectId, action, createdAt: Date.parse(MADE_AT) },
    fields: { imageId: IMAGE_ID, workGroupId: null, content: "", ...fields },
    firstAttemptAt: null,
    refusal,
  };
}

const REFUSAL = { kind: "notFound", message: "gone", codes: [] } as const;
const KNOWN = [note(1, "First"), note(2, "Second")];

const cases: [what: string, entries: OutboxEntry[], workGroupId: number | null, shown: string[]][] = [
  ["nothing is waiting", [], null, ["First", "Second"]],
  ["a new one is last", [entry("create", -5, { content: "New" })], null, ["First", "Second", "New …"]],
  [
    "a new one of a work group is not among one's own",
    [entry("create", -5, { content: "New", workGroupId: GROUP })],
    null,
    ["First", "Second"],
  ],
  [
    "a new one of a work group is among the group's",
    [entry("create", -5, { content: "New", workGroupId: GROUP }), entry("create", -6, { content: "Own" })],
    GROUP,
    ["First", "Second", "New …"],
  ],
  ["a change keeps the position", [entry("update", 1, { content: "Better" })], null, ["Better …", "Second"]],
  ["a deletion", [entry("remove", 1)], null, ["Second"]],
  ["a rejected change is not shown", [entry("create", -5, { content: "No" }, REFUSAL)], null, ["First", "Second"]],
  ["a change of one in another list", [entry("update", 3, { content: "Not here" })], null, ["First", "Second"]],
];
for (const [what, entries, workGroupId, shown] of cases) {
  it(what, () => {
    const listed = applyNoteOutbox(KNOWN, entries, { workGroupId, author: "Lea" });
    expect(listed.map(({ content, isWaiting }) => (isWaiting ? `${content} …` : content))).toEqual(shown);
  });
}

it("a note that the server already has is shown once while its response is pending, and a change is applied to it", () => {
  const made = { ...entry("create", -5, { content: "New" }), firstAttemptAt: Date.parse(MADE_AT) };
  const shown = (entries: OutboxEntry[], notes: Note[]) =>
    applyNoteOutbox(notes, entries, { workGroupId: null, author: "Lea" }).map(({ id, content, isWaiting }) => [
      id,
      content,
      isWaiting,
    ]);
  expect(shown([made], [note(3, "New")])).toEqual([[3, "New", false]]);
  expect(shown([made, entry("update", -5, { content: "Newer" })], [note(3, "New")])).toEqual([[3, "Newer", true]]);
  const another = { ...made, subjectId: -6, key: "create -6" };
  expect(shown([made, another], [note(3, "New")])).toEqual([
    [3, "New", false],
    [-6, "New", true],
  ]);
  const confirmed = { ...made, subjectId: 3 };
  expect(shown([confirmed, another], [note(3, "New")])).toEqual([
    [3, "New", true],
    [-6, "New", true],
  ]);
  expect(shown([confirmed], [note(2, "New")])).toEqual([
    [2, "New", false],
    [3, "New", true],
  ]);
  const waits = [-5, "New", true];
  expect(shown([{ ...made, firstAttemptAt: null }], [note(3, "New")])).toEqual([[3, "New", false], waits]);
  const old = { ...note(3, "New"), createdAt: "2026-11-20T20:00:00.000Z" };
  expect(shown([made], [old])).toEqual([[3, "New", false], waits]);
  expect(shown([made], [{ ...note(3, "New"), isUserOwner: false }])).toEqual([[3, "New", false], waits]);
});
