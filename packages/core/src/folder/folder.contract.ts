import { z } from "zod";
import type { Call } from "../call.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../course/course.contract.ts";
import { crumb, itemCard } from "../item/item-card.contract.ts";
import { id, idParams } from "../platform/ids.ts";

const folder = z.object({
  id,
  title: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  isVirtual: z.boolean(),
  isAssignedFolder: z.boolean(),
  /** From the course down to this folder. */
  path: z.array(crumb),
  folders: z.array(itemCard),
  items: z.array(itemCard),
  userCanEdit: z.boolean(),
});
export type Folder = z.output<typeof folder>;

export const getFolder = {
  method: "GET",
  path: "/v2/folder/{id}",
  summary: "A folder with its folders and items",
  policy: "seesSite",
  params: idParams,
  answer: folder,
} as const satisfies Call;

export const createFolder = {
  method: "POST",
  path: "/v2/folder",
  summary: "Add a folder to a course or folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title: z.string().trim().min(1).max(TITLE_MAX_CHARACTERS),
    description: z.string().max(10_000).default(""),
    parentId: id,
  }),
  answer: folder,
} as const satisfies Call;
