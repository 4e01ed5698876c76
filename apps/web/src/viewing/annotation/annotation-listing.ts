/** List rows: search results, with the numbers shown on the slide. */
import { type ListedAnnotation, numberOfListed } from "./annotation-outbox.ts";

export interface NumberedAnnotation {
  readonly annotation: ListedAnnotation;
  readonly number: number;
}

/**
 * @param isWhole whether all annotations are loaded.
 * @param search words that must all occur in title, content or author, ignoring case and accents; empty: no search.
 * @param locale BCP 47: which letters are the same.
 */
export function numberedAnnotations(
  annotations: readonly ListedAnnotation[],
  isWhole: boolean,
  search: string,
  locale: string,
): NumberedAnnotation[] {
  const numbered = annotations.map((annotation, index) => ({
    annotation,
    number: numberOfListed(annotation, index, isWhole),
  }));
  const words = plain(search, locale).split(/\s+/).filter(Boolean);
  if (words.length === 0) return numbered;
  return numbered.filter(({ annotation: { title, content, author } }) => {
    const text = plain(`${title}\n${content}\n${author}`, locale);
    return words.every((word) => text.includes(word));
  });
}

/** Lower case without accents. */
function plain(text: string, locale: string): string {
  return text.toLocaleLowerCase(locale).normalize("NFD").replace(/\p{M}/gu, "");
}
