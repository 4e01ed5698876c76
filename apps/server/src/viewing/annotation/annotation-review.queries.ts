import { OUTLINES_IN_ANSWER_MAX_BYTES } from "@parfocal/core/annotation/annotation.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { type AuthoredAnnotation, firstWithin, withNames } from "./annotation.queries.ts";

const selectOpen = (db: SiteDb, siteId: number, imageId: number) =>
  db
    .selectFrom("annotation")
    .where("annotation.site_id", "=", siteId)
    .where("annotation.image_id", "=", imageId)
    .where("annotation.deleted_at", "is", null)
    .where("annotation.is_student", "=", true)
    .where("annotation.review_state", "is", null)
    .where("annotation.work_group_id", "is", null);

/**
 * Students' annotations without a review, the oldest first: up to the size of one answer. Annotations in work groups
 * are not submitted for review.
 */
export async function listOpenReviews(
  db: SiteDb,
  siteId: number,
  imageId: number,
  { userId, most }: { userId?: number | undefined; most: number },
): Promise<AuthoredAnnotation[]> {
  const oldest = await selectOpen(db, siteId, imageId)
    .$if(userId !== undefined, (query) => query.where("annotation.author_id", "=", userId as number))
    .select(["annotation.id as id", "annotation.geometry_bytes as bytes"])
    .orderBy("annotation.created_at")
    .orderBy("annotation.id")
    .limit(most)
    .execute();
  const ids = firstWithin(oldest, OUTLINES_IN_ANSWER_MAX_BYTES).map(({ id }) => id);
  return withNames(selectOpen(db, siteId, imageId))
    .where("annotation.id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .orderBy("annotation.created_at")
    .orderBy("annotation.id")
    .execute();
}

/** By name. */
export function listStudentsWithOpenReviews(
  db: SiteDb,
  siteId: number,
  imageId: number,
): Promise<{ id: number; displayName: string; open: number }[]> {
  return selectOpen(db, siteId, imageId)
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.site_id", "=", "annotation.site_id").onRef("site_user.id", "=", "annotation.author_id"),
    )
    .select((row) => [
      "site_user.id as id",
      "site_user.display_name as displayName",
      row.fn.countAll<number>().as("open"),
    ])
    .groupBy(["site_user.id", "site_user.display_name"])
    .orderBy("site_user.display_name")
    .orderBy("site_user.id")
    .execute();
}

interface Review {
  readonly state: "accepted" | "declined";
  readonly comment: string;
  readonly reviewerId: number;
}

/** @param flags other columns that the decision changes. */
export async function updateReview(
  db: SiteDb,
  siteId: number,
  id: number,
  { state, comment, reviewerId }: Review,
  flags: { is_student?: boolean; is_converted?: boolean; is_student_marked?: boolean } = {},
): Promise<void> {
  await db
    .updateTable("annotation")
    .set({
      ...flags,
      review_state: state,
      review_comment: comment,
      reviewed_by: reviewerId,
      reviewed_at: sql`now()`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Returns a declined annotation to the queue after its author has changed it. */
export async function reopenDeclined(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("annotation")
    .set({ review_state: null, review_comment: "", reviewed_by: null, reviewed_at: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("review_state", "=", "declined")
    .execute();
}
