/** Annotations in the outbox: what an entry says, how it is sent, and how it is shown before the server has it. */

import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import { changedFields, isWaiting, type OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { type AnnotationChoice, isInChoice } from "./annotation-choice.ts";

export const ANNOTATION_CHANNEL = "annotation";

export const scopeOfImage = (imageId: number): string => `image:${imageId}`;

/** All that a person decides about an annotation. Kept whole, so that a refused change can become a new annotation. */
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
  /** Work group in which it is drawn: it stays there. Left out or null: in none. */
  readonly workGroupId?: number | null;
  /** With a change: it is brought back from the bin first. As it was; null: what it was is not known any more. */
  readonly restores?: BroughtAnnotation | null;
}

/** What a person decided about an annotation that is there. */
export function fieldsOfAnnotation(annotation: Annotation): AnnotationFields {
  const { imageId, typeId, title, content, link, zoom, geometry, measurement } = annotation;
  const { includeMeasurement, workGroupId } = annotation;
  return { imageId, typeId, title, content, link, zoom, geometry, measurement, includeMeasurement, workGroupId };
}

export type SaveState = "saved" | "waiting";

/** An annotation as it was brought. */
export interface BroughtAnnotation extends Annotation {
  /** Its geometry has fewer vertices than were drawn, for the present zoom: nothing to edit or to copy. */
  readonly isSimplified?: boolean;
}

export interface ListedAnnotation extends BroughtAnnotation {
  readonly saveState: SaveState;
}

/** Who looks, as far as the list must know. */
export interface AnnotationViewer extends Omit<AnnotationCaller, "workGroupIds"> {
  readonly displayName: string;
}

/** Fields of an entry that this page wrote; the queue itself knows none. */
export function fieldsOf(entry: OutboxEntry): AnnotationFields {
  return entry.fields as unknown as AnnotationFields;
}

/**
 * What a change changes. A new shape takes its type along, as it was drawn as one of that; a new type alone leaves the
 * shape, which somebody may have drawn anew meanwhile.
 */
export function changesOf(entry: OutboxEntry): Partial<AnnotationFields> {
  const { measurement: _measurement, ...changes } = changedFields(entry) as Partial<AnnotationFields>;
  if (changes.geometry === undefined) return changes;
  const { typeId, measurement } = fieldsOf(entry);
  return { ...changes, typeId, measurement };
}

/** Whether another of the same kind, kept or removed, waits to be sent after this one. */
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
 * The list as it will be: the server's, with what waits in the outbox applied. What the server refused is not applied:
 * it is offered again elsewhere.
 *
 * @param entries of this image, in the order they are sent.
 * @param total how many the server has, of which `annotations` may be a part.
 */
export function applyOutbox(
  annotations: readonly BroughtAnnotation[],
  entries: readonly OutboxEntry[],
  choice: AnnotationChoice,
  viewer: AnnotationViewer,
  total = annotations.length,
): ListedAnnotation[] {
  const byId = new Map<number, ListedAnnotation>(
    annotations.map((annotation) => [annotation.id, { ...annotation, saveState: "saved" }]),
  );
  for (const entry of entries) {
    if (entry.refusal !== null) continue;
    const known = byId.get(entry.subjectId);
    if (entry.action === "remove") byId.delete(entry.subjectId);
    else if (known) byId.set(entry.subjectId, { ...known, ...changesOf(entry), saveState: "waiting" });
    else if (entry.action === "create" || fieldsOf(entry).restores !== undefined) {
      const { restores, ...fields } = fieldsOf(entry);
      if (restores) {
        byId.set(entry.subjectId, { ...restores, ...fields, id: entry.subjectId, saveState: "waiting" });
        continue;
      }
      const created = createdAnnotation(entry, Math.max(total, byId.size) + 1, viewer);
      const facts = { authorId: viewer.id, isStudent: created.isStudent, workGroupId: created.workGroupId };
      if (isInChoice(choice, viewer, facts)) byId.set(entry.subjectId, created);
    }
  }
  return [...byId.values()].sort(byOrder);
}

/** The image's own order; what is not numbered by the server stands last, oldest first. */
function byOrder(one: ListedAnnotation, other: ListedAnnotation): number {
  return one.order - other.order || Math.abs(one.id) - Math.abs(other.id);
}

function createdAnnotation(entry: OutboxEntry, place: number, viewer: AnnotationViewer): ListedAnnotation {
  const madeAt = new Date(entry.createdAt).toISOString();
  return {
    ...fieldsOf(entry),
    id: entry.subjectId,
    order: Math.max(place, 1),
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
 * The number that stands at an annotation: its place in a list of all, so that they count from 1 without gaps; its place
 * in the image's order where the list is a part, so that it stays while the list changes.
 */
export function numberOfListed({ order }: ListedAnnotation, index: number, isWhole: boolean): number {
  return isWhole ? index + 1 : order;
}

/** The annotation before or after the selected one; from none to the first or last; round at the ends. */
export function neighbourAnnotation<Listed extends { readonly id: number }>(
  annotations: readonly Listed[],
  selectedId: number | null,
  step: 1 | -1,
): Listed | undefined {
  const at = annotations.findIndex(({ id }) => id === selectedId);
  if (at === -1) return step === 1 ? annotations[0] : annotations.at(-1);
  return annotations.at((at + step) % annotations.length);
}

/** How an annotation is marked: by what it is to the person who looks. */
export type AnnotationKind = "expert" | "student" | "own" | "workgroup";

export function annotationKindOf(
  annotation: Pick<Annotation, "isUserOwner" | "isStudent" | "workGroupId">,
): AnnotationKind {
  if (annotation.isUserOwner) return "own";
  if (annotation.workGroupId !== null) return "workgroup";
  return annotation.isStudent ? "student" : "expert";
}
