/** URL of a result: its page, or the view of an annotation on its slide. */
import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { formatViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";

export interface ResultAddress {
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
}

/** @returns null if it has no page of its own. */
export function addressOf(
  siteId: number,
  result: Pick<SearchResult, "kind" | "path" | "annotationId" | "view">,
): ResultAddress | null {
  const { kind, path: crumbs, annotationId, view } = result;
  // A file is shown where it is attached.
  const path = pathTo(siteId, stepsOf(kind === "attachment" ? crumbs.slice(0, -1) : crumbs));
  if (path === null || annotationId === null) return path === null ? null : { path, search: {} };
  const zoom = view?.zoom ?? null;
  return {
    path,
    search: {
      ...(view && zoom !== null ? { view: formatViewState({ center: view.center, zoom, rotationDeg: 0 }) } : {}),
      annotation: String(annotationId),
    },
  };
}
