import { findPostPath } from "@parfocal/core/host-sign-in/host-post.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export function usePostPath(postId: number) {
  return useQuery({
    queryKey: ["hostPost", postId],
    queryFn: ({ signal }) => call(findPostPath, { params: { id: postId } }, { signal }),
  });
}
