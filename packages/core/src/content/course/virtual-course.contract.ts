/**
 * Virtual courses: one for each of the caller's user groups that has assigned folders, with the ID and title of the
 * group. `GET /v2/course/{id}` also answers them.
 *
 * Source: spec decisions, "Identity" (virtual course); part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { courseCard } from "./course.contract.ts";

export const listVirtualCourses = {
  method: "GET",
  path: "/v2/course/virtual/",
  summary: "List the caller's virtual courses by title",
  policy: "seesSite",
  answer: z.array(courseCard),
} as const satisfies Call;
