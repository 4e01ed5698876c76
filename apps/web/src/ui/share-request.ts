/**
 * Opens the share dialog from anywhere: pages and viewers request it here, and the shell shows it, so that no viewer
 * depends on share links. Small, since it is loaded at the start.
 */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { createShare } from "@parfocal/core/share/share.contract.ts";
import type { ShareType } from "@parfocal/core/share/share-types.ts";
import { useSyncExternalStore } from "react";

/** The current view of a slide, stored in a new link. */
type SharedView = Pick<BodyFor<typeof createShare>, "center" | "zoom" | "rotation" | "viewSettings">;

export interface ShareRequest {
  readonly shareType: ShareType;
  readonly itemId: number;
  readonly title: string;
  readonly view?: SharedView;
  /** The link that is shown first; default: the newest. */
  readonly shareId?: number;
}

let request: ShareRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: ShareRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

export const openShareDialog = (next: ShareRequest): void => setRequest(next);
export const closeShareDialog = (): void => setRequest(null);

/** Null while no dialog is open. */
export function useShareRequest(): ShareRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );
}
