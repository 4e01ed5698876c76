/**
 * The content tree of content managers and its actions: move, order, rename, activate, deactivate, remove, restore.
 * Independent of the kinds of content.
 *
 * Sources: spec part 2, section 4 ("Slide manager tree operations") and section 7; decisions, "Identity" (placements).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { ITEM_KIND_NAMES } from "../item/item-kinds.ts";
import { title } from "../item/item-text.contract.ts";

/** Items that one action can move, remove or copy. */
export const STRUCTURE_ACTION_MAX_ITEMS = 500;

const itemKind = z.enum(ITEM_KIND_NAMES);

/** An item, independent of its places. */
const treeNode = z.object({
  id,
  type: itemKind,
  title: z.string(),
  /** Type of a quiz; else null. */
  quizType: z.enum(["Individual", "Common", "Auto-Generated"]).nullable(),
  /** The image or case that a quizSlide or quizCase shows; else null. */
  subjectId: id.nullable(),
});
export type TreeNode = z.output<typeof treeNode>;

const treeChild = z.object({ id, isActive: z.boolean(), annotationsActive: z.boolean() });
export type TreeChild = z.output<typeof treeChild>;

/** The children of one parent, in order. */
const treeParent = z.object({
  /** Null: the site itself, whose children are the courses; their `active` means visible to learners. */
  id: id.nullable(),
  /** Incremented with each change of this list; a new order sends it back to name the list it was based on. */
  version: z.int(),
  children: z.array(treeChild),
});
export type TreeParent = z.output<typeof treeParent>;

const tree = z.object({
  /** To be sent as `since` with the next request. */
  version: z.int(),
  /** True: the complete tree; false: the changes since `since`. */
  isWhole: z.boolean(),
  nodes: z.array(treeNode),
  /** Empty parents may be omitted from the complete tree; changes contain them with an empty list. */
  parents: z.array(treeParent),
  /** Items moved to the bin since. */
  gone: z.array(id),
});
export type Tree = z.output<typeof tree>;

export const getTree = {
  method: "GET",
  path: "/v2/structure/tree",
  summary: "Get the content tree, or its changes since an earlier version",
  policy: "manageContent",
  query: z.object({
    since: z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number)
      .optional(),
  }),
  answer: tree,
} as const satisfies Call;

/** The lists that an action changed, in their new state. */
const changedParents = z.object({ parents: z.array(treeParent) });

/** From 1, among the parent's children; if omitted, at the end. */
const position = z.int().min(1).optional();

export const moveItem = {
  method: "PUT",
  path: "/v2/structure/moveItem",
  summary: "Move an item to another parent, or to another position in the same parent",
  policy: "manageContent",
  body: z.strictObject({ itemId: id, fromParentId: id, toParentId: id, position }),
  answer: changedParents,
} as const satisfies Call;

export const moveFolder = {
  method: "PUT",
  path: "/structure/moveFolder",
  summary: "Move a folder with its contents to another course or folder",
  policy: "manageContent",
  body: z.strictObject({ folderId: id, fromParentId: id, toParentId: id, position }),
  answer: changedParents,
} as const satisfies Call;

export const moveMany = {
  method: "PUT",
  path: "/v2/structure/moveMany",
  summary: "Move several items to one parent, in the given order; all or none",
  policy: "manageContent",
  body: z.strictObject({
    items: z
      .array(z.strictObject({ itemId: id, fromParentId: id }))
      .min(1)
      .max(STRUCTURE_ACTION_MAX_ITEMS),
    toParentId: id,
    position,
  }),
  answer: changedParents,
} as const satisfies Call;

/** The list that was reordered. */
const orderAnswer = treeParent.extend({
  /** Whether a concurrent change of the list was merged with this one. */
  isMerged: z.boolean(),
});

export const orderFolders = {
  method: "PUT",
  path: "/structure/orderFolders",
  summary: "Reorder the folders of a parent or the courses of the site",
  policy: "manageContent",
  body: z.strictObject({ parentId: id.nullable(), folderIds: z.array(id).min(1), version: z.int().optional() }),
  answer: orderAnswer,
} as const satisfies Call;

export const orderItems = {
  method: "PUT",
  path: "/v2/structure/orderItems",
  summary: "Reorder the items of a parent (without folders)",
  policy: "manageContent",
  body: z.strictObject({ parentId: id, itemIds: z.array(id).min(1), version: z.int().optional() }),
  answer: orderAnswer,
} as const satisfies Call;

export const renameItem = {
  method: "PUT",
  path: "/v2/structure/rename/{id}",
  summary: "Rename an item",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title }),
  answer: treeNode,
} as const satisfies Call;

export const setItemState = {
  method: "POST",
  path: "/course/state/{id}",
  summary: "Set an item active or inactive in one parent; courses have no parent",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ parentId: id.nullable().default(null), state: z.boolean(), type: itemKind }),
  answer: changedParents,
} as const satisfies Call;

