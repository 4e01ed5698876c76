import { getServerStatus } from "@parfocal/core/server-status/server-status.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

const REFRESH_MS = 15_000;

/** Polled every 15 s while the screen is open and visible. */
export function useServerStatus() {
  return useQuery({
    queryKey: ["server-status"],
    queryFn: ({ signal }) => call(getServerStatus, {}, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}
