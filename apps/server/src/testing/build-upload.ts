import { UPLOAD_CHUNK_BYTES } from "@parfocal/core/upload/upload.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { writeFully } from "#platform/files/slide-folders.ts";
import { insertUpload } from "#upload/upload.queries.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

/** An announced upload of which no bytes were sent. @returns its ID. */
export async function buildUpload(
  site: TestSite,
  {
    owner,
    bytes = 8,
    filename = "slide.svs",
    parentId = null,
  }: { owner: TestUser; bytes?: number; filename?: string; parentId?: number | null },
): Promise<number> {
  const { database, folders } = site.server.platform;
  const { id } = await withSite(database, site.id, (db) =>
    insertUpload(db, site.id, {
      userId: owner.id,
      filename,
      bytes,
      chunkBytes: UPLOAD_CHUNK_BYTES,
      parentId,
    }),
  );
  await writeFully(folders.upload(site.id, id), Buffer.alloc(bytes));
  return id;
}
