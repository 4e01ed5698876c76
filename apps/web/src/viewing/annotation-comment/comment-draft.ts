/** Comments that are being written, in this tab. A browser that stores nothing forgets them with the page. */
const nameOf = (annotationId: number) => `parfocal-comment-${annotationId}`;

export function draftOf(annotationId: number): string {
  try {
    return sessionStorage.getItem(nameOf(annotationId)) ?? "";
  } catch {
    return "";
  }
}

/** @param text empty: it was sent, or given up. */
export function keepDraft(annotationId: number, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(nameOf(annotationId));
    else sessionStorage.setItem(nameOf(annotationId), text);
  } catch {
    // It is still in the field.
  }
}
