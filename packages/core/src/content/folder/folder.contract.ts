import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { lookAnswer, lookChange } from "../item/item-appearance.contract.ts";
import { crumb, itemCard } from "../item/item-card.contract.ts";
import { title } from "../item/item-text.contract.ts";
import { DESCRIPTION_MAX_CHARACTERS } from "../item/item-text-limits.ts";
import { openedShare } from "../item/opened-share.contract.ts";
import { seenVersion } from "../item/placed-content.contract.ts";
import { tags } from "../tag/tag.contract.ts";

export const folder = z.object({
  id,
  title: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  ...lookAnswer,
  tags: z.array(z.string()),
  isVirtual: z.boolean(),
  isAssignedFolder: z.boolean(),
  /** From the course down to this folder. */
  path: z.array(crumb),
  /** Share of its contents that the caller has viewed; omitted for guests. */
  progress: openedShare.optional(),
  folders: z.array(itemCard),
  items: z.array(itemCard),
  /** The neighbouring folders in its parent. */
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanEdit: z.boolean(),
});
export type Folder = z.output<typeof folder>;

export const getFolder = {
  method: "GET",
  path: "/v2/folder/{id}",
  summary: "Get a folder with its folders and items",
  policy: "seesSite",
  params: idParams,
  answer: folder,
} as const satisfies Call;

export const createFolder = {
  method: "POST",
  path: "/v2/folder",
  summary: "Create a folder in a course or folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title,
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).default(""),
    parentId: id,
  }),
  answer: folder,
} as const satisfies Call;

export const updateFolder = {
  method: "PUT",
  path: "/v2/folder/{id}",
  summary: "Update a folder's texts and appearance; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    title: title.optional(),
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).optional(),
    tags: tags.optional(),
    seen: z.strictObject({ title: seenVersion, description: seenVersion }).optional(),
    ...lookChange,
  }),
  answer: folder,
} as const satisfies Call;
