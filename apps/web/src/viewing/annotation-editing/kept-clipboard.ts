/**
 * What a person copied, kept in this browser so that it can be pasted on another slide, in another tab too. Each person
 * of each site has their own: who signs in on the same browser finds nobody else's.
 */

export interface CopiedBy {
  readonly siteId: number;
  /** 0: a guest. */
  readonly userId: number;
}

const keyOf = ({ siteId, userId }: CopiedBy): string => `parfocal-copied-annotations-${siteId}-${userId}`;

/** What was copied last, by its key, if the browser keeps nothing for us. */
const inThisPage = new Map<string, string>();

export function keepCopied(by: CopiedBy, text: string): void {
  inThisPage.set(keyOf(by), text);
  try {
    localStorage.setItem(keyOf(by), text);
  } catch {
    // Storage is closed to us or full: it can be pasted as long as the page is open.
  }
}

/** @returns null: nothing was copied. */
export function readCopied(by: CopiedBy): string | null {
  const copied = inThisPage.get(keyOf(by)) ?? null;
  try {
    return localStorage.getItem(keyOf(by)) ?? copied;
  } catch {
    return copied;
  }
}
