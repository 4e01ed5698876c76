/** Stored state of the reader, and full screen. */
import { useFullscreenDocument } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useState } from "react";
import { readRemembered, remember } from "#ui/remembered.ts";
import { rememberPage, replacePageInAddress } from "./remembered-page.ts";
import type { DragMode } from "./useGestures.ts";

/** Delay after the last page that was passed. */
const REMEMBER_PAUSE_MS = 400;
const MODE_NAME = "book-drag";
const PANEL_NAME = "book-panel";
const FIRST_PANEL = "outline";

export function useDragMode(): { readonly dragMode: DragMode; readonly toggleDragMode: () => void } {
  const [dragMode, setDragMode] = useState<DragMode>(() => (readRemembered(MODE_NAME) === "hand" ? "hand" : "text"));
  const toggleDragMode = (): void => {
    const next = dragMode === "hand" ? "text" : "hand";
    setDragMode(next);
    remember(MODE_NAME, next);
  };
  return { dragMode, toggleDragMode };
}

/** @returns the tab to open by default. */
export const lastPanel = (): string => readRemembered(PANEL_NAME) ?? FIRST_PANEL;

/** On a large screen the open tab, if any, is stored; on a small screen the pages are shown first. */
export function usePanel(isSmall: boolean): [string | null, (name: string | null) => void] {
  const [panel, setPanel] = useState<string | null>(() =>
    isSmall || readRemembered(`${PANEL_NAME}-open`) === "off" ? null : lastPanel(),
  );
  const change = useCallback(
    (name: string | null) => {
      setPanel(name);
      if (name !== null) remember(PANEL_NAME, name);
      if (!isSmall) remember(`${PANEL_NAME}-open`, name === null ? "off" : "on");
    },
    [isSmall],
  );
  return [panel, change];
}

export function useFull() {
  const [isFull, setFull] = useState(false);
  const { fullscreen, toggle } = useFullscreenDocument();
  // Escape, handled by the browser, also exits full screen.
  useEffect(() => {
    if (!fullscreen) setFull(false);
  }, [fullscreen]);
  const toggleFull = (): void => {
    const willBeFull = !isFull;
    setFull(willBeFull);
    // If the browser has no full screen (iPhone), the reader only fills the page.
    if (willBeFull !== fullscreen) void toggle().catch(() => undefined);
  };
  return { isFull, toggleFull };
}

export function useRememberedPage(bookKey: string, pageNumber: number): void {
  const path = useMemo(() => window.location.pathname, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      rememberPage(bookKey, pageNumber);
      if (window.location.pathname === path) replacePageInAddress(pageNumber);
    }, REMEMBER_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [bookKey, pageNumber, path]);
}
