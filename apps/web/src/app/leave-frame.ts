/**
 * Inside a frame of another site only content is shown (threat T-13). Other pages are loaded anew: the server's policy then
 * refuses them, which it cannot do when the router changes the page.
 */
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";

interface FramedView {
  readonly self: unknown;
  readonly top: unknown;
  readonly location: { reload(): void };
}

/** @param path of the page that is shown now. */
export function leaveFrame(path: string, { self, top, location }: FramedView): void {
  if (self === top || (parseScreenPath(path)?.steps.length ?? 0) > 0 || path.startsWith("/share/")) return;
  location.reload();
}
