import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { type AnnotationsInView, annotationKeys } from "./annotation.api.ts";
import type { AnnotationChoice } from "./annotation-choice.ts";
import { noteAnswered, withDelivered } from "./annotation-delivery.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const VIEWER = { id: 7, displayName: "Leo", isExpert: false, isContentManager: false };
const part = (facts: Partial<AnnotationsInView> = {}): AnnotationsInView => ({
  total: 2,
  inView: 2,
  isComplete: true,
  isSimplified: false,
  annotations: [buildAnnotation({ id: 1 }), buildAnnotation({ id: 2 })],
  density: { cellPx: 1, cells: [] },
  ...facts,
});
const LIST = annotationKeys.list(9, "all");
const ids = ({ annotations }: AnnotationsInView) => annotations.map(({ id }) => id);

describe("a server response for one annotation", () => {
  it("replaces the known version", () => {
    const answer = buildAnnotation({ id: 2, title: "New" });
    const next = withDelivered(part(), LIST, { subjectId: 2, answer }, VIEWER);
    expect(next.annotations.map(({ title }) => title)).toEqual(["Annotation 1", "New"]);
    expect(next.total).toBe(2);
  });

  it("is added if it is new, and counted", () => {
    const next = withDelivered(part(), LIST, { subjectId: -5, answer: buildAnnotation({ id: 3 }) }, VIEWER);
    expect([ids(next), next.total]).toEqual([[1, 2, 3], 3]);
  });

  it("is removed if it is deleted, or no longer matches the filter", () => {
    const gone = withDelivered(part(), LIST, { subjectId: 1, answer: null }, VIEWER);
    expect([ids(gone), gone.total]).toEqual([[2], 1]);
    const converted = buildAnnotation({ id: 2, isStudent: false });
    const students = annotationKeys.list(9, "student");
    expect(ids(withDelivered(part(), students, { subjectId: 2, answer: converted }, VIEWER))).toEqual([1]);
  });

  it("of a work group is added only to that group's list", () => {
    const answer = buildAnnotation({ id: 3, workGroupId: 5, isStudent: false });
    const idsIn = (choice: AnnotationChoice) =>
      ids(withDelivered(part(), annotationKeys.list(9, choice), { subjectId: -5, answer }, VIEWER));
    expect(idsIn("workgroup 5")).toEqual([1, 2, 3]);
    for (const choice of ["workgroup 6", "workgroup", "expert"] as const) expect(idsIn(choice)).toEqual([1, 2]);
  });

  it("is added to a cell only if it intersects it", () => {
    const answer = buildAnnotation({ id: 3 });
    const at = (column: number) => annotationKeys.part(9, "all", { side: 64, resolution: 1, column, row: 0 });
    expect(ids(withDelivered(part(), at(0), { subjectId: -5, answer }, VIEWER))).toEqual([1, 2, 3]);
    expect(ids(withDelivered(part(), at(1), { subjectId: -5, answer }, VIEWER))).toEqual([1, 2]);
  });

  it("does not turn a density into a list", () => {
    const dense = part({ isComplete: false, annotations: [] });
    expect(withDelivered(dense, LIST, { subjectId: -5, answer: buildAnnotation({ id: 3 }) }, VIEWER)).toBe(dense);
  });
});

describe("the lists", () => {
  const removal = (subjectId: number): OutboxEntry => ({
    ...{ siteId: 1, userId: 7, key: `k${subjectId}`, sequence: subjectId, channel: "annotation", scope: "image:9" },
    ...{ place: "/", subjectId, action: "remove", fields: {}, createdAt: 0, firstAttemptAt: 1, refusal: null },
  });
  const saved = (entry: OutboxEntry, others: OutboxEntry[]) =>
    ({ kind: "saved", entry, others, delivery: { id: entry.subjectId, answer: null } }) as const;

  it("are updated after each response, and requested again only after the last of many", () => {
    const client = new QueryClient();
    client.setQueryData(LIST, part());
    noteAnswered(client, saved(removal(1), [removal(2)]), VIEWER);
    expect(ids(client.getQueryData(LIST) as AnnotationsInView)).toEqual([2]);
    expect(client.getQueryState(LIST)?.isInvalidated).toBe(false);
    noteAnswered(client, saved(removal(2), []), VIEWER);
    expect(ids(client.getQueryData(LIST) as AnnotationsInView)).toEqual([]);
    expect(client.getQueryState(LIST)?.isInvalidated).toBe(true);
  });

  it("of the bin are fetched again after a deletion: it may have been opened before the response", () => {
    const client = new QueryClient();
    client.setQueryData(annotationKeys.deleted(9), []);
    noteAnswered(client, saved(removal(1), []), VIEWER);
    expect(client.getQueryState(annotationKeys.deleted(9))?.isInvalidated).toBe(true);
  });
});
