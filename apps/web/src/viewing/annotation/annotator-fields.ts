/** From the annotator to what is sent, and back from what was sent and refused. */
import { NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { clearedBy, isInChoice } from "./annotation-choice.ts";
import { type AnnotationFields, fieldsOf } from "./annotation-outbox.ts";
import { ANNOTATOR_OFF, type AnnotatorState, geometryOf, type QuickAnnotation } from "./annotator-state.ts";
import { drawnTypeNameOf } from "./drawing-tools.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

/**
 * The list takes in a new annotation: a learner's is none of an expert's, so that both are shown then, and what was looked
 * at stays on the slide; where experts' annotations are turned off, one's own alone are.
 */
export function showWhereItIs(board: AnnotationBoard): void {
  const { choice, drawnIn, filter, isShownHere, setFilter, setVisible, viewer } = board;
  setVisible(true);
  const facts = { authorId: viewer.id, isStudent: !viewer.isExpert, workGroupId: drawnIn };
  if (clearedBy(filter, isShownHere, true)) setFilter("mine");
  else if (!isInChoice(choice, viewer, facts)) setFilter(filter === "expert" ? "all" : "mine");
}

/** Whether what is drawn now is not kept in the space that is shown, but in My space. */
export function goesToMySpace({ filter, viewer, drawnIn }: AnnotationBoard): boolean {
  const isOwnListed = filter === "mine" || filter === "all";
  return !viewer.isExpert && drawnIn === null && !isOwnListed;
}

/** Where the view is while it is saved. @property zoom null: not known. */
interface SavingPlace {
  readonly imageId: number;
  readonly zoom: number | null;
  /** Work group in which it is drawn; null: in none. */
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
 * The annotator as it was when the refused item was saved. One that is gone from the server becomes a new one; whether it
 * is gone, the refusal says: the list leaves out many that are there.
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
