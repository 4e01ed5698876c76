/** The announcements that the reader should see. Apart from the other calls: each page has it from the start. */
import { getAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export const SHOWN_ANNOUNCEMENTS_KEY = ["announcement"] as const;
/** A page that stays open finds new announcements by then. */
const FRESH_MS = 10 * 60 * 1000;

/** A page whose announcements cannot be loaded has none. @param isEnabled not on embedded pages. */
export function useShownAnnouncements(isEnabled: boolean) {
  return useQuery({
    queryKey: SHOWN_ANNOUNCEMENTS_KEY,
    queryFn: async ({ signal }) => (await call(getAnnouncement, {}, { signal })).announcements,
    enabled: isEnabled,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
}
