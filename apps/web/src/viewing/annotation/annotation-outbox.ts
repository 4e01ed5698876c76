/** Annotations in the outbox: entries, sending, and optimistic display. */

import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import { changedFields, isWaiting, type OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { type AnnotationChoice, isInChoice } from "./annotation-choice.ts";

export const ANNOTATION_CHANNEL = "annotation";

export const scopeOfImage = (imageId: number): string => `image:${imageId}`;

/** All editable fields of an annotation. Stored completely, so that a rejected change can become a new annotation. */
export interface AnnotationFields {
  readonly imageId: number;
  readonly typeId: number;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  readonly geometry: string;
  readonly measurement: Measurement | null;
  readonly includeMeasurement: boolean;
  /** Work group of a new annotation, which cannot be changed later. Omitted or null: none. */
  readonly workGroupId?: number | null;
  /** For a change: restores the annotation from the bin first. Its former state; null: unknown. */
  readonly restores?: LoadedAnnotation | null;
}

/** The editable fields of an existing annotation. */
export function fieldsOfAnnotation(annotation: Annotation): AnnotationFields {
  const { imageId, typeId, title, content, link, zoom, geometry, measurement } = annotation;
  const { includeMeasurement, workGroupId } = annotation;
  return { imageId, typeId, title, content, link, zoom, geometry, measurement, includeMeasurement, workGroupId };
}

type SaveState = "saved" | "waiting";

/** An annotation as loaded. */
export interface LoadedAnnotation extends Annotation {
  /** Whether its geometry is simplified for the current zoom, so that it must not be edited or copied. */
  readonly isSimplified?: boolean;
}

export interface ListedAnnotation extends LoadedAnnotation {
  readonly saveState: SaveState;
}

/** The current user's facts that the list needs. */
export interface AnnotationViewer extends Omit<AnnotationCaller, "workGroupIds"> {
  readonly displayName: string;
}

/** Fields of an entry written by this page. The queue itself does not know their type. */
export function fieldsOf(entry: OutboxEntry): AnnotationFields {
  return entry.fields as unknown as AnnotationFields;
}

/**
 * Changed fields. A new shape is sent with its type; a new type alone does not send the shape, which another person may
 * have changed since.
 */
export function changesOf(entry: OutboxEntry): Partial<AnnotationFields> {
  const { measurement: _measurement, ...changes } = changedFields(entry) as Partial<AnnotationFields>;
  if (changes.geometry === undefined) return changes;
  const { typeId, measurement } = fieldsOf(entry);
  return { ...changes, typeId, measurement };
}

/** Fields that a request decides and its response repeats. */
const DECIDED = ["typeId", "title", "content", "link", "geometry", "includeMeasurement"] as const;

/** Whether an annotation of the server has all fields of a request. */
export function isAsRequested(
  annotation: Annotation,
  requested: Partial<Pick<Annotation, (typeof DECIDED)[number]>>,
): boolean {
  return DECIDED.every((name) => requested[name] === undefined || annotation[name] === requested[name]);
}

/** Whether another entry of the same kind (saved or deleted) is queued after this one. */
export function isMoreWaiting(entries: readonly OutboxEntry[], { key, channel, scope, action }: OutboxEntry): boolean {
  const isRemoval = action === "remove";
  return entries.some(
    (other) =>
      other.key !== key &&
      isWaiting(other) &&
      other.channel === channel &&
      other.scope === scope &&
      (other.action === "remove") === isRemoval,
  );
}

/**
 * The optimistic list: the server's, with pending entries of the outbox applied. Rejected entries are not applied; they
 * are shown separately.
 *
 * @param entries of this image, in the order they are sent.
 * @param total number on the server, of which `annotations` may be a part.
 */
export function applyOutbox(
  annotations: readonly LoadedAnnotation[],
  entries: readonly OutboxEntry[],
  choice: AnnotationChoice,
  viewer: AnnotationViewer,
  total = annotations.length,
): ListedAnnotation[] {
  const byId = new Map<number, ListedAnnotation>(
    annotations.map((annotation) => [annotation.id, { ...annotation, saveState: "saved" }]),
  );
  // A filtered list has the orders of the whole image, so its last one can be greater than its length.
  let lastOrder = annotations.reduce((last, { order }) => Math.max(last, order), total);
  for (const entry of entries) {
    if (entry.refusal !== null) continue;
    const created = findCreated(byId, entry);
    if (created) {
      byId.delete(created.id);
      byId.set(entry.subjectId, { ...created, id: entry.subjectId, saveState: "waiting" });
      continue;
    }
    const known = byId.get(entry.subjectId);
    if (entry.action === "remove") byId.delete(entry.subjectId);
    else if (known) byId.set(entry.subjectId, { ...known, ...changesOf(entry), saveState: "waiting" });
    else if (entry.action === "create" || fieldsOf(entry).restores !== undefined) {
      const { restores, ...fields } = fieldsOf(entry);
      if (restores) {
        byId.set(entry.subjectId, { ...restores, ...fields, id: entry.subjectId, saveState: "waiting" });
        continue;
      }
      const drawn = drawnAnnotation(entry, lastOrder + 1, viewer);
      const facts = { authorId: viewer.id, isStudent: drawn.isStudent, workGroupId: drawn.workGroupId };
      if (!isInChoice(choice, viewer, facts)) continue;
      byId.set(entry.subjectId, drawn);
      lastOrder += 1;
    }
  }
  return [...byId.values()].sort(byOrder);
}

/** The image's own order; new annotations come last, oldest first. */
function byOrder(one: ListedAnnotation, other: ListedAnnotation): number {
  return one.order - other.order || Math.abs(one.id) - Math.abs(other.id);
}

/**
 * What the server has created for an entry whose response has not arrived, or was lost: it is in lists that were read
 * since. It keeps the page's ID until then, so that it is listed once and stays selected.
 *
 * @returns of several equal ones the last.
 */
function findCreated(byId: ReadonlyMap<number, ListedAnnotation>, entry: OutboxEntry): ListedAnnotation | undefined {
  if (entry.action !== "create" || entry.firstAttemptAt === null) return undefined;
  const requested = fieldsOf(entry);
  let created: ListedAnnotation | undefined;
  for (const annotation of byId.values())
    if (
      annotation.id > 0 &&
      annotation.isUserOwner &&
      annotation.workGroupId === (requested.workGroupId ?? null) &&
      isAsRequested(annotation, requested)
    )
      created = annotation;
  return created;
}

function drawnAnnotation(entry: OutboxEntry, order: number, viewer: AnnotationViewer): ListedAnnotation {
  const madeAt = new Date(entry.createdAt).toISOString();
  return {
    ...fieldsOf(entry),
    id: entry.subjectId,
    order,
    author: viewer.displayName,
    isUserOwner: true,
    isStudent: !viewer.isExpert,
    isConverted: false,
    isStudentMarked: false,
    userCanEdit: true,
    userCanDelete: true,
    workGroupId: fieldsOf(entry).workGroupId ?? null,
    review: null,
    createdAt: madeAt,
    updatedAt: madeAt,
    saveState: "waiting",
  };
}

/**
 * The number shown at an annotation: its position in a complete list, counted from 1 without gaps; its position in the
 * image's order in a partial list, so that it is stable.
 */
export function numberOfListed({ order }: ListedAnnotation, index: number, isWhole: boolean): number {
  return isWhole ? index + 1 : order;
}

/** The annotation before or after the selected one, wrapping at the ends; without a selection the first or last. */
export function neighbourAnnotation<Listed extends { readonly id: number }>(
  annotations: readonly Listed[],
  selectedId: number | null,
  step: 1 | -1,
): Listed | undefined {
  const at = annotations.findIndex(({ id }) => id === selectedId);
  if (at === -1) return step === 1 ? annotations[0] : annotations.at(-1);
  return annotations.at((at + step) % annotations.length);
}

/** Marker of an annotation, depending on its relation to the current user. */
export type AnnotationKind = "expert" | "student" | "own" | "workgroup";

export function annotationKindOf(
  annotation: Pick<Annotation, "isUserOwner" | "isStudent" | "workGroupId">,
): AnnotationKind {
  if (annotation.isUserOwner) return "own";
  if (annotation.workGroupId !== null) return "workgroup";
  return annotation.isStudent ? "student" : "expert";
}
