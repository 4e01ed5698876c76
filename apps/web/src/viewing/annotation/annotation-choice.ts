/**
 * The displayed set of annotations, as one key for cached lists: a filter, or one work group.
 *
 * Source: spec part 1, section 4: "Group space sets it to workgroup with the chosen group id. An empty group id clears
 * the list."
 */
import { type AnnotationFacts, isInAnnotationFilter } from "@parfocal/core/annotation/annotation-access.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";

/** `workgroup` alone: no group is selected. */
export type AnnotationChoice = AnnotationFilter | `workgroup ${number}`;

/** @param workGroupId null: none. Ignored by other filters. */
export function choiceOf(filter: AnnotationFilter, workGroupId: number | null): AnnotationChoice {
  return filter === "workgroup" && workGroupId !== null ? `workgroup ${workGroupId}` : filter;
}

/** Reason for an empty list: annotations are disabled in this location, or hidden by the button; null: none. */
export type ClearedBy = "place" | "button" | null;

/**
 * Hiding applies to expert annotations only; own and group annotations stay visible.
 *
 * Source: spec part 1, section 4: "With none, or with expert while annotations are hidden, the list is cleared."
 */
export function clearedBy(filter: AnnotationFilter, isShownHere: boolean, isVisible: boolean): ClearedBy {
  if (filter !== "expert") return null;
  if (!isShownHere) return "place";
  return isVisible ? null : "button";
}

/** Effective choice of a filter where annotations are disabled: only experts see all annotations there. */
export function choiceHere(
  choice: AnnotationChoice,
  isShownHere: boolean,
  viewer: { readonly id: number; readonly isExpert: boolean },
): AnnotationChoice {
  if (isShownHere || viewer.isExpert || choice !== "all") return choice;
  return viewer.id === 0 ? "none" : "mine";
}

/** Whether its list is empty, so that no request is needed. */
export const isEmptyChoice = (choice: AnnotationChoice): boolean => choice === "none" || choice === "workgroup";

/** Query parameters for the server. */
export function questionOf(choice: AnnotationChoice): { query: AnnotationFilter; workGroupId?: number } {
  const [filter, workGroupId] = choice.split(" ");
  const query = filter as AnnotationFilter;
  return workGroupId === undefined ? { query } : { query, workGroupId: Number(workGroupId) };
}

/** Whether an annotation visible to the viewer is part of the choice. */
export function isInChoice(choice: AnnotationChoice, viewer: { readonly id: number }, facts: AnnotationFacts): boolean {
  const { query, workGroupId = null } = questionOf(choice);
  return isInAnnotationFilter(query, viewer, facts, workGroupId);
}
