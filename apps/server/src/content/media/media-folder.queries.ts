import type { MediaFolder } from "@parfocal/core/media/media.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Ordered by title, each with its number of files. */
export function listFolders(db: SiteDb, siteId: number): Promise<MediaFolder[]> {
  return db
    .selectFrom("media_folder")
    .select(["id", "title"])
    .select((eb) =>
      eb
        .selectFrom("media_file")
        .select(sql<number>`count(*)`.as("count"))
        .where("media_file.site_id", "=", siteId)
        .whereRef("media_file.folder_id", "=", "media_folder.id")
        .where("media_file.deleted_at", "is", null)
        .as("fileCount"),
    )
    .where("site_id", "=", siteId)
    .orderBy(sql`lower(title)`)
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, fileCount: row.fileCount ?? 0 })));
}

export async function findFolder(db: SiteDb, siteId: number, id: number): Promise<MediaFolder | undefined> {
  return (await listFolders(db, siteId)).find((folder) => folder.id === id);
}

/**
 * Locks until the transaction ends: folder titles of a site are assigned one at a time, so that none is assigned twice.
 */
export async function lockFolderTitles(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('media folder titles', ${siteId}))`.execute(db);
}

/** Whether another folder has this title, case-insensitive. @param exceptId null: none is excluded. */
export async function hasFolderTitle(
  db: SiteDb,
  siteId: number,
  title: string,
  exceptId: number | null,
): Promise<boolean> {
  const row = await db
    .selectFrom("media_folder")
    .select("id")
    .where("site_id", "=", siteId)
    .where(sql`lower(title)`, "=", sql`lower(${title})`)
    .$if(exceptId !== null, (query) => query.where("id", "<>", exceptId as number))
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFolder(db: SiteDb, siteId: number, title: string): Promise<number> {
  const { id } = await db
    .insertInto("media_folder")
    .values({ site_id: siteId, title })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameFolder(db: SiteDb, siteId: number, id: number, title: string): Promise<void> {
  await db.updateTable("media_folder").set({ title }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Its files are kept without a folder, including those in the bin. */
export async function deleteFolderRow(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("media_file")
    .set({ folder_id: null })
    .where("site_id", "=", siteId)
    .where("folder_id", "=", id)
    .execute();
  await db.deleteFrom("media_folder").where("site_id", "=", siteId).where("id", "=", id).execute();
}
