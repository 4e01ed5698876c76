import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  type MediaFolder,
  updateMediaFolder,
} from "@parfocal/core/media/media.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Route, route } from "#platform/http/route.ts";
import {
  deleteFolderRow,
  findFolder,
  hasFolderTitle,
  insertFolder,
  listFolders,
  lockFolderTitles,
  renameFolder,
} from "./media-folder.queries.ts";

async function findExisting(db: SiteDb, siteId: number, id: number): Promise<MediaFolder> {
  const folder = await findFolder(db, siteId, id);
  if (!folder) throw notFound("Media folder");
  return folder;
}

async function assertNewTitle(db: SiteDb, siteId: number, title: string, exceptId: number | null): Promise<void> {
  await lockFolderTitles(db, siteId);
  if (await hasFolderTitle(db, siteId, title, exceptId))
    throw new AppError("invalid", `A folder named “${title}” already exists. Choose another name.`, {
      codes: ["title.taken"],
    });
}

export const mediaFolderRoutes: readonly Route[] = [
  route(listMediaFolders, ({ db, siteId }) => listFolders(db, siteId)),

  route(createMediaFolder, async ({ db, siteId }, { body: { title } }) => {
    await assertNewTitle(db, siteId, title, null);
    return findExisting(db, siteId, await insertFolder(db, siteId, title));
  }),

  route(updateMediaFolder, async ({ db, siteId }, { params: { id }, body: { title } }) => {
    await findExisting(db, siteId, id);
    await assertNewTitle(db, siteId, title, id);
    await renameFolder(db, siteId, id, title);
    return findExisting(db, siteId, id);
  }),

  route(deleteMediaFolder, async ({ db, siteId, caller }, { params: { id } }) => {
    await findExisting(db, siteId, id);
    await deleteFolderRow(db, siteId, id);
    await recordAudit(db, siteId, { action: "mediaFolderDeleted", actorId: caller.signedIn().id, objectId: id });
  }),
];
