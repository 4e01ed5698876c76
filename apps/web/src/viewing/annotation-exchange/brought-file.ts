/** Whether content dropped or pasted on the slide should be imported. */
import {
  ANNOTATION_FILE_ENDINGS,
  annotationFileKindOf,
} from "@parfocal/core/annotation-exchange/read-annotation-file.ts";

export const hasAnnotationEnding = (name: string): boolean =>
  ANNOTATION_FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** How annotations that were copied here are marked: they are pasted as they are, see annotation-clipboard.ts. */
const COPIED_HERE = /"parfocal":\{"source":/;

/** A pasted text that holds annotations of somewhere else: it is looked through before it goes in. */
export function isForeignAnnotationText(text: string): boolean {
  return annotationFileKindOf(text) !== null && !COPIED_HERE.test(text);
}
