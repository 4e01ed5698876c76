/**
 * The tree of this site, kept current: refetched every two seconds while the page is visible, and after each change.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "#platform/session.tsx";
import { treeServer } from "#tree/send-action.ts";
import { TreeStore, type TreeView } from "#tree/tree-store.ts";
import { keepOpenRows, readOpenRows } from "./open-rows.ts";

const POLL_INTERVAL_MS = 2000;

export interface ContentTreeState {
  readonly store: TreeStore;
  readonly view: TreeView;
  /** Keys of placements. */
  readonly open: ReadonlySet<string>;
  readonly setOpen: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

export function useContentTree(): ContentTreeState {
  const { site, user } = useSession();
  const queryClient = useQueryClient();
  const userId = user?.id ?? 0;
  const [store] = useState(() => new TreeStore(treeServer));
  const view = useSyncExternalStore(store.subscribe, store.view);
  const [open, setOpenRows] = useState(() => readOpenRows(site.id, userId));
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === "visible") void store.refresh();
    };
    ask();
    const timer = setInterval(ask, POLL_INTERVAL_MS);
    window.addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    // Changes saved by an editor or a dialog are shown immediately.
    const stop = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === "updated" && mutation.state.status === "success") void store.refreshAgain();
    });
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
      stop();
    };
  }, [store, queryClient]);
  useEffect(() => keepOpenRows(site.id, userId, open), [site.id, userId, open]);
  const setOpen = useCallback<ContentTreeState["setOpen"]>((change) => setOpenRows(change), []);
  return { store, view, open, setOpen };
}
