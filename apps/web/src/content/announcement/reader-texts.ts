/** Text keys of the audiences of an announcement. */
import type { AnnouncementReader } from "@parfocal/core/announcement/announcement-rules.ts";
import { ROLE_TEXTS } from "#user/role-texts.ts";

export const readerText = (reader: AnnouncementReader) =>
  reader === "guest" ? "announcement.reader_guest" : ROLE_TEXTS[reader];
