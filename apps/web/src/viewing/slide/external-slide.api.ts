/** Slides on other servers: allowed hosts, and adding a slide. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createExternalImage } from "@parfocal/core/image/image.contract.ts";
import { getTileSourceHosts, putTileSourceHosts } from "@parfocal/core/site/site.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";

export function useTileSourceHosts() {
  return useQuery({
    queryKey: ["tileSourceHosts"],
    queryFn: async ({ signal }) => (await call(getTileSourceHosts, {}, { signal })).hosts,
  });
}

/** Adds a host to the allowed hosts of the site. Pages that are already open can read from it after a reload. */
export function useAllowTileSourceHost() {
  return useMutation({
    async mutationFn(host: string) {
      // The current hosts, because another administrator may have changed them.
      const { hosts } = await call(getTileSourceHosts);
      return await call(putTileSourceHosts, { body: { hosts: [...hosts, host] } });
    },
  });
}

interface NewExternalSlide {
  readonly body: BodyFor<typeof createExternalImage>;
  readonly idempotencyKey: string;
}

export function useCreateExternalSlide() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewExternalSlide) => call(createExternalImage, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}
