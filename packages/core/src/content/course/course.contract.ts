import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { ROLES } from "../../people/access/capabilities.ts";
import { id, idParams } from "../../platform/ids.ts";
import { colourAdjustment } from "../item/colour-adjustment.contract.ts";
import { lookAnswer, lookChange } from "../item/item-appearance.contract.ts";
import { itemCard } from "../item/item-card.contract.ts";
import { title } from "../item/item-text.contract.ts";
import { DESCRIPTION_MAX_CHARACTERS } from "../item/item-text-limits.ts";
import { openedShare } from "../item/opened-share.contract.ts";
import { seenVersion } from "../item/placed-content.contract.ts";
import { tags } from "../tag/tag.contract.ts";

export const courseCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** Path of the thumbnail; null: none (yet). */
  thumbnail: z.string().nullable(),
  /** Colour adjustment for the thumbnail, as the slide opens; null: none. */
  colour: colourAdjustment.nullable(),
  isVirtual: z.boolean(),
  isVisible: z.boolean(),
  folderCount: z.int(),
  itemCount: z.int(),
  /** Share of its contents that the caller has viewed; omitted for guests. */
  progress: openedShare.optional(),
});
export type CourseCard = z.output<typeof courseCard>;

export const listCourses = {
  method: "GET",
  path: "/v2/course/",
  summary: "List the courses visible to the caller",
  policy: "seesSite",
  answer: z.array(courseCard),
} as const satisfies Call;

const course = courseCard.extend({
  ...lookAnswer,
  tags: z.array(z.string()),
  /**
   * Roles that see it in addition to content managers; empty: all roles. Also empty if the caller does not manage
   * content.
   */
  userRoles: z.array(z.enum(ROLES)),
  folders: z.array(itemCard),
  items: z.array(itemCard),
  userCanEdit: z.boolean(),
});
export type Course = z.output<typeof course>;

export const getCourse = {
  method: "GET",
  path: "/v2/course/{id}",
  summary: "Get a course with its folders and items",
  policy: "seesSite",
  params: idParams,
  answer: course,
} as const satisfies Call;

export const createCourse = {
  method: "POST",
  path: "/v2/course",
  summary: "Create a course",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title,
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).default(""),
    /** False: a draft, visible to content managers only. */
    isVisible: z.boolean().default(true),
  }),
  answer: course,
} as const satisfies Call;

export const updateCourse = {
  method: "PUT",
  path: "/v2/course/{id}",
  summary: "Update a course's texts, appearance and roles; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    title: title.optional(),
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).optional(),
    tags: tags.optional(),
    isVisible: z.boolean().optional(),
    /** Empty: all roles. */
    userRoles: z
      .array(z.enum(ROLES))
      .max(ROLES.length)
      .transform((roles) => [...new Set(roles)])
      .optional(),
    seen: z.strictObject({ title: seenVersion, description: seenVersion }).optional(),
    ...lookChange,
  }),
  answer: course,
} as const satisfies Call;
