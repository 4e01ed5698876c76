import type { ErrorKind } from "@parfocal/core/errors.ts";
import { describe, expect, it } from "vitest";
import type { OutboxAction, OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { fieldsOfAnnotation } from "./annotation-outbox.ts";
import { correctionOf } from "./annotator-fields.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const refused = (action: OutboxAction, subjectId: number, kind: ErrorKind): OutboxEntry => ({
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

describe("what is refused and corrected", () => {
  const cases: [what: string, OutboxAction, subjectId: number, ErrorKind, mode: "add" | "edit", id: number][] = [
    ["a change, whether its annotation is listed or not", "update", 5, "invalid", "edit", 5],
    ["a change of what is gone becomes a new one", "update", 5, "notFound", "add", -1],
    ["a new one stays the one it is", "create", -20, "notFound", "add", -20],
  ];
  for (const [what, action, subjectId, kind, mode, annotationId] of cases) {
    it(what, () => {
      expect(correctionOf(refused(action, subjectId, kind))).toMatchObject({ mode, annotationId });
    });
  }
});
