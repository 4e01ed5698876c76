/** Grades that could not be sent to a learning platform, for administrators. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { GRADE_PROBLEMS } from "./lti-score.ts";

export const UNSENT_GRADES_SHOWN = 50;

const unsentGrade = z.object({
  id,
  person: z.string(),
  quiz: z.string(),
  platform: z.string(),
  /** When the points changed. */
  dueAt: z.string(),
  reason: z.enum(GRADE_PROBLEMS),
  /** HTTP status of the platform's answer; null: no answer. */
  status: z.int().nullable(),
});
export type UnsentGrade = z.output<typeof unsentGrade>;

export const listUnsentGrades = {
  method: "GET",
  path: "/v2/lti/grades",
  summary: "List the newest grades that could not be sent to learning platforms",
  policy: "managePeople",
  answer: z.object({
    /** Grades that are not sent yet and will be retried. */
    waiting: z.int().nonnegative(),
    total: z.int().nonnegative(),
    grades: z.array(unsentGrade),
  }),
} as const satisfies Call;

/** Retries the failed ones; 404 if there is none. */
export const sendGradesAgain = {
  method: "POST",
  path: "/v2/lti/grades/send",
  summary: "Send grades again that could not be sent",
  policy: "managePeople",
  body: z.strictObject({ ids: z.array(id).min(1).max(UNSENT_GRADES_SHOWN) }),
  answer: z.object({ count: z.int().nonnegative() }),
} as const satisfies Call;
