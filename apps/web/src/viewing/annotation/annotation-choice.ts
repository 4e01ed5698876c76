/**
 * Whose annotations are shown, as one name under which lists are kept: a filter, or one work group.
 *
 * Source: spec part 1, section 4: "Group space sets it to workgroup with the chosen group id. An empty group id clears
 * the list."
 */
import { type AnnotationFacts, isInAnnotationFilter } from "@parfocal/core/annotation/annotation-access.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";

/** `workgroup` alone: no group is chosen. */
export type AnnotationChoice = AnnotationFilter | `workgroup ${number}`;

/** @param workGroupId null: none is chosen. Means nothing to other filters. */
export function choiceOf(filter: AnnotationFilter, workGroupId: number | null): AnnotationChoice {
  return filter === "workgroup" && workGroupId !== null ? `workgroup ${workGroupId}` : filter;
}

/** Whether its list is empty, so that no request is needed. */
export const isEmptyChoice = (choice: AnnotationChoice): boolean => choice === "none" || choice === "workgroup";

/** As the server is asked. */
export function questionOf(choice: AnnotationChoice): { query: AnnotationFilter; workGroupId?: number } {
  const [filter, workGroupId] = choice.split(" ");
  const query = filter as AnnotationFilter;
  return workGroupId === undefined ? { query } : { query, workGroupId: Number(workGroupId) };
}

/** Whether an annotation that the viewer may see is among those chosen. */
export function isInChoice(choice: AnnotationChoice, viewer: { readonly id: number }, facts: AnnotationFacts): boolean {
  const { query, workGroupId = null } = questionOf(choice);
  return isInAnnotationFilter(query, viewer, facts, workGroupId);
}
