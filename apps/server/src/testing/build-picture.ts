import { randomUUID } from "node:crypto";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

/** A row of the media library without its file, for tests that only refer to it. @returns its ID. */
export async function buildPicture(
  site: TestSite,
  { mediaType = "image/png", isDeleted = false }: { mediaType?: string; isDeleted?: boolean } = {},
): Promise<number> {
  const name = randomUUID();
  return withSite(site.server.platform.database, site.id, async (db) => {
    const { id } = await db
      .insertInto("media_file")
      .values({
        site_id: site.id,
        is_document: false,
        folder_id: null,
        title: "A picture",
        filename: "picture.png",
        media_type: mediaType,
        bytes: 10,
        sha256: "0".repeat(64),
        width: 16,
        height: 10,
        stored_name: name,
        created_by: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (isDeleted)
      await db
        .updateTable("media_file")
        .set({ deleted_at: new Date() })
        .where("site_id", "=", site.id)
        .where("id", "=", id)
        .execute();
    return id;
  });
}
