/**
 * Filter of annotations by author.
 *
 * Source: spec part 1, section 4 ("Annotation filter"; default expert); decisions, "Roles".
 */

export const ANNOTATION_FILTERS = ["all", "expert", "student", "mine", "none", "workgroup"] as const;
export type AnnotationFilter = (typeof ANNOTATION_FILTERS)[number];

export const DEFAULT_ANNOTATION_FILTER: AnnotationFilter = "expert";
