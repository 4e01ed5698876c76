/** Comments on annotations. Deletion times are compared with the database's clock. */
import {
  ANNOTATION_COMMENT_RESTORE_DAYS,
  ANNOTATION_COMMENTS_MAX,
} from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AnnotationCommentRow } from "./annotation-comment.table.ts";
import { type AnnotationQuery, shownAnnotations } from "./annotation-visibility.ts";

export type AuthoredComment = AnnotationCommentRow & {
  readonly author: string;
  /** Whether it is by another person and unread. */
  readonly is_new: boolean;
};

/** After the last comment that was read, and by another person. */
const isNewTo = (readerId: number) => sql<boolean>`(
  annotation_comment.author_id <> ${readerId} AND annotation_comment.id > coalesce((
    SELECT last_comment_id FROM annotation_comment_read seen
    WHERE seen.site_id = annotation_comment.site_id AND seen.user_id = ${readerId}
      AND seen.annotation_id = annotation_comment.annotation_id
  ), 0)
)`;

const selectComments = (db: SiteDb, siteId: number, readerId: number) =>
  db
    .selectFrom("annotation_comment")
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.site_id", "=", "annotation_comment.site_id")
        .onRef("site_user.id", "=", "annotation_comment.author_id"),
    )
    .selectAll("annotation_comment")
    .select(["site_user.display_name as author", isNewTo(readerId).as("is_new")])
    .where("annotation_comment.site_id", "=", siteId);

/** Oldest first. */
export function listComments(
  db: SiteDb,
  siteId: number,
  { annotationId, readerId }: { annotationId: number; readerId: number },
): Promise<AuthoredComment[]> {
  return selectComments(db, siteId, readerId)
    .where("annotation_comment.annotation_id", "=", annotationId)
    .where("annotation_comment.deleted_at", "is", null)
    .orderBy("annotation_comment.id")
    .limit(ANNOTATION_COMMENTS_MAX)
    .execute();
}

/** undefined also for one that was deleted too long ago to be restored. */
export function findComment(
  db: SiteDb,
  siteId: number,
  { id, readerId }: { id: number; readerId: number },
): Promise<AuthoredComment | undefined> {
  return selectComments(db, siteId, readerId)
    .where("annotation_comment.id", "=", id)
    .where((row) =>
      row.or([
        row("annotation_comment.deleted_at", "is", null),
        row(
          "annotation_comment.deleted_at",
          ">",
          sql<Date>`now() - make_interval(days => ${ANNOTATION_COMMENT_RESTORE_DAYS})`,
        ),
      ]),
    )
    .executeTakeFirst();
}

export async function countComments(db: SiteDb, siteId: number, annotationId: number): Promise<number> {
  const { count } = await db
    .selectFrom("annotation_comment")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("site_id", "=", siteId)
    .where("annotation_id", "=", annotationId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns its ID. */
export async function insertComment(
  db: SiteDb,
  siteId: number,
  comment: Pick<AnnotationCommentRow, "annotation_id" | "author_id" | "is_expert" | "content">,
): Promise<number> {
  const { id } = await db
    .insertInto("annotation_comment")
    .values({ ...comment, site_id: siteId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateComment(db: SiteDb, siteId: number, id: number, content: string): Promise<void> {
  await db
    .updateTable("annotation_comment")
    .set({ content, edited_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function setCommentDeleted(db: SiteDb, siteId: number, id: number, isDeleted: boolean): Promise<void> {
  await db
    .updateTable("annotation_comment")
    .set({ deleted_at: isDeleted ? sql`now()` : null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Never moves back: read comments stay read. @returns whether the annotation has this comment. */
export async function markCommentsRead(
  db: SiteDb,
  siteId: number,
  { annotationId, readerId, lastCommentId }: { annotationId: number; readerId: number; lastCommentId: number },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO annotation_comment_read AS seen (site_id, user_id, annotation_id, last_comment_id)
    SELECT site_id, ${readerId}, annotation_id, id FROM annotation_comment
    WHERE site_id = ${siteId} AND annotation_id = ${annotationId} AND id = ${lastCommentId}
    ON CONFLICT (site_id, user_id, annotation_id)
    DO UPDATE SET last_comment_id = greatest(seen.last_comment_id, EXCLUDED.last_comment_id)
    RETURNING 1
  `.execute(db);
  return rows.length > 0;
}

interface CommentCount {
  readonly annotationId: number;
  readonly comments: number;
  readonly new: number;
}

/** Annotations of the query that have comments. */
export function countCommentsOf(
  db: SiteDb,
  siteId: number,
  question: AnnotationQuery,
  { readerId, most }: { readerId: number; most: number },
): Promise<CommentCount[]> {
  return shownAnnotations(db, siteId, question)
    .innerJoin("annotation_comment", (join) =>
      join
        .onRef("annotation_comment.site_id", "=", "annotation.site_id")
        .onRef("annotation_comment.annotation_id", "=", "annotation.id"),
    )
    .where("annotation_comment.deleted_at", "is", null)
    .select([
      "annotation_comment.annotation_id as annotationId",
      sql<number>`count(*)::int`.as("comments"),
      sql<number>`(count(*) FILTER (WHERE ${isNewTo(readerId)}))::int`.as("new"),
    ])
    .groupBy("annotation_comment.annotation_id")
    .orderBy("annotation_comment.annotation_id")
    .limit(most)
    .execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes comments that can no longer be restored. @param now ms since the epoch. */
export async function deleteOldComments(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("annotation_comment")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", new Date(now - ANNOTATION_COMMENT_RESTORE_DAYS * DAY_MS))
    .execute();
}
