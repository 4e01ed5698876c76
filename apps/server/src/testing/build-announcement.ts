import { ANNOUNCEMENT_READERS, type AnnouncementReader } from "@parfocal/core/announcement/announcement-rules.ts";
import { insertAnnouncement, setAnnouncementDeleted } from "#announcement/announcement.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

interface AnnouncementOptions {
  readonly text?: string;
  readonly readers?: readonly AnnouncementReader[];
  readonly sticky?: boolean;
  readonly isActive?: boolean;
  readonly dateStart?: string;
  readonly dateEnd?: string;
  readonly isDeleted?: boolean;
}

/** For everyone, without dates. @returns its ID. */
export function buildAnnouncement(site: TestSite, input: AnnouncementOptions = {}): Promise<number> {
  const { text = "<p>Maintenance on Friday</p>", readers = ANNOUNCEMENT_READERS, sticky = false } = input;
  const { isActive = true, dateStart = null, dateEnd = null, isDeleted = false } = input;
  return withSite(site.server.platform.database, site.id, async (db) => {
    const content = { en: text, de: "" };
    const id = await insertAnnouncement(db, site.id, { content, readers, sticky, isActive, dateStart, dateEnd });
    if (isDeleted) await setAnnouncementDeleted(db, site.id, { id, isDeleted });
    return id;
  });
}
