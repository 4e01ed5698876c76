import type { AnnouncementReader, AnnouncementTexts } from "@parfocal/core/announcement/announcement-rules.ts";
import type { ColumnType, Generated } from "kysely";

export interface AnnouncementTable {
  id: Generated<number>;
  site_id: number;
  /** Formatted text by language, sanitized. */
  content: ColumnType<AnnouncementTexts, string, string>;
  starts_at: Date | null;
  ends_at: Date | null;
  readers: AnnouncementReader[];
  is_sticky: boolean;
  is_active: boolean;
  /** Incremented with each change. */
  version: Generated<number>;
  /** Incremented with each change of the text. */
  text_version: Generated<number>;
  created_at: ColumnType<Date, never, never>;
  changed_at: ColumnType<Date, never, Date>;
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
