/**
 * In a frame of another site only content and, in the host site, the content manager are shown (threat T-13). Other
 * pages are loaded from the server, whose policy then blocks them, which it cannot do when the router changes the page.
 * They are loaded by their URL, because the router may not have written it yet, and reloading the previous page would
 * lead here again in an endless loop.
 */
import { parsePostPath } from "@parfocal/core/host-sign-in/post-path.ts";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import { isChooserPath } from "@parfocal/core/lti/chooser-path.ts";
import { isEmbeddedSearch, isManagerPath, SHARED_PAGES } from "@parfocal/core/share/share-path.ts";

interface FramedView {
  readonly self: unknown;
  readonly top: unknown;
  readonly location: { replace(address: string): void };
}

const SIGN_IN = "/sign-in";

/** Whether the page would ask the user to sign in; in a frame it shows that nobody is signed in. */
export const isSignedOutInFrame = ({ path }: Pick<ShownAddress, "path">, { self, top }: Omit<FramedView, "location">) =>
  path === SIGN_IN && self !== top;

/** URL of the current page. */
interface ShownAddress {
  readonly path: string;
  /** Including "?", or empty. */
  readonly search: string;
}

export function leaveFrame({ path, search }: ShownAddress, { self, top, location }: FramedView): void {
  if (self === top || path === SIGN_IN || (parseScreenPath(path)?.steps.length ?? 0) > 0) return;
  const isShown =
    path.startsWith(SHARED_PAGES) || isManagerPath(path) || isChooserPath(path) || parsePostPath(path) !== null;
  if (isShown && isEmbeddedSearch(search)) return;
  location.replace(path + search);
}
