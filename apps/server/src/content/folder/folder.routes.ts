import { AppError, idMismatch, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { createFolder, getFolder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { appendPlacement, findItem, insertItem } from "#item/item.queries.ts";
import { changeLook } from "#item/item-appearance.ts";
import { changeItemTexts } from "#item/item-texts.queries.ts";
import { lockParent } from "#item/lock-parent.ts";
import { route } from "#platform/http/route.ts";
import { loadFolder } from "./load-folder.ts";

export const folderRoutes = [
  route(getFolder, ({ db, siteId, caller }, { params }) => loadFolder(db, siteId, caller, params.id)),

  route(createFolder, async ({ db, siteId, caller }, { body }) => {
    const parent = await lockParent(db, siteId, body.parentId);
    if (parent?.kind !== "course" && parent?.kind !== "folder") {
      throw new AppError("invalid", "A folder can only be placed in a course or another folder.", {
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

  route(updateFolder, async ({ db, siteId, caller }, { params: { id }, body }) => {
    if (body.id !== undefined && body.id !== id) throw idMismatch("folder");
    if (!(await findItem(db, siteId, id, "folder"))) throw notFoundOrNoAccess();
    const { title, description, tags } = body;
    await assertItemSeen(db, siteId, { id, kind: "folder" }, { seen: body.seen, updated: { title, description } });
    await changeItemTexts(db, siteId, id, { title, description, tags });
    await changeLook(db, siteId, id, body);
    return loadFolder(db, siteId, caller, id);
  }),
];
