/**
 * Scores in the form that a learning platform accepts.
 *
 * Source: Assignment and Grade Services 2.0, sections 3.4.3 (URL) and 3.4.4 to 3.4.9 (score).
 */

export const SCORE_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
export const SCORE_TYPE = "application/vnd.ims.lis.v1.score+json";

/**
 * Reasons why a grade could not be sent.
 * - `address`: the platform's URL is not public
 * - `unreachable`: no answer, or no usable one, after repeated attempts
 * - `token`: the platform did not issue an access token
 * - `lineItem`: the platform has no column for the grade, and did not create one
 * - `gone`: the activity no longer exists on the platform
 * - `refused`: the platform rejected the score
 */
export const GRADE_PROBLEMS = ["address", "unreachable", "token", "lineItem", "gone", "refused"] as const;
export type GradeFault = (typeof GRADE_PROBLEMS)[number];

/** A person's result in a quiz. */
export interface CountedScore {
  /** Null: nothing is scored yet. */
  readonly points: { readonly earnedHundredths: number; readonly maxHundredths: number } | null;
  /** Whether all answers are scored. */
  readonly isFinal: boolean;
}

interface Score {
  readonly userId: string;
  /** ISO 8601 with fractions of a second; later than that of the previous score. */
  readonly timestamp: string;
  readonly scoreGiven?: number;
  readonly scoreMaximum?: number;
  readonly activityProgress: "Initialized" | "Submitted" | "Completed";
  readonly gradingProgress: "NotReady" | "PendingManual" | "FullyGraded";
}

const HUNDREDTHS = 100;

/** @param score null: the attempts were removed, so the grade is removed too. @param at ms since the epoch. */
export function scoreMessage(score: CountedScore | null, { subject, at }: { subject: string; at: number }): Score {
  const who = { userId: subject, timestamp: new Date(at).toISOString() };
  if (score === null) return { ...who, activityProgress: "Initialized", gradingProgress: "NotReady" };
  const { points, isFinal } = score;
  // Platforms do not accept a maximum of 0.
  if (points === null || points.maxHundredths <= 0)
    return { ...who, activityProgress: "Submitted", gradingProgress: "PendingManual" };
  return {
    ...who,
    scoreGiven: points.earnedHundredths / HUNDREDTHS,
    scoreMaximum: points.maxHundredths / HUNDREDTHS,
    activityProgress: isFinal ? "Completed" : "Submitted",
    gradingProgress: isFinal ? "FullyGraded" : "PendingManual",
  };
}

/** URL for the scores of a line item: its path plus `/scores`, and its query. */
export function scoresAddress(lineItemUrl: string): string {
  const [path = "", query] = lineItemUrl.split(/\?(.*)/s, 2);
  return `${path.replace(/\/$/, "")}/scores${query === undefined ? "" : `?${query}`}`;
}

const MINUTE_MS = 60_000;
/** Delays after each failed attempt; after the last one the grade is given up. */
export const GRADE_RETRY_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

export type GradeOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "again" | "failed"; readonly problem: GradeFault; readonly status: number | null };

/** Interprets the answer to a score. */
export function outcomeOfAnswer(status: number): GradeOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "failed", problem: "gone", status };
  // 409: a score with the same or a later time exists; the next one will be later.
  const isPassing = status >= 500 || status < 400 || [401, 408, 409, 429].includes(status);
  if (status === 409) return { kind: "again", problem: "refused", status };
  return isPassing ? { kind: "again", problem: "unreachable", status } : { kind: "failed", problem: "refused", status };
}
