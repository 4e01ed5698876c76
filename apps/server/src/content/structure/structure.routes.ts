import { deleteAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  copyAttachment,
  copyFolder,
  copyImage,
  deleteCourse,
  deleteFolder,
  getCopyRun,
  getTree,
  moveFolder,
  moveItem,
  moveMany,
  orderFolders,
  orderItems,
  removeItems as removeItemsCall,
  renameItem,
  stopCopyRun,
} from "@parfocal/core/structure/structure.contract.ts";
import { findItem } from "#item/item.queries.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { copyItemTo } from "./copy-items.ts";
import { findRun, stopRun, watchCopy } from "./copy-run.ts";
import { moveItems } from "./move-items.ts";
import { orderChildren, orderCourses } from "./order-lists.ts";
import { itemNotFound } from "./place-rules.ts";
import { removeCourse, removeEverywhere, removeItems } from "./remove-items.ts";
import { updateTitle } from "./structure.queries.ts";
import { readLists, readNode, readTree } from "./tree.queries.ts";

type At = Pick<RouteContext, "db" | "siteId" | "caller">;
type CopyAt = At & Pick<RouteContext, "platform">;

const listsOf = async ({ db, siteId }: At, ids: readonly (number | null)[]) => ({
  parents: await readLists(db, siteId, ids),
});

async function copyTo(
  { platform, ...at }: CopyAt,
  kind: "folder" | "image" | "attachment",
  { runKey, ...input }: { id: number; parentId: number; position?: number | undefined; runKey?: string | undefined },
) {
  const { siteId } = at;
  const createdBy = at.caller.signedIn().id;
  const watch = runKey ? (total: number) => watchCopy(platform.database, { siteId, key: runKey, total }) : undefined;
  const copyId = await copyItemTo(at.db, siteId, { ...input, kind, createdBy, watch });
  return { id: copyId, ...(await listsOf(at, [input.parentId])) };
}

const treeRoutes = [
  route(getTree, ({ db, siteId }, { query }) => readTree(db, siteId, query.since)),

  route(renameItem, async ({ db, siteId }, { params: { id }, body }) => {
    const exists = await updateTitle(db, siteId, id, body.title);
    const node = exists ? await readNode(db, siteId, id) : undefined;
    if (!node) throw itemNotFound();
    return node;
  }),
];

const moveRoutes = [
  route(moveItem, async (at, { body: { itemId, fromParentId, toParentId, position } }) =>
    listsOf(at, await moveItems(at.db, at.siteId, { items: [{ itemId, fromParentId }], toParentId, position })),
  ),

  route(moveFolder, async (at, { body: { folderId, fromParentId, toParentId, position } }) => {
    if (!(await findItem(at.db, at.siteId, folderId, "folder"))) throw itemNotFound();
    const items = [{ itemId: folderId, fromParentId }];
    return listsOf(at, await moveItems(at.db, at.siteId, { items, toParentId, position }));
  }),

  route(moveMany, async (at, { body: { items, toParentId, position } }) =>
    listsOf(at, await moveItems(at.db, at.siteId, { items, toParentId, position })),
  ),

  route(orderFolders, ({ db, siteId }, { body: { parentId, folderIds: ids, version } }) =>
    parentId === null
      ? orderCourses(db, siteId, { ids, version })
      : orderChildren(db, siteId, parentId, { which: "folders", ids, version }),
  ),

  route(orderItems, ({ db, siteId }, { body: { parentId, itemIds: ids, version } }) =>
    orderChildren(db, siteId, parentId, { which: "items", ids, version }),
  ),
];

const removalRoutes = [
  route(removeItemsCall, async (at, { params: { parentType: parentKind, parentId }, body: { itemIds } }) => {
    const removedBy = at.caller.signedIn().id;
    const removals = await removeItems(at.db, at.siteId, { parentId, parentKind, itemIds, removedBy });
    return { removals, ...(await listsOf(at, [parentId])) };
  }),

  route(deleteFolder, async (at, { params: { id: itemId }, body: { parentId } }) => {
    const { db, siteId, caller } = at;
    if (!(await findItem(db, siteId, itemId, "folder"))) throw itemNotFound();
    const removedBy = caller.signedIn().id;
    if (parentId === undefined) {
      const { removals, parentIds } = await removeEverywhere(db, siteId, { itemId, removedBy });
      return { removals, ...(await listsOf(at, parentIds)) };
    }
    const removals = await removeItems(db, siteId, { parentId, itemIds: [itemId], removedBy });
    return { removals, ...(await listsOf(at, [parentId])) };
  }),

  // Here and not with the other calls for attachments, which do not depend on the tree.
  route(deleteAttachment, async ({ db, siteId, caller }, { params: { id: itemId } }) => {
    if (!(await findItem(db, siteId, itemId, "attachment"))) throw notFoundOrNoAccess("Attachment");
    await removeEverywhere(db, siteId, { itemId, removedBy: caller.signedIn().id });
  }),

  route(deleteCourse, async (at, { params: { id: courseId } }) => {
    const removal = await removeCourse(at.db, at.siteId, { courseId, removedBy: at.caller.signedIn().id });
    return { removals: [removal], ...(await listsOf(at, [null])) };
  }),
];

const copyRoutes = [
  route(copyFolder, (at, { body }) => copyTo(at, "folder", body)),
  route(copyImage, (at, { body }) => copyTo(at, "image", body)),
  route(copyAttachment, (at, { body }) => copyTo(at, "attachment", body)),
  route(getCopyRun, async ({ db, siteId }, { params: { key } }) => ({ run: await findRun(db, siteId, key) })),
  route(stopCopyRun, async ({ db, siteId }, { params: { key } }) => {
    await stopRun(db, siteId, key);
    return { key };
  }),
];

export const structureRoutes = [...treeRoutes, ...moveRoutes, ...removalRoutes, ...copyRoutes];
