/**
 * Who may see and change an annotation.
 *
 * Source: spec decisions, "Roles": `all` is everything that the caller may see; `student` needs the capability (a
 * learner gets own ones); `mine` own; `workgroup` one group's, members only.
 */
import type { AnnotationFilter } from "./annotation-filter.ts";

export interface AnnotationFacts {
  readonly authorId: number;
  readonly isStudent: boolean;
  /** null: it was not drawn in a work group. */
  readonly workGroupId: number | null;
}

/** What decides who may change an annotation. */
export interface ChangeableAnnotation extends AnnotationFacts {
  /** Whether an expert has made this student's annotation an expert one. */
  readonly isConverted: boolean;
}

export interface AnnotationCaller {
  readonly id: number;
  /** Capability `annotateAsExpert`. */
  readonly isExpert: boolean;
  /** Capability `manageContent`. */
  readonly isContentManager: boolean;
  /** Work groups that the caller is in now. */
  readonly workGroupIds: readonly number[];
}

/**
 * What was drawn in a work group its members see, and nobody else: neither experts, nor its author once taken out of
 * the group. Of all else, experts see everything; others see expert annotations and their own.
 */
export function canSeeAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  if (annotation.workGroupId !== null) return caller.workGroupIds.includes(annotation.workGroupId);
  return caller.isExpert || !annotation.isStudent || annotation.authorId === caller.id;
}

/**
 * The author; and whoever manages content, for what is neither a student's own work nor a work group's. A converted
 * annotation belongs to the experts: any of them, and its author only as one of them.
 */
export function canEditAnnotation(caller: AnnotationCaller, annotation: ChangeableAnnotation): boolean {
  if (!canSeeAnnotation(caller, annotation)) return false;
  if (annotation.isConverted) return caller.isExpert;
  if (annotation.authorId === caller.id) return true;
  return caller.isContentManager && !annotation.isStudent && annotation.workGroupId === null;
}

/** The author, and content managers as far as they may see it; for a converted annotation any expert. */
export function canDeleteAnnotation(caller: AnnotationCaller, annotation: ChangeableAnnotation): boolean {
  if (!canSeeAnnotation(caller, annotation)) return false;
  if (annotation.isConverted) return caller.isExpert;
  return annotation.authorId === caller.id || caller.isContentManager;
}

/** The author, experts, and members of its work group; of an expert's, other learners read the comments only. */
export function canCommentAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  if (caller.id === 0 || !canSeeAnnotation(caller, annotation)) return false;
  return annotation.workGroupId !== null || caller.isExpert || annotation.authorId === caller.id;
}

/**
 * Whether an annotation that the caller may see belongs to a filter. What experts teach and what students hand in is not
 * what a work group draws for itself.
 *
 * @param workGroupId the group that is chosen, for the filter `workgroup`; null: none, and nothing belongs to it.
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
