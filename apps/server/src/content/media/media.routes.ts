import { notFound } from "@parfocal/core/errors.ts";
import { libraryTypesOf } from "@parfocal/core/media/accepted-types.ts";
import {
  deleteMedia,
  getMedia,
  getMediaUsage,
  listMedia,
  restoreMedia,
  updateMedia,
  uploadMedia,
} from "@parfocal/core/media/media.contract.ts";
import { MEDIA_FILES_AT_ONCE, MEDIA_PAGE_SIZE } from "@parfocal/core/media/media-limits.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { longRoute, type Route, route } from "#platform/http/route.ts";
import { assertAccepted, MEDIA_LIMITS, splitTypes } from "./accept-media.ts";
import { presentMedia } from "./media.present.ts";
import {
  findMediaFile,
  type KnownFile,
  searchMediaFiles,
  setMediaFileDeleted,
  updateMediaFile,
} from "./media.queries.ts";
import { mediaFileRoutes } from "./media-file.ts";
import { findFolder } from "./media-folder.queries.ts";
import { listMediaUses } from "./media-usage.ts";
import { receiveMedia } from "./receive-media.ts";

interface UploadFields {
  readonly folderId: number | undefined;
  readonly accept: string;
}

async function findExisting(db: SiteDb, siteId: number, id: number): Promise<KnownFile> {
  const row = await findMediaFile(db, siteId, id, "media");
  if (!row) throw notFound("Media file");
  return row;
}

/** @throws AppError `notFound` unless it is a folder of the site. */
async function assertFolder(db: SiteDb, siteId: number, id: number): Promise<number> {
  if (!(await findFolder(db, siteId, id))) throw notFound("Media folder", { codes: ["folderId"] });
  return id;
}

export const mediaRoutes: readonly Route[] = [
  route(listMedia, async ({ db, siteId }, { query: { page, q, type, folder } }) => {
    const types = type === "" ? null : libraryTypesOf(splitTypes(type));
    const search = { page, pageSize: MEDIA_PAGE_SIZE, q, types, folder };
    const { rows, total } = await searchMediaFiles(db, siteId, "media", search);
    return { files: rows.map(presentMedia), total };
  }),

  longRoute(uploadMedia, (context) =>
    receiveMedia<typeof uploadMedia, UploadFields>(context, uploadMedia, {
      shelf: "media",
      limits: { files: MEDIA_FILES_AT_ONCE, ...MEDIA_LIMITS },
      check: (file, { accept }) => assertAccepted(file, accept),
      refusesBroken: true,
      findFolder: (db, siteId, { folderId }) =>
        folderId === undefined ? Promise.resolve(null) : assertFolder(db, siteId, folderId),
      present: presentMedia,
    }),
  ),

  route(getMedia, async ({ db, siteId }, { params: { id } }) => presentMedia(await findExisting(db, siteId, id))),

  route(updateMedia, async ({ db, siteId }, { params: { id }, body }) => {
    const row = await findExisting(db, siteId, id);
    if (body.folderId) await assertFolder(db, siteId, body.folderId);
    await updateMediaFile(db, siteId, id, {
      title: body.title ?? row.title,
      folderId: body.folderId === undefined ? row.folder_id : body.folderId,
    });
    return presentMedia(await findExisting(db, siteId, id));
  }),

  route(getMediaUsage, async ({ db, siteId }, { params: { id } }) => {
    await findExisting(db, siteId, id);
    return { uses: await listMediaUses(db, siteId, id) };
  }),

  route(deleteMedia, async ({ db, siteId, caller }, { params: { id } }) => {
    await findExisting(db, siteId, id);
    await setMediaFileDeleted(db, siteId, id, { shelf: "media", isDeleted: true });
    await recordAudit(db, siteId, { action: "mediaDeleted", actorId: caller.signedIn().id, objectId: id });
  }),

  route(restoreMedia, async ({ db, siteId, caller }, { params: { id } }) => {
    await setMediaFileDeleted(db, siteId, id, { shelf: "media", isDeleted: false });
    await recordAudit(db, siteId, { action: "mediaRestored", actorId: caller.signedIn().id, objectId: id });
    return presentMedia(await findExisting(db, siteId, id));
  }),

  ...mediaFileRoutes,
];
