/**
 * The last word about a draft when its page goes. A database may not finish then, the session's storage is written at
 * once; whoever reads the draft next in this tab finds it first.
 */
import type { OutboxOwner } from "./outbox-entry.ts";

const nameOf = ({ siteId, userId }: OutboxOwner, scope: string): string =>
  `parfocal-left-draft-${siteId}-${userId}-${scope}`;

/** @param draft undefined: there is none any more. */
export function leaveDraft(owner: OutboxOwner, scope: string, draft: unknown): void {
  try {
    sessionStorage.setItem(nameOf(owner, scope), JSON.stringify({ draft }));
  } catch {
    // Storage is closed to us, or too small: what the database has must do.
  }
}

/** Once. @returns undefined: nothing was left. */
export function takeLeftDraft(owner: OutboxOwner, scope: string): { readonly draft?: unknown } | undefined {
  try {
    const left = sessionStorage.getItem(nameOf(owner, scope));
    if (left === null) return undefined;
    forgetLeftDraft(owner, scope);
    return JSON.parse(left) as { readonly draft?: unknown };
  } catch {
    return undefined;
  }
}

/** What is written from now on is newer. */
export function forgetLeftDraft(owner: OutboxOwner, scope: string): void {
  try {
    sessionStorage.removeItem(nameOf(owner, scope));
  } catch {
    // As nothing could be left there.
  }
}
