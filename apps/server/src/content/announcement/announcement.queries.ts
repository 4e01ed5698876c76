import {
  ANNOUNCEMENTS_MAX,
  type AnnouncementReader,
  type AnnouncementTexts,
  SHOWN_ANNOUNCEMENTS_MAX,
} from "@parfocal/core/announcement/announcement-rules.ts";
import { type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime, instantOf } from "#platform/db/site-time.ts";

/** Deleted announcements can be restored for this time. */
const KEPT_DAYS = 30;

/** Announcements that the reader should see now: sticky ones first, then the newest. */
export function listShownAnnouncements(db: SiteDb, siteId: number, reader: AnnouncementReader) {
  return db
    .selectFrom("announcement")
    .select(["id", "text_version as version", "is_sticky as sticky", "content"])
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .where("is_active", "=", true)
    .where(sql<SqlBool>`${reader} = ANY(readers)`)
    .where(sql<SqlBool>`(starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now())`)
    .orderBy("is_sticky", "desc")
    .orderBy(sql`COALESCE(starts_at, created_at)`, "desc")
    .orderBy("id", "desc")
    .limit(SHOWN_ANNOUNCEMENTS_MAX)
    .execute();
}

const ofSite = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("announcement")
    .innerJoin("site", "site.id", "announcement.site_id")
    .select([
      "announcement.id",
      "announcement.version",
      "announcement.content",
      inSiteTime(sql.ref("announcement.starts_at")).as("dateStart"),
      inSiteTime(sql.ref("announcement.ends_at")).as("dateEnd"),
      "announcement.starts_at as start",
      "announcement.ends_at as end",
      "announcement.readers",
      "announcement.is_sticky as sticky",
      "announcement.is_active as isActive",
      "announcement.changed_at as changedAt",
    ])
    .where("announcement.site_id", "=", siteId)
    .where("announcement.deleted_at", "is", null);

/** Newest first. */
export const findAnnouncements = (db: SiteDb, siteId: number) =>
  ofSite(db, siteId).orderBy("announcement.id", "desc").limit(ANNOUNCEMENTS_MAX).execute();

export const findAnnouncement = (db: SiteDb, siteId: number, id: number) =>
  ofSite(db, siteId).where("announcement.id", "=", id).executeTakeFirst();

export type AnnouncementRow = Awaited<ReturnType<typeof findAnnouncements>>[number];

/**
 * Blocks other inserts of announcements of the site until the transaction ends. @returns the number of announcements.
 */
export async function countAnnouncementsLocked(db: SiteDb, siteId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('announcements', ${siteId}))`.execute(db);
  const { count } = await db
    .selectFrom("announcement")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

interface AnnouncementInput {
  /** Sanitized. */
  readonly content: AnnouncementTexts;
  /** In the site's time zone; null: none. */
  readonly dateStart: string | null;
  readonly dateEnd: string | null;
  readonly readers: readonly AnnouncementReader[];
  readonly sticky: boolean;
  readonly isActive: boolean;
}

const valuesOf = (siteId: number, { content, dateStart, dateEnd, readers, sticky, isActive }: AnnouncementInput) => ({
  content: JSON.stringify(content),
  starts_at: instantOf(siteId, dateStart),
  ends_at: instantOf(siteId, dateEnd),
  readers: [...readers],
  is_sticky: sticky,
  is_active: isActive,
});

/** @returns the ID of the announcement. */
export async function insertAnnouncement(db: SiteDb, siteId: number, input: AnnouncementInput): Promise<number> {
  const { id } = await db
    .insertInto("announcement")
    .values({ site_id: siteId, ...valuesOf(siteId, input) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether it still had that version. */
export async function changeAnnouncement(
  db: SiteDb,
  siteId: number,
  { id, version }: { readonly id: number; readonly version: number },
  input: AnnouncementInput,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("announcement")
    .set({
      ...valuesOf(siteId, input),
      version: sql<number>`version + 1`,
      text_version: sql<number>`text_version + (content <> ${JSON.stringify(input.content)}::jsonb)::int`,
      changed_at: sql<Date>`now()`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes or restores an announcement. @returns whether there is one in the other state. */
export async function setAnnouncementDeleted(
  db: SiteDb,
  siteId: number,
  { id, isDeleted }: { readonly id: number; readonly isDeleted: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("announcement")
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", isDeleted ? "is" : "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Permanently deletes announcements that can no longer be restored. */
export async function forgetDeletedAnnouncements(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("announcement")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}
