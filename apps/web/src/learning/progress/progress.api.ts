import { getOverview } from "@parfocal/core/progress/progress.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

/** Guests have none. */
export function useOverview() {
  const { user } = useSession();
  return useQuery({
    queryKey: contentKeys.overview,
    queryFn: ({ signal }) => call(getOverview, {}, { signal }),
    enabled: user !== null,
  });
}
