import { z } from "zod";
import type { Call } from "../call.contract.ts";
import { itemCard } from "../item/item-card.contract.ts";
import { id, idParams } from "../platform/ids.ts";

export const TITLE_MAX_CHARACTERS = 200;

const courseCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** Path of a small picture; null: none (yet). */
  thumbnail: z.string().nullable(),
  isVirtual: z.boolean(),
  isVisible: z.boolean(),
  folderCount: z.int(),
  itemCount: z.int(),
});
export type CourseCard = z.output<typeof courseCard>;

export const listCourses = {
  method: "GET",
  path: "/v2/course/",
  summary: "The courses that the caller may see",
  policy: "seesSite",
  answer: z.array(courseCard),
} as const satisfies Call;

const course = courseCard.extend({
  folders: z.array(itemCard),
  items: z.array(itemCard),
  userCanEdit: z.boolean(),
});
export type Course = z.output<typeof course>;

export const getCourse = {
  method: "GET",
  path: "/v2/course/{id}",
  summary: "A course with its folders and items",
  policy: "seesSite",
  params: idParams,
  answer: course,
} as const satisfies Call;

export const createCourse = {
  method: "POST",
  path: "/v2/course",
  summary: "Add a course",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title: z.string().trim().min(1).max(TITLE_MAX_CHARACTERS),
    description: z.string().max(10_000).default(""),
  }),
  answer: course,
} as const satisfies Call;
