/** Settings of attempts at a quiz: number, opening period, access code, browser, tools and extra time. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import {
  ACCESS_CODE_PATTERN,
  ATTEMPTS_MAX,
  CONFIG_KEY_PATTERN,
  EXTRA_MINUTES_MAX,
  EXTRA_PERCENT_MAX,
  GRACE_MAX_S,
  GRANT_MAX_S,
} from "./access-rules.ts";

const attemptsMax = z.int().min(1).max(ATTEMPTS_MAX).nullable();
const minutes = z.int().min(1).max(EXTRA_MINUTES_MAX).nullable();
const percent = z.int().min(1).max(EXTRA_PERCENT_MAX).nullable();
const graceS = z.int().min(0).max(GRACE_MAX_S);
const quizParams = z.object({ quizId: idText });

const quizAccess = z.object({
  quizId: id,
  /** Per person; null: no limit. */
  attemptsMax,
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone, as all dates here; null: no start. */
  openFrom: z.string().nullable(),
  /** Attempts end by then; null: no end. */
  openUntil: z.string().nullable(),
  timeZone: z.string(),
  /**
   * Seconds after the deadline in which answers and the submission are accepted; each attempt keeps the value from its
   * start.
   */
  graceS,
  /** Requested at the start; empty: none. */
  accessCode: z.string(),
  /** Config Key of Safe Exam Browser; empty: any browser. */
  configKey: z.string(),
  /** Measuring tools for learners. */
  allowsMeasuring: z.boolean(),
  allowsColour: z.boolean(),
  /** Expert annotations on the slides. */
  showsAnnotations: z.boolean(),
  extraTimes: z.array(
    z.object({
      /** One of the two is null. */
      userId: id.nullable(),
      userGroupId: id.nullable(),
      name: z.string(),
      /** One of the two is null; percent of the time limit. */
      minutes,
      percent,
    }),
  ),
});
export type QuizAccess = z.output<typeof quizAccess>;

export const getQuizAccess = {
  method: "GET",
  path: "/v2/quiz/{quizId}/access",
  summary: "Get the settings of attempts at a quiz, with extra time by person and user group",
  policy: "manageContent",
  params: quizParams,
  answer: quizAccess,
} as const satisfies Call;

export const updateQuizAccess = {
  method: "PUT",
  path: "/v2/quiz/{quizId}/access",
  summary: "Update the settings of attempts at a quiz; omitted fields are unchanged; running attempts never lose time",
  policy: "manageContent",
  params: quizParams,
  body: z.strictObject({
    attemptsMax: attemptsMax.optional(),
    openFrom: siteDate.nullable().optional(),
    openUntil: siteDate.nullable().optional(),
    graceS: graceS.optional(),
    accessCode: z
      .string()
      .trim()
      .regex(ACCESS_CODE_PATTERN, "an access code has 4 to 40 letters, digits and hyphens")
      .optional(),
    configKey: z
      .string()
      .trim()
      .regex(CONFIG_KEY_PATTERN, "a Config Key has 64 hexadecimal digits: 0 to 9 and a to f")
      .optional(),
    allowsMeasuring: z.boolean().optional(),
    allowsColour: z.boolean().optional(),
    showsAnnotations: z.boolean().optional(),
  }),
  answer: quizAccess,
} as const satisfies Call;

export const setExtraTime = {
  method: "PUT",
  path: "/v2/quiz/{quizId}/extraTime",
  summary: "Set the extra time of a person or user group; without minutes and percent it is removed",
  policy: "manageContent",
  params: quizParams,
  body: z
    .strictObject({
      userId: id.optional(),
      userGroupId: id.optional(),
      minutes: minutes.default(null),
      percent: percent.default(null),
    })
    .refine(({ userId, userGroupId }) => (userId === undefined) !== (userGroupId === undefined), {
      error: "Name either a person or a user group.",
    })
    .refine((body) => body.minutes === null || body.percent === null, { error: "Give either minutes or percent." }),
  answer: quizAccess,
} as const satisfies Call;

export const grantTime = {
  method: "POST",
  path: "/v2/quiz/{quizId}/moreTime",
  summary: "Give all running attempts at a quiz more time, for example after an outage; their deadlines move at once",
  policy: "manageContent",
  isCreating: true,
  params: quizParams,
  body: z.strictObject({
    /** Added to the deadline of each attempt that has one, even after the quiz closes. */
    seconds: z.int().min(1).max(GRANT_MAX_S),
    /**
     * Start of an outage from the results: only attempts that were running then gain time, and only once. If omitted,
     * all running attempts.
     */
    outageFrom: z.iso.datetime().optional(),
  }),
  answer: z.object({
    quizId: id,
    /** Attempts whose deadline has changed. */
    attemptCount: z.int(),
  }),
} as const satisfies Call;

export const getQuizAllowance = {
  method: "GET",
  path: "/v2/quiz/{quizId}/allowance",
  summary:
    "Get what the caller may do with a quiz: attempts left, opening times, extra time, and what a start requires",
  policy: "learn",
  params: quizParams,
  answer: z.object({
    quizId: id,
    /** Reason why no new attempt can start now; null: it can. */
    problem: z.enum(["notOpenYet", "closed", "noAttemptsLeft"]).nullable(),
    attemptsMax,
    /** null: no limit. */
    attemptsLeft: z.int().nullable(),
    openFrom: z.string().nullable(),
    openUntil: z.string().nullable(),
    timeZone: z.string(),
    /** Seconds beyond the time limit; 0 if there is none. */
    extraTime: z.int(),
    isCodeRequired: z.boolean(),
    isSafeExamBrowserRequired: z.boolean(),
  }),
} as const satisfies Call;
export type QuizAllowance = z.output<typeof getQuizAllowance.answer>;

/** A pass, used by the call that starts an attempt. */
export const accessPass = z.string().regex(/^[\w-]{43}$/);

export const enterAccessCode = {
  method: "POST",
  path: "/v2/quiz/{quizId}/accessCode",
  summary: "Check the access code of a quiz; the pass in the answer starts an attempt within ten minutes",
  policy: "learn",
  params: quizParams,
  body: z.strictObject({ code: z.string().trim().max(100) }),
  answer: z.object({ pass: z.string() }),
} as const satisfies Call;
