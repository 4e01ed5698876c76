/** Whether content dropped or pasted on the slide should be imported. */
import {
  ANNOTATION_FILE_ENDINGS,
  annotationFileKindOf,
} from "@parfocal/core/annotation-exchange/read-annotation-file.ts";

export const hasAnnotationEnding = (name: string): boolean =>
  ANNOTATION_FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** Marker of annotations copied here; they are pasted directly, see annotation-clipboard.ts. */
const COPIED_HERE = /"parfocal":\{"source":/;

/** Pasted text with annotations of another program; it is checked before import. */
export function isForeignAnnotationText(text: string): boolean {
  return annotationFileKindOf(text) !== null && !COPIED_HERE.test(text);
}
