/**
 * Validation of the annotation form.
 *
 * Source: spec part 1, section 5: invalid if both title and content are empty; for type text, if either is empty.
 */
import { annotationTypeOf } from "./annotation-types.ts";

interface AnnotationFormFacts {
  readonly typeId: number;
  readonly title: string;
  readonly content: string;
}

/** The fields that still need a text; empty: the form is valid. */
export function missingAnnotationFields({ typeId, title, content }: AnnotationFormFacts): ("title" | "content")[] {
  const isTitleEmpty = title.trim() === "";
  const isContentEmpty = content.trim() === "";
  if (annotationTypeOf(typeId)?.name === "text") {
    return [...(isTitleEmpty ? (["title"] as const) : []), ...(isContentEmpty ? (["content"] as const) : [])];
  }
  return isTitleEmpty && isContentEmpty ? ["title", "content"] : [];
}
