/** Which grades have to be sent to learning platforms: written with what changes them, sent by a job. */
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { LaunchClaims } from "@parfocal/core/lti/launch-claims.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertGrade, insertGradeJobs, updateGradesDue, upsertLink } from "./lti-grade.queries.ts";

interface LaunchedQuiz {
  readonly platformId: number;
  readonly claims: LaunchClaims;
  /** Path of the content that opens; null: none. */
  readonly target: string | null;
  readonly userId: number;
}

/** A launch of a quiz, where the platform keeps grades: those of this person go there from now on. */
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
  // A person who has submitted before already has a score.
  if (gradeId !== undefined) await insertGradeJobs(db, siteId, [gradeId]);
}

/**
 * The points of these people at a quiz may have changed. Call in the transaction that changes them.
 *
 * @param changed `userIds` null: everybody.
 */
export async function noteChangedPoints(
  db: SiteDb,
  siteId: number,
  changed: { readonly quizId: number; readonly userIds: readonly number[] | null },
): Promise<void> {
  await insertGradeJobs(db, siteId, await updateGradesDue(db, siteId, changed));
}
