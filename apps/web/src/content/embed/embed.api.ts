/** Queries and changes of embedded pages and of allowed hosts, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createEmbed, getEmbed, updateEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { getEmbedHosts, putEmbedHosts } from "@parfocal/core/site/site.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";

const embedKeys = {
  all: ["embed"] as const,
  one: (id: number, parentId: number | null) => ["embed", "one", id, parentId] as const,
  hosts: ["embed", "hosts"] as const,
};

/** @param parentId the parent in which it is opened; null: any. */
export function useEmbed(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: embedKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getEmbed,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
  });
}

export function useEmbedHosts() {
  return useQuery({
    queryKey: embedKeys.hosts,
    queryFn: async ({ signal }) => (await call(getEmbedHosts, {}, { signal })).hosts,
  });
}

/** Adds a host to the allowed hosts of the site. */
export function useAllowEmbedHost() {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(host: string) {
      // The current hosts, because another administrator may have changed them.
      const { hosts } = await call(getEmbedHosts);
      return await call(putEmbedHosts, { body: { hosts: [...hosts, host] } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: embedKeys.all }),
  });
}

/** Each mutation resolves once the invalidated queries have been refetched. */
export function useEmbedActions() {
  const queryClient = useQueryClient();
  const isStale = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: embedKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
  return {
    async create(body: BodyFor<typeof createEmbed>, idempotencyKey: string): Promise<number> {
      const { id } = await call(createEmbed, { body }, { idempotencyKey });
      await isStale();
      return id;
    },
    async update(id: number, body: BodyFor<typeof updateEmbed>): Promise<void> {
      await sendChange(() => call(updateEmbed, { params: { id: String(id) }, body }), isStale);
    },
  };
}
