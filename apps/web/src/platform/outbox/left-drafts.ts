/**
 * The last word about a draft when its page goes. A database may not finish then, the session's storage is written at
 * once; whoever reads the draft next in this tab finds it first.
 */
import type { OutboxOwner } from "./outbox-entry.ts";
import type { OutboxStore } from "./outbox-store.ts";

const nameOf = ({ siteId, userId }: OutboxOwner, scope: string): string =>
  `parfocal-left-draft-${siteId}-${userId}-${scope}`;

/** @param draft undefined: there is none any more. */
function leaveDraft(owner: OutboxOwner, scope: string, draft: unknown): void {
  try {
    sessionStorage.setItem(nameOf(owner, scope), JSON.stringify({ draft }));
  } catch {
    // Storage is closed to us, or too small: what the database has must do.
  }
}

/** Once. @returns undefined: nothing was left. */
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

/** What is written from now on is newer. */
function forgetLeftDraft(owner: OutboxOwner, scope: string): void {
  try {
    sessionStorage.removeItem(nameOf(owner, scope));
  } catch {
    // As nothing could be left there.
  }
}

/** The drafts of one owner: what a page left is read first, and then is what the store has. */
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
