import { AppError } from "@parfocal/core/errors.ts";
import { createFolder, type Folder, getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { appendPlacement, findItem, insertItem, listCrumbs } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { findCovers } from "#structure/cover-images.ts";
import { listCards } from "#structure/present-cards.ts";

async function loadFolder(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<Folder> {
  const { item, way } = await findVisibleItem(db, { siteId, caller, id, kind: "folder" });
  const includesInactive = caller.can("manageContent");
  const cards = await listCards(db, siteId, id, { includesInactive });
  const covers = await findCovers(db, siteId, [id], { includesInactive });
  return {
    id,
    title: item.title,
    description: item.description,
    thumbnail: covers.get(id) ?? null,
    isVirtual: false,
    isAssignedFolder: false,
    path: await listCrumbs(db, siteId, way?.ids ?? [id]),
    folders: cards.filter((card) => card.type === "folder"),
    items: cards.filter((card) => card.type !== "folder"),
    userCanEdit: caller.can("manageContent"),
  };
}

export const folderRoutes = [
  route(getFolder, ({ db, siteId, caller }, { params }) => loadFolder(db, siteId, caller, params.id)),

  route(createFolder, async ({ db, siteId, caller }, { body }) => {
    const parent = await findItem(db, siteId, body.parentId);
    if (parent?.kind !== "course" && parent?.kind !== "folder") {
      throw new AppError("invalid", "A folder can only stand in a course or in another folder.", {
        codes: ["parentId"],
      });
    }
    const item = await insertItem(db, siteId, {
      kind: "folder",
      title: body.title,
      description: body.description,
      createdBy: caller.signedIn().id,
    });
    await appendPlacement(db, siteId, { parentId: parent.id, itemId: item.id });
    return loadFolder(db, siteId, caller, item.id);
  }),
];
