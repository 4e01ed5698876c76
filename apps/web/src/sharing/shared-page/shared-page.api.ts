/** Queries of share links and their content. */
import { AppError } from "@parfocal/core/errors.ts";
import { countOpenedShare, getShare } from "@parfocal/core/share/share.contract.ts";
import { listSharedItems } from "@parfocal/core/share/shared-items.contract.ts";
import { QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#platform/call.ts";
import { useIsSettled } from "#ui/settled.ts";

export function useShare(token: string) {
  return useQuery({
    queryKey: ["share", token],
    queryFn: ({ signal }) => call(getShare, { params: { token } }, { signal }),
  });
}

/** @param parentId a folder below the shared item; null: the shared item itself. */
export function useSharedItems(token: string, parentId: number | null) {
  return useInfiniteQuery({
    queryKey: ["share", token, "items", parentId],
    queryFn: ({ signal, pageParam }) =>
      call(
        listSharedItems,
        { params: { token }, query: { ...(parentId === null ? {} : { parent: parentId }), page: pageParam } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length && loaded < total ? pages.length + 1 : undefined;
    },
  });
}

/** Cached separately, because responses for a link differ from those that its reader gets without it. */
export function useQueryClientOfLink(): QueryClient {
  const outer = useQueryClient();
  const [client] = useState(() => new QueryClient({ defaultOptions: outer.getDefaultOptions() }));
  return client;
}

const counted = new Set<string>();

/** Counts that the link was opened: once for each load of the page, after the content is loaded. */
export function useCountOpening(token: string): void {
  const isSettled = useIsSettled();
  useEffect(() => {
    if (!isSettled || counted.has(token)) return;
    counted.add(token);
    // The result is not needed.
    call(countOpenedShare, { params: { token } }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }, [token, isSettled]);
}
