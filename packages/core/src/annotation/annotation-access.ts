/**
 * Who may see and change an annotation.
 *
 * Source: spec decisions, "Roles": `all` is everything that the caller may see; `student` needs the capability (a
 * learner gets own ones); `mine` own.
 */
import type { AnnotationFilter } from "./annotation-filter.ts";

export interface AnnotationFacts {
  readonly authorId: number;
  readonly isStudent: boolean;
}

export interface AnnotationCaller {
  readonly id: number;
  /** Capability `annotateAsExpert`. */
  readonly isExpert: boolean;
  /** Capability `manageContent`. */
  readonly isContentManager: boolean;
}

/** Experts see everything; others see expert annotations and their own. */
export function canSeeAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  return caller.isExpert || !annotation.isStudent || annotation.authorId === caller.id;
}

/** The author; and whoever manages content, for what is not a student's own work. */
export function canEditAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  return annotation.authorId === caller.id || (caller.isContentManager && !annotation.isStudent);
}

/** The author, and whoever manages content. */
export function canDeleteAnnotation(caller: AnnotationCaller, annotation: AnnotationFacts): boolean {
  return annotation.authorId === caller.id || caller.isContentManager;
}

/** Whether an annotation that the caller may see belongs to a filter. Work groups are judged where they are known. */
export function isInAnnotationFilter(
  filter: AnnotationFilter,
  caller: AnnotationCaller,
  annotation: AnnotationFacts,
): boolean {
  switch (filter) {
    case "all":
      return true;
    case "expert":
      return !annotation.isStudent;
    case "student":
      return annotation.isStudent;
    case "mine":
      return annotation.authorId === caller.id;
    case "none":
    case "workgroup":
      return false;
  }
}
