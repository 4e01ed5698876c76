/**
 * Stores drafts when their page is closed. A database write may not finish then, but session storage is written
 * synchronously; the next read of the draft in this tab uses it first.
 */
import type { OutboxOwner } from "./outbox-entry.ts";
import type { OutboxStore } from "./outbox-store.ts";

const nameOf = ({ siteId, userId }: OutboxOwner, scope: string): string =>
  `parfocal-left-draft-${siteId}-${userId}-${scope}`;

/** @param draft undefined: deletes it. */
function leaveDraft(owner: OutboxOwner, scope: string, draft: unknown): void {
  try {
    sessionStorage.setItem(nameOf(owner, scope), JSON.stringify({ draft }));
  } catch {
    // Storage is unavailable or too small: only the database's draft remains.
  }
}

/** Reads and deletes it. @returns undefined: none. */
function takeLeftDraft(owner: OutboxOwner, scope: string): { readonly draft?: unknown } | undefined {
  try {
    const left = sessionStorage.getItem(nameOf(owner, scope));
    if (left === null) return undefined;
    forgetLeftDraft(owner, scope);
    return JSON.parse(left) as { readonly draft?: unknown };
  } catch {
    return undefined;
  }
}

/** Drafts written from now on are newer. */
function forgetLeftDraft(owner: OutboxOwner, scope: string): void {
  try {
    sessionStorage.removeItem(nameOf(owner, scope));
  } catch {
    // In that case nothing could be stored there either.
  }
}

/** The drafts of one owner. Drafts stored when a page was closed are read first, and moved to the store. */
export function draftsOf(owner: OutboxOwner, store: Pick<OutboxStore, "readDraft" | "writeDraft">) {
  return {
    async readDraft(scope: string): Promise<unknown> {
      const left = takeLeftDraft(owner, scope);
      if (!left) return store.readDraft(owner, scope);
      await store.writeDraft(owner, scope, left.draft);
      return left.draft;
    },
    writeDraft(scope: string, draft: unknown): Promise<void> {
      forgetLeftDraft(owner, scope);
      return store.writeDraft(owner, scope, draft);
    },
    leaveDraft: (scope: string, draft: unknown): void => leaveDraft(owner, scope, draft),
  };
}
