import type { ErrorKind } from "@parfocal/core/errors.ts";
import { describe, expect, it, vi } from "vitest";
import type { OutboxAction, OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { fieldsOfAnnotation } from "./annotation-outbox.ts";
import { correctionOf, goesToMySpace, showWhereItIs } from "./annotator-fields.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

const rejected = (action: OutboxAction, subjectId: number, kind: ErrorKind): OutboxEntry => ({
  siteId: 1,
  userId: 3,
  key: "key",
  sequence: 1,
  channel: "annotation",
  scope: "image:9",
  place: "/",
  subjectId,
  action,
  fields: { ...fieldsOfAnnotation(buildAnnotation({ id: subjectId })) },
  createdAt: 0,
  firstAttemptAt: 0,
  refusal: { kind, message: "", codes: [] },
});

describe("correcting a rejected change", () => {
  const cases: [what: string, OutboxAction, subjectId: number, ErrorKind, mode: "add" | "edit", id: number][] = [
    ["a change edits its annotation", "update", 5, "invalid", "edit", 5],
    ["a change of a deleted annotation becomes a new one", "update", 5, "notFound", "add", -1],
    ["a new one keeps its ID", "create", -20, "notFound", "add", -20],
  ];
  for (const [what, action, subjectId, kind, mode, annotationId] of cases) {
    it(what, () => {
      expect(correctionOf(rejected(action, subjectId, kind))).toMatchObject({ mode, annotationId });
    });
  }
});

describe("after drawing, the list switches to the filter that contains it", () => {
  const cases: [what: string, facts: { isExpert: boolean; isShownHere: boolean }, turnsTo: string[]][] = [
    ["a learner's, beside experts' ones", { isExpert: false, isShownHere: true }, ["all"]],
    ["a learner's if annotations are turned off", { isExpert: false, isShownHere: false }, ["mine"]],
    ["an expert's, which is listed", { isExpert: true, isShownHere: true }, []],
    ["an expert's if annotations are turned off", { isExpert: true, isShownHere: false }, ["mine"]],
  ];
  for (const [what, { isExpert, isShownHere }, turnsTo] of cases) {
    it(`${what}: ${turnsTo[0] ?? "stays"}`, () => {
      const [setFilter, setVisible] = [vi.fn(), vi.fn()];
      const viewer = { id: 3, displayName: "Leo", isExpert, isContentManager: false };
      const chosen = { filter: "expert", choice: "expert", drawnIn: null, isShownHere, viewer } as const;
      showWhereItIs({ ...chosen, setFilter, setVisible } as unknown as AnnotationBoard);
      expect([setFilter.mock.calls.flat(), setVisible.mock.calls.flat()]).toEqual([turnsTo, [true]]);
    });
  }
});

describe("a hint that it will be stored in My space is shown", () => {
  const cases: [what: string, filter: string, isExpert: boolean, drawnIn: number | null, isSaid: boolean][] = [
    ["to a learner with the experts' filter", "expert", false, null, true],
    ["to a learner with the filter none", "none", false, null, true],
    ["not to a learner in My space", "mine", false, null, false],
    ["not to a learner with the filter all", "all", false, null, false],
    ["not in a work group", "workgroup", false, 4, false],
    ["not to an expert, who draws expert annotations", "expert", true, null, false],
  ];
  for (const [what, filter, isExpert, drawnIn, isSaid] of cases)
    it(what, () => {
      const viewer = { id: 3, displayName: "Leo", isExpert, isContentManager: false };
      expect(goesToMySpace({ filter, viewer, drawnIn } as unknown as AnnotationBoard)).toBe(isSaid);
    });
});
