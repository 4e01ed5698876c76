/**
 * Virtual courses: one for each of the caller's user groups that has folders assigned to it, with the group's id and title.
 * `GET /v2/course/{id}` answers for them too.
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
