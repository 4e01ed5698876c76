/** The announcements for the reader. Separate from the other requests, because each page needs it from the start. */
import { getAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export const SHOWN_ANNOUNCEMENTS_KEY = ["announcement"] as const;
/** After this time a page that stays open fetches new announcements. */
const FRESH_MS = 10 * 60 * 1000;

/** If loading fails, no announcements are shown. @param isEnabled false on embedded pages. */
export function useShownAnnouncements(isEnabled: boolean) {
  return useQuery({
    queryKey: SHOWN_ANNOUNCEMENTS_KEY,
    queryFn: async ({ signal }) => (await call(getAnnouncement, {}, { signal })).announcements,
    enabled: isEnabled,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
}
