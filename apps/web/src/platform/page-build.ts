/**
 * Detects that the server has a newer build of the pages: each response contains its build (`server/web-page`). A page
 * that was not delivered by the server (the development server, a page of a host) has no build, and is not compared.
 */
import { useSyncExternalStore } from "react";

const BUILD_HEADER = "x-parfocal-build";

const listeners = new Set<() => void>();
let isOutdated = false;

const buildOfPage = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null;

/** Called with each response, including failed ones. */
export function compareBuild({ headers }: Response): void {
  const build = headers.get(BUILD_HEADER);
  if (isOutdated || build === null || typeof document === "undefined") return;
  const own = buildOfPage();
  if (own === null || own === build) return;
  isOutdated = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page should be reloaded. Never reset. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated);
