/** Starts an attempt. Two starts, even concurrent ones, give the same attempt (reliability rule D-1). */
import { randomBytes } from "node:crypto";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { Beginning } from "#quiz-access/begin-rules.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { blocked, makesNoQuestions, notStarted } from "./attempt-problems.ts";
import { storeGeneratedQuestions } from "./generated-questions.ts";
import { type AttemptOf, insertAttempt, insertAttemptImages, lockLatestAttempt } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

const SEED_BYTES = 24;

export const createSeed = (): string => randomBytes(SEED_BYTES).toString("base64url");

/** @throws AppError `invalid` if the quiz is not available. */
export function assertCanBegin({ settings, asked }: QuizToBegin): void {
  if (settings.is_blocked) throw blocked();
  if (isGenerated(settings) && asked.length === 0) throw makesNoQuestions();
}

interface QuizToBegin {
  readonly settings: Pick<QuizSettings, "is_blocked" | "quiz_type">;
  /** All possible questions. */
  readonly asked: readonly AskedQuestion[];
}

export const isGenerated = ({ quiz_type }: QuizToBegin["settings"]): boolean => quiz_type === "Auto-Generated";

/** @returns the running attempt, with its row locked: this one, or one that was started concurrently. */
export async function beginAttempt(
  db: SiteDb,
  siteId: number,
  of: AttemptOf,
  { quiz, ...beginning }: Beginning & { readonly quiz: QuizToBegin; readonly afterNo?: number },
): Promise<QuizAttemptRow> {
  await insertAttempt(db, siteId, { ...of, ...beginning, seed: createSeed() });
  const attempt = await lockLatestAttempt(db, siteId, of);
  if (!attempt) throw notStarted();
  if (isGenerated(quiz.settings)) await storeGeneratedQuestions(db, siteId, attempt, quiz.asked);
  await openSlides(db, siteId, [attempt.id], quiz.asked);
  return attempt;
}

/** Includes slides added to the quiz since the start. */
export async function openSlides(
  db: SiteDb,
  siteId: number,
  attemptIds: readonly number[],
  asked: readonly AskedQuestion[],
): Promise<void> {
  const subjectIds = new Set(asked.flatMap(({ subject }) => subject?.id ?? []));
  await insertAttemptImages(db, siteId, attemptIds, [...subjectIds]);
}
