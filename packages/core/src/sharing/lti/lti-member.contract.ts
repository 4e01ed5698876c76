/**
 * Courses of learning platforms from which a course here is opened, and their members: requested from the platform on
 * demand, and not stored.
 *
 * Source: Names and Role Provisioning Services 2.0; decision 0141.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { MEMBERS_MAX } from "./members.ts";

export const PLATFORM_COURSES_SHOWN = 20;

/** Courses whose platform lists its members, in order of their first launch. */
export const listPlatformCourses = {
  method: "GET",
  path: "/v2/course/{id}/platformCourses",
  summary:
    "List the courses of learning platforms from which a course has been opened, and whose members can be listed",
  policy: "manageContent",
  params: idParams,
  answer: z.object({
    courses: z.array(z.object({ id, platform: z.string(), title: z.string() })).max(PLATFORM_COURSES_SHOWN),
  }),
} as const satisfies Call;

/** Answers 503 if the platform does not list them. */
export const listPlatformMembers = {
  method: "GET",
  path: "/v2/course/{id}/platformCourses/{courseId}/members",
  summary: "List the learners of a course of a learning platform, with who has come here from it",
  policy: "manageContent",
  params: z.object({ id: idText, courseId: idText }),
  answer: z.object({
    /** Sorted by name; members without one come last. */
    members: z
      .array(
        z.object({
          /** Empty: not given by the platform. */
          name: z.string(),
          /** Whether they have opened content here from that course. */
          hasCome: z.boolean(),
        }),
      )
      .max(MEMBERS_MAX),
    /** False: the platform has more. */
    isComplete: z.boolean(),
  }),
} as const satisfies Call;
