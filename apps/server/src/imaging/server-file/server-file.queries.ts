import type { SiteDb } from "#platform/db/database.ts";
import type { ServerFileRow } from "./server-file.table.ts";

export function findServerFile(db: SiteDb, siteId: number, id: number): Promise<ServerFileRow | undefined> {
  return db.selectFrom("server_file").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

export function findServerFileByPath(db: SiteDb, siteId: number, path: string): Promise<ServerFileRow | undefined> {
  return db
    .selectFrom("server_file")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("path", "=", path)
    .executeTakeFirst();
}

/** Stamps by path. */
export async function listStamps(db: SiteDb, siteId: number): Promise<Map<string, string>> {
  const rows = await db.selectFrom("server_file").select(["path", "stamp"]).where("site_id", "=", siteId).execute();
  return new Map(rows.map(({ path, stamp }) => [path, stamp]));
}

type NewServerFile = Omit<ServerFileRow, "id" | "site_id" | "created_at">;

/** One row for each path, with its last state. @returns its ID. */
export async function keepServerFile(db: SiteDb, siteId: number, file: NewServerFile): Promise<number> {
  const { id } = await db
    .insertInto("server_file")
    .values({ site_id: siteId, ...file })
    .onConflict((conflict) => conflict.columns(["site_id", "path"]).doUpdateSet(file))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
