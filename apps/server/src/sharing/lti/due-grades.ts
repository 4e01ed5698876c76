/**
 * Records which grades have to be sent to learning platforms, in the transaction that changes them; a job sends them.
 */
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { LaunchClaims } from "@parfocal/core/lti/launch-claims.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertGrade, insertGradeJobs, updateGradesDue, upsertLink } from "./lti-grade.queries.ts";

interface LaunchedQuiz {
  readonly platformId: number;
  readonly claims: LaunchClaims;
  /** Path of the content to open; null: none. */
  readonly target: string | null;
  readonly userId: number;
}

/** Stores the launch of a quiz on a platform that accepts grades: from now on this user's grades are sent there. */
export async function keepGradeLink(
  db: SiteDb,
  siteId: number,
  { platformId, claims: { deploymentId, subject, grades }, target, userId }: LaunchedQuiz,
): Promise<void> {
  const opened = target === null ? undefined : parseScreenPath(target)?.steps.at(-1);
  if (!grades || opened?.kind !== "quiz") return;
  const linkId = await upsertLink(db, siteId, { platformId, deploymentId, ...grades, quizId: opened.id });
  if (linkId === undefined) return;
  const gradeId = await insertGrade(db, siteId, { linkId, userId, subject });
  // A user who has submitted before already has a score.
  if (gradeId !== undefined) await insertGradeJobs(db, siteId, [gradeId]);
}

/**
 * The points of these users in a quiz may have changed. Call in the transaction that changes them.
 *
 * @param changed `userIds` null: all users.
 */
export async function noteChangedPoints(
  db: SiteDb,
  siteId: number,
  changed: { readonly quizId: number; readonly userIds: readonly number[] | null },
): Promise<void> {
  await insertGradeJobs(db, siteId, await updateGradesDue(db, siteId, changed));
}
