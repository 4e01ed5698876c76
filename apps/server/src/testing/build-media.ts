import { createHash, randomUUID } from "node:crypto";
import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import sharp from "sharp";
import { type FileShelf, insertMediaFile } from "#media/media.queries.ts";
import { insertFolder } from "#media/media-folder.queries.ts";
import { hasSmallPicture, makeSmallPicture } from "#media/small-picture.ts";
import { withSite } from "#platform/db/database.ts";
import { mediaName } from "#platform/files/file-store.ts";
import type { TestSite } from "./build-site.ts";

/** A complete image of a single colour. */
export const colourPng = (width = 8, height = 6): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#a04060" } })
    .png()
    .toBuffer();

interface MediaOptions {
  readonly shelf?: FileShelf;
  readonly title?: string;
  readonly filename?: string;
  /** Default: a small image. */
  readonly bytes?: Buffer;
  readonly folderId?: number | null;
}

/** A file of the library, or a document, created without a call. @returns its ID. */
export async function buildMedia(
  site: TestSite,
  { shelf = "media", title = "Glomerulus", filename = "glomerulus.png", bytes, folderId = null }: MediaOptions = {},
): Promise<number> {
  const { database, files } = site.server.platform;
  const contents = bytes ?? (await colourPng());
  const storedName = randomUUID();
  const name = mediaName(site.id, storedName);
  await files.write(name, contents);
  const mediaType = mediaTypeOf(contents);
  const size = hasSmallPicture({ mediaType, bytes: contents.length }) ? await makeSmallPicture(files, name) : null;
  const sha256 = createHash("sha256").update(contents).digest("hex");
  const facts = { shelf, folderId, title, filename, mediaType, bytes: contents.length, sha256, size, storedName };
  return withSite(database, site.id, (db) => insertMediaFile(db, site.id, { ...facts, createdBy: null }));
}

/** The parts of its URL. */
export async function addressOfMedia(
  { server }: Pick<TestSite, "server">,
  id: number,
): Promise<{ id: string; key: string }> {
  const { key } = await server.owner
    .selectFrom("media_file")
    .select("key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id: String(id), key };
}

/** @returns its ID. */
export function buildMediaFolder(site: TestSite, title = `Folder ${randomUUID()}`): Promise<number> {
  return withSite(site.server.platform.database, site.id, (db) => insertFolder(db, site.id, title));
}
