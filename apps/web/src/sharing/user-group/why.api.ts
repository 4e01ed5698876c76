import { explainAccess } from "@parfocal/core/assignment/why.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { userGroupKeys } from "./user-group.api.ts";

export function useAccessReasons(userId: number, resourceId: number) {
  return useQuery({
    queryKey: [...userGroupKeys.all, "why", userId, resourceId],
    queryFn: ({ signal }) =>
      call(explainAccess, { query: { userId: String(userId), resourceId: String(resourceId) } }, { signal }),
  });
}
