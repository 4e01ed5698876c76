/** Requests for share links. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createFolderShare,
  createShare,
  deleteFolderShare,
  deleteShare,
  type ListedShare,
  listShares,
  updateShare,
} from "@parfocal/core/share/share.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { ShareRequest } from "#ui/share-request.ts";

const shareKeys = {
  all: ["shares"] as const,
  ofItem: (itemId: number) => ["shares", "item", itemId] as const,
  list: (query: ShareQuery) => ["shares", "list", query] as const,
};

interface ShareQuery {
  readonly scope: "mine" | "all";
  /** Part of the item's title or, in the list of all links, of the creator's name; empty: all. */
  readonly q: string;
  /** From 1. */
  readonly page: number;
}

export function useShares(query: ShareQuery) {
  return useQuery({
    queryKey: shareKeys.list(query),
    queryFn: ({ signal }) => call(listShares, { query: { ...query, page: String(query.page) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The user's own links to an item, newest first. */
export function useSharesOfItem(itemId: number) {
  return useQuery({
    queryKey: shareKeys.ofItem(itemId),
    queryFn: async ({ signal }) => (await call(listShares, { query: { itemId: String(itemId) } }, { signal })).shares,
  });
}

export function useCreateShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ shareType, itemId, view }: Pick<ShareRequest, "shareType" | "itemId" | "view">) =>
      shareType === "folder"
        ? call(createFolderShare, { body: { itemId } })
        : call(createShare, { body: { shareType, itemId, ...view } }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shareKeys.all }),
  });
}

export type ShareChange = BodyFor<typeof updateShare>;

/** Applied optimistically; reverted if the server rejects it. */
export function useUpdateShare(itemId: number) {
  const queryClient = useQueryClient();
  const queryKey = shareKeys.ofItem(itemId);
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: ShareChange }) =>
      call(updateShare, { params: { id }, body: change }),
    async onMutate({ id, change }) {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<ListedShare[]>(queryKey);
      queryClient.setQueryData<ListedShare[]>(queryKey, (shares) =>
        shares?.map((share) => (share.id === id ? ({ ...share, ...change } as ListedShare) : share)),
      );
      return { before };
    },
    onError: (_error, _change, context) => queryClient.setQueryData(queryKey, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shareKeys.all }),
  });
}

export function useRevokeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shareType }: Pick<ListedShare, "id" | "shareType">) =>
      call(shareType === "folder" ? deleteFolderShare : deleteShare, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shareKeys.all }),
  });
}
