/**
 * Rules for viewing and changing annotations.
 *
 * Source: spec decisions, "Roles": `all` is everything that the caller may see; `student` needs the capability (a
 * learner gets own ones); `mine` own; `workgroup` one group's, members only.
 */
import type { AnnotationFilter } from "./annotation-filter.ts";

export interface AnnotationFacts {
  readonly authorId: number;
  readonly isStudent: boolean;
  /** Null: not drawn in a work group. */
  readonly workGroupId: number | null;
}

/** Fields that decide who may change an annotation. */
export interface ChangeableAnnotation extends AnnotationFacts {
  /** Whether an expert has converted this student annotation to an expert annotation. */
  readonly isConverted: boolean;
}

export interface AnnotationCaller {
  readonly id: number;
  /** Capability `annotateAsExpert`. */
  readonly isExpert: boolean;
  /** Capability `manageContent`. */
  readonly isContentManager: boolean;
  /** Current work groups of the caller. */
  readonly workGroupIds: readonly number[];
}

/**
 * Annotations of a work group are visible to its members only: neither to experts, nor to the author after leaving the
 * group. Of the others, experts see all; everyone else sees expert annotations and their own.
 */
export function canSeeAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  if (annotation.workGroupId !== null) return caller.workGroupIds.includes(annotation.workGroupId);
  return caller.isExpert || !annotation.isStudent || annotation.authorId === caller.id;
}

/**
 * The author, and content managers for annotations that are neither student nor work group annotations. A converted
 * annotation belongs to the experts: to any of them, and to its author only as an expert.
 */
export function canEditAnnotation(caller: AnnotationCaller, annotation: ChangeableAnnotation): boolean {
  if (!canSeeAnnotation(caller, annotation)) return false;
  if (annotation.isConverted) return caller.isExpert;
  if (annotation.authorId === caller.id) return true;
  return caller.isContentManager && !annotation.isStudent && annotation.workGroupId === null;
}

/** The author, and content managers who may see it; a converted annotation can be deleted by any expert. */
export function canDeleteAnnotation(caller: AnnotationCaller, annotation: ChangeableAnnotation): boolean {
  if (!canSeeAnnotation(caller, annotation)) return false;
  if (annotation.isConverted) return caller.isExpert;
  return annotation.authorId === caller.id || caller.isContentManager;
}

/**
 * The author, experts, and members of its work group. Other learners can only read the comments of an expert
 * annotation.
 */
export function canCommentAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  if (caller.id === 0 || !canSeeAnnotation(caller, annotation)) return false;
  return annotation.workGroupId !== null || caller.isExpert || annotation.authorId === caller.id;
}

/**
 * Whether an annotation visible to the caller matches a filter. Work group annotations are separate from expert and
 * student annotations.
 *
 * @param workGroupId the group of the filter `workgroup`; null: none, so nothing matches.
 */
export function isInAnnotationFilter(
  filter: AnnotationFilter,
  caller: Pick<AnnotationCaller, "id">,
  annotation: AnnotationFacts,
  workGroupId: number | null = null,
): boolean {
  switch (filter) {
    case "all":
      return true;
    case "expert":
      return !annotation.isStudent && annotation.workGroupId === null;
    case "student":
      return annotation.isStudent && annotation.workGroupId === null;
    case "mine":
      return annotation.authorId === caller.id;
    case "none":
      return false;
    case "workgroup":
      return workGroupId !== null && annotation.workGroupId === workGroupId;
  }
}
