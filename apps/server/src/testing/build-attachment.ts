import { randomUUID } from "node:crypto";
import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { addAttachment } from "#attachment/add-attachment.ts";
import { withSite } from "#platform/db/database.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import type { TestSite } from "./build-site.ts";

/** The beginning of a PNG; not a complete image. */
export const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** A file attached to a slide, created without a call. @returns its ID. */
export async function buildAttachment(
  site: TestSite,
  {
    imageId,
    title = "Gross picture",
    filename = "gross.png",
    bytes = PNG_HEAD,
  }: { imageId: number; title?: string; filename?: string; bytes?: Buffer },
): Promise<number> {
  const { database, files } = site.server.platform;
  const storedName = randomUUID();
  await files.write(attachmentName(site.id, storedName), bytes);
  const options = { title, url: "", isFileLink: false, parentId: imageId };
  const file = { storedName, filename, mediaType: mediaTypeOf(bytes), bytes: bytes.length };
  return withSite(database, site.id, (db) => addAttachment(db, site.id, options, { file, createdBy: null }));
}
