/** Converts the target of a mark to a URL and back. */
import { type PathStep, parsePublicPath } from "@parfocal/core/item/public-path.ts";
import { MARK_TARGET_KINDS, PAGE_INDEX_MAX } from "@parfocal/core/textbook-mark/mark-rules.ts";
import type { MarkTarget, MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { formatViewState, parseViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { pathTo } from "#item/place-path.ts";

/** Target in the format of the request. */
export interface NewMarkTarget {
  /** null: a page of the same textbook. */
  readonly itemId: number | null;
  readonly view: MarkView | null;
  /** From 0; only for a textbook. */
  readonly pageIndex: number | null;
}

/** @returns null for a page of the same textbook, and for items without a page of their own. */
export function hrefOfTarget({ itemId, steps, view, pageIndex }: MarkTarget, siteId: number): string | null {
  if (itemId === null) return null;
  const path = pathTo(
    siteId,
    steps.map(({ type, id }) => ({ kind: type, id })),
  );
  if (path === null) return null;
  if (view) return `${path}?view=${formatViewState(view)}`;
  return pageIndex === null ? path : `${path}?page=${pageIndex + 1}`;
}

/** Target of a URL of this site. @returns null for any other URL. */
export function placeOfLink(
  text: string,
  { origin, siteId }: { readonly origin: string; readonly siteId: number },
): { readonly steps: readonly PathStep[]; readonly search: URLSearchParams } | null {
  let url: URL;
  try {
    url = new URL(text.trim(), origin);
  } catch {
    return null;
  }
  const place = url.origin === origin ? parsePublicPath(url.pathname) : null;
  return place?.siteId === siteId ? { steps: place.steps, search: url.searchParams } : null;
}

/** From 1. @returns null if there is none. */
export function pageNumberIn(search: URLSearchParams): number | null {
  const page = search.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) && Number(page) <= PAGE_INDEX_MAX ? Number(page) : null;
}

/**
 * Target of a mark from a pasted link: a slide with the view in its URL. @returns null if it cannot be the target of a
 * mark.
 */
export function targetOfLink(
  text: string,
  here: { readonly origin: string; readonly siteId: number },
): NewMarkTarget | null {
  const place = placeOfLink(text, here);
  const last = place?.steps.at(-1);
  if (!place || !last || !MARK_TARGET_KINDS.includes(last.kind)) return null;
  const view = last.kind === "image" ? parseViewState(place.search.get("view") ?? "") : null;
  const pageNumber = last.kind === "textbook" ? pageNumberIn(place.search) : null;
  return {
    itemId: last.id,
    view: view && { center: [view.center[0], view.center[1]], zoom: view.zoom, rotationDeg: view.rotationDeg },
    pageIndex: pageNumber === null ? null : pageNumber - 1,
  };
}
