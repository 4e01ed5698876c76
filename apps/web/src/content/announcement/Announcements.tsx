/** Announcements on each page; renders nothing if there are none or all were closed. */
import type { ShownAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { Suspense, useState } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { rememberClosed, withoutClosed } from "./announcement-cookie.ts";
import { useShownAnnouncements } from "./useShownAnnouncements.ts";

const AnnouncementBanner = lazyPartWithTexts(
  () => import("./AnnouncementBanner.tsx"),
  (part) => part.AnnouncementBanner,
);

interface AnnouncementsProps {
  /** Embedded pages show no announcements. */
  readonly isEmbedded: boolean;
}

export function Announcements({ isEmbedded }: AnnouncementsProps) {
  const { data = [] } = useShownAnnouncements(!isEmbedded);
  const [cookies, setCookies] = useState(() => document.cookie);
  if (isEmbedded) return null;
  const shown = withoutClosed(data, cookies);

  function handleClose(announcement: ShownAnnouncement): void {
    rememberClosed(announcement);
    setCookies(document.cookie);
    // The pressed button no longer exists.
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }

  return (
    <Suspense fallback={null}>
      {shown.length > 0 && <AnnouncementBanner announcements={shown} onClose={handleClose} />}
    </Suspense>
  );
}
