/**
 * The location of a screen, for the shell.
 *
 * A screen calls `usePagePlace`; the shell reads with `useShownPlace`.
 */
import { useEffect, useSyncExternalStore } from "react";

export interface PageCrumb {
  readonly title: string;
  /** URL; null: no page, or the current page. */
  readonly href: string | null;
}

interface PagePlace {
  /** Title of the page, for the tab and as the last breadcrumb. */
  readonly title: string;
  /** The breadcrumbs to this page, without the page itself. */
  readonly crumbs: readonly PageCrumb[];
  /** Whether it is not stored, like a virtual course: it has no editor. */
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

/** @param place defaults: no breadcrumbs, not virtual. */
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
