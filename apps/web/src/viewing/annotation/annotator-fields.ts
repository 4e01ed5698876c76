/** Converts between the annotator's state and requests, including rejected ones. */
import { NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { clearedBy, isInChoice } from "./annotation-choice.ts";
import { type AnnotationFields, fieldsOf } from "./annotation-outbox.ts";
import { ANNOTATOR_OFF, type AnnotatorState, geometryOf, type QuickAnnotation } from "./annotator-state.ts";
import { drawnTypeNameOf } from "./drawing-tools.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

/**
 * Ensures that the new annotation is visible: for a learner, own and expert annotations are shown together; where
 * expert annotations are disabled, only own ones.
 */
export function showWhereItIs(board: AnnotationBoard): void {
  const { choice, drawnIn, filter, isShownHere, setFilter, setVisible, viewer } = board;
  setVisible(true);
  const facts = { authorId: viewer.id, isStudent: !viewer.isExpert, workGroupId: drawnIn };
  if (clearedBy(filter, isShownHere, true)) setFilter("mine");
  else if (!isInChoice(choice, viewer, facts)) setFilter(filter === "expert" ? "all" : "mine");
}

/** Whether the drawing will be saved to My space instead of the displayed space. */
export function goesToMySpace({ filter, viewer, drawnIn }: AnnotationBoard): boolean {
  const isOwnListed = filter === "mine" || filter === "all";
  return !viewer.isExpert && drawnIn === null && !isOwnListed;
}

/** The view at the time of saving. @property zoom null: unknown. */
interface SavingPlace {
  readonly imageId: number;
  readonly zoom: number | null;
  /** Work group of the annotation; null: none. */
  readonly workGroupId: number | null;
}

export function fieldsToSave(state: AnnotatorState, place: SavingPlace): AnnotationFields {
  const { title, content, link, includeMeasurement } = state.form;
  const geometry = geometryOf(state);
  return {
    ...place,
    typeId: state.typeId,
    title: title.trim(),
    content: content.trim(),
    link: link.trim(),
    geometry: geometry?.wkt ?? "",
    measurement: geometry?.measurement ?? null,
    includeMeasurement,
  };
}

export function fieldsOfQuick({ typeId, title, content, wkt, measurement }: QuickAnnotation, place: SavingPlace) {
  const texts = { title: title.trim(), content: content.trim(), link: "" };
  return { ...place, typeId, ...texts, geometry: wkt, measurement, includeMeasurement: false };
}

/**
 * The annotator's state when the rejected entry was saved. If the annotation was deleted on the server, it becomes a
 * new one. The error tells whether it was, because lists may be partial.
 */
export function correctionOf(entry: OutboxEntry): AnnotatorState {
  const { typeId, title, content, link, includeMeasurement, geometry, measurement } = fieldsOf(entry);
  const exists = entry.action === "create" || entry.refusal?.kind !== "notFound";
  return {
    ...ANNOTATOR_OFF,
    mode: entry.action === "update" && exists ? "edit" : "add",
    annotationId: exists ? entry.subjectId : NEW_ANNOTATION_ID,
    typeId,
    typeName: drawnTypeNameOf(typeId),
    drawn: { wkt: geometry, measurement },
    form: { title, content, link, includeMeasurement },
  };
}
