/**
 * What a screen tells the shell about itself: where one is.
 *
 * A screen calls `usePagePlace`; the shell reads with `useShownPlace`.
 */
import { useEffect, useSyncExternalStore } from "react";

export interface PageCrumb {
  readonly title: string;
  /** Address; null: no page of its own, or the place where one is. */
  readonly href: string | null;
}

export interface PagePlace {
  /** Title of the page, for the tab and as the last breadcrumb. */
  readonly title: string;
  /** The way down to this page, without the page itself. */
  readonly crumbs: readonly PageCrumb[];
  /** Whether nothing of what it shows is stored, as of a virtual course: it has no editor. */
  readonly isVirtual: boolean;
}

export const PRODUCT = "Parfocal";
const NOWHERE: PagePlace = { title: "", crumbs: [], isVirtual: false };
let shown: PagePlace = NOWHERE;
const listeners = new Set<() => void>();

function show(place: PagePlace): void {
  shown = place;
  document.title = place.title === "" ? PRODUCT : `${place.title} · ${PRODUCT}`;
  for (const listener of listeners) listener();
}

/** @param place what is not said: no crumbs, not virtual. */
export function usePagePlace({
  title,
  crumbs = NOWHERE.crumbs,
  isVirtual = NOWHERE.isVirtual,
}: Partial<PagePlace> & { readonly title: string }): void {
  const way = JSON.stringify(crumbs);
  useEffect(() => show({ title, crumbs: JSON.parse(way) as PageCrumb[], isVirtual }), [title, way, isVirtual]);
}

export function useShownPlace(): PagePlace {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
