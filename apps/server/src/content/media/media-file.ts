/**
 * Serves files of the library to callers who can see the site and know the URL: its key is returned only with content
 * that shows the file. The number alone and the original file name are only for content managers.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Call } from "@parfocal/core/call.contract.ts";
import {
  getMediaFile,
  getMediaFileById,
  getMediaThumbnail,
  getMediaThumbnailById,
} from "@parfocal/core/media/media.contract.ts";
import {
  type FileQuery,
  type FindStoredFile,
  filenameFor,
  type StoredFile,
  storedFileRoute,
} from "#attachment/stored-file-route.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Route } from "#platform/http/route.ts";
import { type FileShelf, findMediaFile, type KnownFile } from "./media.queries.ts";
import { makeSmallPicture, smallPicturePath } from "./small-picture.ts";

async function findKnown(
  db: SiteDb,
  { siteId, caller, id, key }: FileQuery,
  shelf: FileShelf,
): Promise<KnownFile | undefined> {
  const row = await findMediaFile(db, siteId, id, shelf);
  const mayHave = key === undefined ? caller.can("manageContent") : key === row?.key;
  return mayHave ? row : undefined;
}

const findOriginal =
  (shelf: FileShelf): FindStoredFile =>
  async (db, question) => {
    const { siteId, caller, id, platform } = question;
    const { folders } = platform;
    const row = await findKnown(db, question, shelf);
    return (
      row && {
        path: join(folders.media(siteId), row.stored_name),
        storedName: row.stored_name,
        mediaType: row.media_type,
        filename: filenameFor(caller, "media", id, row),
      }
    );
  };

const findSmall =
  (shelf: FileShelf): FindStoredFile =>
  async (db, question) => {
    const { siteId, platform } = question;
    const { folders } = platform;
    const row = await findKnown(db, question, shelf);
    if (!row || row.width === null) return undefined;
    return {
      path: smallPicturePath(join(folders.media(siteId), row.stored_name)),
      storedName: `${row.stored_name}.small`,
      mediaType: "image/webp",
      filename: "thumbnail.webp",
    };
  };

/** A thumbnail omitted from a backup is created again. */
async function remakeIfLost({ path }: StoredFile): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) return;
  const original = path.slice(0, -smallPicturePath("").length);
  await makeSmallPicture(original).catch((error: NodeJS.ErrnoException) => {
    // The file itself is missing: the answer reports it.
    if (error.code !== "ENOENT") throw error;
  });
}

export const fileRouteOf = (contract: Call, shelf: FileShelf): Route => storedFileRoute(contract, findOriginal(shelf));

export const smallPictureRouteOf = (contract: Call, shelf: FileShelf): Route =>
  storedFileRoute(contract, findSmall(shelf), remakeIfLost);

export const mediaFileRoutes: readonly Route[] = [
  fileRouteOf(getMediaFile, "media"),
  smallPictureRouteOf(getMediaThumbnail, "media"),
  fileRouteOf(getMediaFileById, "media"),
  smallPictureRouteOf(getMediaThumbnailById, "media"),
];
