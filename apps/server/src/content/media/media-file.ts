/**
 * Serves files of the library to callers who can see the site and know the URL: its key is returned only with content
 * that shows the file. The number alone and the original file name are only for content managers.
 */
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
import { type FileStore, mediaName } from "#platform/files/file-store.ts";
import type { Route } from "#platform/http/route.ts";
import { type FileShelf, findMediaFile, type KnownFile } from "./media.queries.ts";
import { makeSmallPicture, smallPictureName } from "./small-picture.ts";

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
    const { siteId, caller, id } = question;
    const row = await findKnown(db, question, shelf);
    return (
      row && {
        name: mediaName(siteId, row.stored_name),
        storedName: row.stored_name,
        mediaType: row.media_type,
        filename: filenameFor(caller, "media", id, row),
      }
    );
  };

const findSmall =
  (shelf: FileShelf): FindStoredFile =>
  async (db, question) => {
    const { siteId } = question;
    const row = await findKnown(db, question, shelf);
    if (!row || row.width === null) return undefined;
    return {
      name: smallPictureName(mediaName(siteId, row.stored_name)),
      storedName: `${row.stored_name}.small`,
      mediaType: "image/webp",
      filename: "thumbnail.webp",
    };
  };

/** A thumbnail omitted from a backup is created again. */
async function remakeIfLost({ name }: StoredFile, files: FileStore): Promise<void> {
  // If the file itself is missing, the answer reports it.
  if (!(await files.factsOf(name))) await makeSmallPicture(files, name.slice(0, -smallPictureName("").length));
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
