/** Queries and changes of static pages, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createPage, getPage, updatePage } from "@parfocal/core/page/page.contract.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";

const pageKeys = {
  all: ["page"] as const,
  one: (id: number, parentId: number | null) => ["page", id, parentId] as const,
};

/** @param parentId the parent in which it is opened; null: any. */
export function usePage(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: pageKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getPage,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
  });
}

/** Each mutation resolves once the invalidated queries have been refetched. */
export function usePageActions() {
  const queryClient = useQueryClient();
  const isStale = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: pageKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
  return {
    async create(body: BodyFor<typeof createPage>, idempotencyKey: string): Promise<number> {
      const { id } = await call(createPage, { body }, { idempotencyKey });
      await isStale();
      return id;
    },
    async update(id: number, body: BodyFor<typeof updatePage>): Promise<void> {
      await sendChange(() => call(updatePage, { params: { id: String(id) }, body }), isStale);
    },
  };
}
