/** Begins an attempt. Started twice, also at once, it is the same one (reliability rule D-1). */
import { randomBytes } from "node:crypto";
import { deadlineOf } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { AskedQuestion } from "./asked-questions.ts";
import { blocked, makesItsOwnQuestions, notStarted } from "./attempt-problems.ts";
import { type AttemptOf, insertAttempt, insertAttemptImages, lockLatestAttempt } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

const SEED_BYTES = 24;

interface Beginning {
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
}

/** @param now ms since the epoch. */
export function beginningOf({ timer_duration_s }: QuizSettings, now: number): Beginning {
  const deadline = deadlineOf(now, timer_duration_s);
  return { startedAt: new Date(now), deadlineAt: deadline === null ? null : new Date(deadline) };
}

/** @throws AppError `invalid` if the quiz cannot be taken. */
export function assertCanBegin({ is_blocked, quiz_type }: QuizSettings): void {
  if (is_blocked) throw blocked();
  if (quiz_type === "Auto-Generated") throw makesItsOwnQuestions();
}

/** @returns the attempt that runs now, its row locked: this one, or one that was begun at the same moment. */
export async function beginAttempt(
  db: SiteDb,
  siteId: number,
  of: AttemptOf,
  { asked, ...beginning }: Beginning & { readonly asked: readonly AskedQuestion[] },
): Promise<QuizAttemptRow> {
  await insertAttempt(db, siteId, { ...of, ...beginning, seed: randomBytes(SEED_BYTES).toString("base64url") });
  const attempt = await lockLatestAttempt(db, siteId, of);
  if (!attempt) throw notStarted();
  const subjectIds = new Set(asked.flatMap(({ subject }) => subject?.id ?? []));
  await insertAttemptImages(db, siteId, attempt.id, [...subjectIds]);
  return attempt;
}
