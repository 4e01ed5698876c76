/** The current page's tools for the command palette. */
import type { Icon } from "@tabler/icons-react";
import { useEffect } from "react";
import { useLatest } from "./useLatest.ts";

export interface PageAction {
  readonly key: string;
  readonly title: string;
  readonly icon: Icon;
  /** As shown on the page, e.g. `Shift+R`; omitted: none. */
  readonly shortcut?: string;
  readonly run: () => void;
}

type ListActions = () => readonly PageAction[];

let offered: ListActions | null = null;

/** @param list called when the palette opens, when all texts are loaded. */
export function usePageActions(list: ListActions): void {
  const latest = useLatest(list);
  useEffect(() => {
    const listLatest = () => latest.current();
    offered = listLatest;
    return () => {
      if (offered === listLatest) offered = null;
    };
  }, []);
}

export const listPageActions: ListActions = () => offered?.() ?? [];
