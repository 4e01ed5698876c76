/** Changes type and title of several annotations together: available choices and results. */
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { annotationTypeOf, type DrawnTypeName, idOfDrawnType } from "@parfocal/core/annotation/annotation-types.ts";
import { type AnnotationFields, fieldsOfAnnotation, type ListedAnnotation } from "#annotation/annotation-outbox.ts";
import { readShapeOf } from "#annotation/annotation-shape.ts";

export interface SeveralChange {
  /** Null: unchanged. */
  readonly typeName: DrawnTypeName | null;
  /** Empty: unchanged. */
  readonly title: string;
}

/** Rectangles and ellipses are defined by their outline; other shapes cannot become one. */
const BY_NAME = ["point", "text", "line", "arrow", "polygon", "freehand"] as const satisfies readonly DrawnTypeName[];

/** The types that fit the shapes of all selected annotations, in tool order. */
export function typesForAll(chosen: readonly ListedAnnotation[]): DrawnTypeName[] {
  const kinds = new Set(chosen.map(({ geometry }) => readShapeOf(geometry)?.shape.kind));
  return BY_NAME.filter((name) => {
    const fitting: readonly string[] = annotationTypeOf(idOfDrawnType(name))?.geometry ?? [];
    return kinds.size > 0 && [...kinds].every((kind) => kind !== undefined && fitting.includes(kind));
  });
}

/** The new fields; null: unchanged. */
export function changedFields(annotation: ListedAnnotation, change: SeveralChange): AnnotationFields | null {
  const before = fieldsOfAnnotation(annotation);
  const typeId = change.typeName === null ? before.typeId : idOfDrawnType(change.typeName);
  const title = change.title.trim() || before.title;
  return typeId === before.typeId && title === before.title ? null : { ...before, typeId, title };
}

/** Whether every annotation would still have the title or content that the type requires. */
export function canChangeSeveral(chosen: readonly ListedAnnotation[], change: SeveralChange): boolean {
  const changes = chosen.flatMap((annotation) => changedFields(annotation, change) ?? []);
  return changes.length > 0 && changes.every((fields) => missingAnnotationFields(fields).length === 0);
}
