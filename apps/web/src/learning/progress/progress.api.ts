import { getLastOpened } from "@parfocal/core/progress/progress.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";

/** Guests have opened nothing. */
export function useLastOpened() {
  const { user } = useSession();
  return useQuery({
    queryKey: contentKeys.lastOpened,
    queryFn: ({ signal }) => call(getLastOpened, {}, { signal }),
    enabled: user !== null,
  });
}
