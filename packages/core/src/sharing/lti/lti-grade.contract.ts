/** Grades that did not reach a learning platform, as administrators see them. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { GRADE_FAULTS } from "./lti-score.ts";

export const UNSENT_GRADES_SHOWN = 50;

const unsentGrade = z.object({
  id,
  person: z.string(),
  quiz: z.string(),
  platform: z.string(),
  /** When the points changed. */
  dueAt: z.string(),
  reason: z.enum(GRADE_FAULTS),
  /** HTTP status that the platform answered with; null: none. */
  status: z.int().nullable(),
});
export type UnsentGrade = z.output<typeof unsentGrade>;

export const listUnsentGrades = {
  method: "GET",
  path: "/v2/lti/grades",
  summary: "List the newest grades that could not be sent to learning platforms",
  policy: "managePeople",
  answer: z.object({
    /** Those that are not sent yet and will be tried. */
    waiting: z.int().nonnegative(),
    total: z.int().nonnegative(),
    grades: z.array(unsentGrade),
  }),
} as const satisfies Call;

/** Those among them that were given up; answers 404 if there is none. */
export const sendGradesAgain = {
  method: "POST",
  path: "/v2/lti/grades/send",
  summary: "Send grades again that could not be sent",
  policy: "managePeople",
  body: z.strictObject({ ids: z.array(id).min(1).max(UNSENT_GRADES_SHOWN) }),
  answer: z.object({ count: z.int().nonnegative() }),
} as const satisfies Call;
