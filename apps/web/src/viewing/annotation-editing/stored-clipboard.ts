/**
 * A user's clipboard, stored in this browser so that it can be pasted on another slide or in another tab. Separate for
 * each user and site.
 */

interface CopiedBy {
  readonly siteId: number;
  /** 0: guest. */
  readonly userId: number;
}

const keyOf = ({ siteId, userId }: CopiedBy): string => `parfocal-copied-annotations-${siteId}-${userId}`;

/** Last copies by key, used if storage is unavailable. */
const inThisPage = new Map<string, string>();

export function keepCopied(by: CopiedBy, text: string): void {
  inThisPage.set(keyOf(by), text);
  try {
    localStorage.setItem(keyOf(by), text);
  } catch {
    // Storage is unavailable or full: the copy can be pasted while the page is open.
  }
}

/** @returns null if nothing was copied. */
export function readCopied(by: CopiedBy): string | null {
  const copied = inThisPage.get(keyOf(by)) ?? null;
  try {
    return localStorage.getItem(keyOf(by)) ?? copied;
  } catch {
    return copied;
  }
}