export const setItemAnnotations = {
  method: "POST",
  path: "/course/state/{id}/annotations",
  summary: "Show or hide an item's annotations in one parent, or in all parents (no parent)",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ parentId: id.nullable().default(null), state: z.boolean(), itemType: itemKind }),
  answer: changedParents,
} as const satisfies Call;

/** An item removed from a parent; it can be restored for 30 days. */
const removal = z.object({ binId: id, itemId: id });

export const removeItems = {
  method: "PUT",
  path: "/{parentType}/item/delete/{parentId}",
  summary: "Remove items from a parent; items without another parent are moved to the bin with their contents",
  policy: "manageContent",
  params: z.object({ parentType: itemKind, parentId: idText }),
  body: z.strictObject({ itemIds: z.array(id).min(1).max(STRUCTURE_ACTION_MAX_ITEMS) }),
  answer: changedParents.extend({ removals: z.array(removal) }),
} as const satisfies Call;

export const deleteFolder = {
  method: "PUT",
  path: "/v2/folder/delete/{id}",
  summary: "Move a folder with its contents to the bin, or remove it from one parent",
  policy: "manageContent",
  params: idParams,
  /** If omitted, it is removed from every parent. */
  body: z.strictObject({ parentId: id.optional() }),
  answer: changedParents.extend({ removals: z.array(removal) }),
} as const satisfies Call;

export const deleteCourse = {
  method: "PUT",
  path: "/v2/course/delete/{id}",
  summary: "Move a course with its contents to the bin",
  policy: "manageContent",
  params: idParams,
  answer: changedParents.extend({ removals: z.array(removal) }),
} as const satisfies Call;

export const BIN_PAGE_SIZE = 50;

const binEntry = z.object({
  id,
  itemId: id,
  type: itemKind,
  title: z.string(),
  /** Its former parent; null for a course, whose parent is the site itself. */
  parentId: id.nullable(),
  /** Null for a course, or if the parent was permanently deleted. */
  parentTitle: z.string().nullable(),
  /** Whether that parent is in the bin too; it must be restored first. */
  isParentInBin: z.boolean(),
  removedAt: z.iso.datetime(),
  /** Null if the account was deleted. */
  removedBy: z.string().nullable(),
  /** Time of permanent deletion. */
  endsAt: z.iso.datetime(),
});
export type BinEntry = z.output<typeof binEntry>;

export const listBin = {
  method: "GET",
  path: "/v2/structure/bin",
  summary: "List items deleted in the last 30 days, newest first, 50 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
  }),
  answer: z.object({ entries: z.array(binEntry), total: z.int() }),
} as const satisfies Call;

export const restoreRemoved = {
  method: "PUT",
  path: "/v2/structure/bin/{id}/restore",
  summary: "Restore an item to its original position or to another parent",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /** Restores into this parent instead of the former one. */
    parentId: id.optional(),
  }),
  answer: changedParents.extend({ itemId: id }),
} as const satisfies Call;

/** Answer of the calls that copy: the new item and the list it is in. */
const copied = changedParents.extend({ id });

/** A parent, and a position among its children. */
const copyBody = z.strictObject({ id, parentId: id, position });

export const copyFolder = {
  method: "PUT",
  path: "/v2/folder/copy",
  summary: "Copy a folder with its contents: slides are linked, other items are copied",
  policy: "manageContent",
  isCreating: true,
  /** runKey: generated by the caller, who uses it to request the progress of the copy or to stop it. */
  body: copyBody.extend({ runKey: z.uuid().optional() }),
  answer: copied,
} as const satisfies Call;

const runKeyParams = z.object({ key: z.uuid() });

export const getCopyRun = {
  method: "GET",
  path: "/v2/structure/copy/{key}",
  summary: "Get how far a running copy of a folder is",
  policy: "manageContent",
  params: runKeyParams,
  /** Null: not reported yet, or finished. */
  answer: z.object({ run: z.object({ done: z.int(), total: z.int() }).nullable() }),
} as const satisfies Call;

export const stopCopyRun = {
  method: "PUT",
  path: "/v2/structure/copy/{key}/stop",
  summary: "Stop a running copy of a folder: nothing of it stays",
  policy: "manageContent",
  params: runKeyParams,
  answer: z.object({ key: z.uuid() }),
} as const satisfies Call;

export const copyImage = {
  method: "PUT",
  path: "/v2/image/copy",
  summary: "Add an image to another parent; slide and annotations are shared",
  policy: "manageContent",
  isCreating: true,
  body: copyBody,
  answer: copied,
} as const satisfies Call;

export const copyAttachment = {
  method: "PUT",
  path: "/v2/attachment/copy",
  summary: "Add an attachment to another course, folder or slide",
  policy: "manageContent",
  isCreating: true,
  body: copyBody,
  answer: copied,
} as const satisfies Call;
