/** Type and title of several annotations changed together: what can be chosen, and what each becomes. */
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { annotationTypeOf, type DrawnTypeName, idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { type AnnotationFields, fieldsOfAnnotation, type ListedAnnotation } from "#annotation/annotation-outbox.ts";
import { readShapeOf } from "#annotation/annotation-shape.ts";

export interface SeveralChange {
  /** null: each keeps its own. */
  readonly typeName: DrawnTypeName | null;
  /** "": each keeps its own. */
  readonly title: string;
}

/** A rectangle or an ellipse is one by its outline: nothing else becomes one by its name. */
const BY_NAME = ["point", "text", "line", "arrow", "polygon", "freehand"] as const satisfies readonly DrawnTypeName[];

/** The types that fit the shapes of all, in the order of the tools. */
export function typesForAll(chosen: readonly ListedAnnotation[]): DrawnTypeName[] {
  const kinds = new Set(chosen.map(({ geometry }) => readShapeOf(geometry)?.shape.kind));
  return BY_NAME.filter((name) => {
    const fitting: readonly string[] = annotationTypeOf(idOfDrawnType(name))?.geometry ?? [];
    return kinds.size > 0 && [...kinds].every((kind) => kind !== undefined && fitting.includes(kind));
  });
}

/** As it will be; null: it stays as it is. */
export function changedFields(annotation: ListedAnnotation, change: SeveralChange): AnnotationFields | null {
  const before = fieldsOfAnnotation(annotation);
  const typeId = change.typeName === null ? before.typeId : idOfDrawnType(change.typeName);
  const title = change.title.trim() || before.title;
  return typeId === before.typeId && title === before.title ? null : { ...before, typeId, title };
}

/** Whether none of them would lack a title or a content that its type needs. */
export function canChangeSeveral(chosen: readonly ListedAnnotation[], change: SeveralChange): boolean {
  const changes = chosen.flatMap((annotation) => changedFields(annotation, change) ?? []);
  return changes.length > 0 && changes.every((fields) => missingAnnotationFields(fields).length === 0);
}
