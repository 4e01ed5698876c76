import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import { listRoles } from "@parfocal/core/user/user.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

/** Roles of the site; until the server has responded, those of every site. */
export function useRoles(): readonly Role[] {
  const { data } = useQuery({
    queryKey: ["roles"],
    queryFn: async ({ signal }) => (await call(listRoles, {}, { signal })).map(({ id }) => id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? ROLES;
}
