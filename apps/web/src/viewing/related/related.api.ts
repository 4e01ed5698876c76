/** Queries of related items. */
import { listRelatedItems } from "@parfocal/core/related/related.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export function useRelatedItems(imageId: number) {
  return useQuery({
    queryKey: ["related", imageId],
    queryFn: ({ signal }) => call(listRelatedItems, { params: { id: String(imageId) } }, { signal }),
  });
}
