import { sql } from "kysely";
import { hostOf } from "#item/item-post.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import type { MediaFileRow } from "./media.table.ts";

export interface KnownFile extends MediaFileRow {
  /** Null if the account was deleted. */
  readonly createdByName: string | null;
}

/** Which of the two: files of the media library, or documents. */
export type FileShelf = "media" | "document";

const files = (db: SiteDb, siteId: number, shelf: FileShelf) =>
  db
    .selectFrom("media_file")
    .leftJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "media_file.created_by").onRef("site_user.site_id", "=", "media_file.site_id"),
    )
    .where("media_file.site_id", "=", siteId)
    .where("media_file.is_document", "=", shelf === "document");

/** @param options.isDeleted whether to search the removed files. */
export function findMediaFile(
  db: SiteDb,
  siteId: number,
  id: number,
  shelf: FileShelf,
  { isDeleted = false } = {},
): Promise<KnownFile | undefined> {
  return files(db, siteId, shelf)
    .selectAll("media_file")
    .select("site_user.display_name as createdByName")
    .where("media_file.id", "=", id)
    .where("media_file.deleted_at", isDeleted ? "is not" : "is", null)
    .executeTakeFirst();
}

/** A file of the media library of the host site. */
export interface HostOrigin {
  /** Home URL of the host. */
  readonly issuer: string;
  readonly provider: string;
  readonly mediaId: string;
}

/** The newest copy of a host's file in the library. */
export function findHostCopy(
  db: SiteDb,
  siteId: number,
  { issuer, provider, mediaId }: HostOrigin,
): Promise<KnownFile | undefined> {
  return files(db, siteId, "media")
    .selectAll("media_file")
    .select("site_user.display_name as createdByName")
    .where("media_file.host", "=", hostOf(issuer))
    .where("media_file.host_provider", "=", provider)
    .where("media_file.host_media_id", "=", mediaId)
    .where("media_file.deleted_at", "is", null)
    .orderBy("media_file.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Locks until the transaction ends: copies of a host's files are added one at a time, so that none is added twice. */
export async function lockHostCopies(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('media copied from the host', ${siteId}))`.execute(db);
}

interface Search {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Part of a title or of a file name. */
  readonly q: string;
  /** Null: all types. */
  readonly types: readonly string[] | null;
  /** "none": files without a folder; undefined: all files. */
  readonly folder: number | "none" | undefined;
}

/** Newest first. */
export async function searchMediaFiles(
  db: SiteDb,
  siteId: number,
  shelf: FileShelf,
  { page, pageSize, q, types, folder }: Search,
): Promise<{ rows: KnownFile[]; total: number }> {
  const pattern = containing(q);
  const found = files(db, siteId, shelf)
    .where("media_file.deleted_at", "is", null)
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([eb("media_file.title", "ilike", pattern), eb("media_file.filename", "ilike", pattern)]),
      ),
    )
    .$if(types !== null, (query) => query.where("media_file.media_type", "=", sql<string>`ANY(${[...(types ?? [])]})`))
    .$if(folder === "none", (query) => query.where("media_file.folder_id", "is", null))
    .$if(typeof folder === "number", (query) => query.where("media_file.folder_id", "=", folder as number));
  const { total } = await found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll("media_file")
    .select("site_user.display_name as createdByName")
    .orderBy("media_file.id", "desc")
    .limit(pageSize)
    .offset((Math.max(1, page) - 1) * pageSize)
    .execute();
  return { rows, total };
}

interface NewMediaFile {
  readonly shelf: FileShelf;
  readonly folderId: number | null;
  readonly title: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Pixels; null: it has no thumbnail. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly storedName: string;
  readonly createdBy: number | null;
  /** Omitted: it was uploaded here. */
  readonly origin?: HostOrigin;
}

/** Adds a file that is already stored on disk. @returns its ID. */
export async function insertMediaFile(db: SiteDb, siteId: number, file: NewMediaFile): Promise<number> {
  const { id } = await db
    .insertInto("media_file")
    .values({
      site_id: siteId,
      is_document: file.shelf === "document",
      folder_id: file.folderId,
      title: file.title,
      filename: file.filename,
      media_type: file.mediaType,
      bytes: file.bytes,
      sha256: file.sha256,
      width: file.size?.width ?? null,
      height: file.size?.height ?? null,
      stored_name: file.storedName,
      created_by: file.createdBy,
      host: file.origin && hostOf(file.origin.issuer),
      host_provider: file.origin?.provider,
      host_media_id: file.origin?.mediaId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMediaFile(
  db: SiteDb,
  siteId: number,
  id: number,
  { title, folderId }: { title: string; folderId: number | null },
): Promise<void> {
  await db
    .updateTable("media_file")
    .set({ title, folder_id: folderId })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** The stored file is kept, so that it can be restored. @returns whether the file was in the other state. */
export async function setMediaFileDeleted(
  db: SiteDb,
  siteId: number,
  id: number,
  { shelf, isDeleted }: { shelf: FileShelf; isDeleted: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("media_file")
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("is_document", "=", shelf === "document")
    .where("deleted_at", isDeleted ? "is" : "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All files that must exist. */
export function listStoredMedia(
  db: SiteDb,
  siteId: number,
): Promise<{ id: number; storedName: string; deletedAt: Date | null }[]> {
  return db
    .selectFrom("media_file")
    .select(["id", "stored_name as storedName", "deleted_at as deletedAt"])
    .where("site_id", "=", siteId)
    .execute();
}

/** Deletes media that can no longer be restored. @param before instant, in ms since the epoch. */
export async function deleteOldMedia(db: SiteDb, siteId: number, before: number): Promise<void> {
  await db.deleteFrom("media_file").where("site_id", "=", siteId).where("deleted_at", "<", new Date(before)).execute();
}
