/** Whether a quiz is asking a person about a slide: annotations of others could be the answer (threat T-03). */
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Experts write quizzes: nothing is hidden from them. */
export async function isAskedAbout(db: SiteDb, siteId: number, caller: Caller, imageId: number): Promise<boolean> {
  if (!caller.user || caller.can("annotateAsExpert")) return false;
  return isUserAskedAbout(db, siteId, caller.user.id, imageId);
}

export async function isUserAskedAbout(db: SiteDb, siteId: number, userId: number, imageId: number): Promise<boolean> {
  const found = await db
    .selectFrom("quiz_attempt_image")
    .innerJoin("counted_attempt", (join) =>
      join
        .onRef("counted_attempt.id", "=", "quiz_attempt_image.attempt_id")
        .onRef("counted_attempt.site_id", "=", "quiz_attempt_image.site_id"),
    )
    .select("counted_attempt.id")
    .where("quiz_attempt_image.site_id", "=", siteId)
    .where("quiz_attempt_image.image_id", "=", imageId)
    .where("counted_attempt.user_id", "=", userId)
    .where("counted_attempt.state", "=", "started")
    .where("counted_attempt.archived_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
