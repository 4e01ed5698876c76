/** Adds a radiology item to the demo: its zip is written, and then processed like any upload. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { RADIOLOGY_CHUNK_BYTES } from "@parfocal/core/radiology/radiology-limits.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { storeUpload } from "#platform/files/upload-files.ts";
import type { Platform } from "#platform/platform.ts";
import { makeOfUpload } from "#radiology/create-radiology-item.ts";
import { insertUpload } from "#upload/upload.queries.ts";
import { DEMO_RADIOLOGY } from "./demo-reading.ts";
import { writePhantom } from "./write-phantom.ts";

export async function addDemoRadiology(
  db: SiteDb,
  platform: Platform,
  { siteId, createdBy, folderId }: { siteId: number; createdBy: number; folderId: number },
): Promise<void> {
  const { filename, ...texts } = DEMO_RADIOLOGY;
  const { uploads } = platform.folders;
  const part = join(uploads, `phantom-${randomUUID()}.part`);
  const bytes = await writePhantom(part);
  const row = await insertUpload(db, siteId, {
    userId: createdBy,
    purpose: "radiology",
    filename,
    bytes,
    chunkBytes: RADIOLOGY_CHUNK_BYTES,
    parentId: folderId,
  });
  const sha256 = await hashFile(part, bytes);
  await storeUpload(platform, { siteId, uploadId: row.id, bytes, chunkBytes: RADIOLOGY_CHUNK_BYTES }, part);
  await makeOfUpload(db, platform, row, { ...texts, sha256 });
}
