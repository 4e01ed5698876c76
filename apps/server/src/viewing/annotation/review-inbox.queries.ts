import { type RawBuilder, sql } from "kysely";
import { visibleItems } from "#item/visible-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * The body of `WITH RECURSIVE`, ending with `waiting (item_id, title, open, commented, oldest_at, first_id, last_id)`: slides
 * with unreviewed annotations that the caller can open. The same rows as the review on a slide
 * (`annotation-review.queries.ts`), and the same slides as `item-access.ts`: people who manage content also open slides
 * outside courses.
 */
const waitingSlides = (siteId: number, caller: Caller): RawBuilder<unknown> => sql`
  open_slide (item_id, open, commented, oldest_at, first_id, last_id) AS MATERIALIZED (
    SELECT image_id, count(*), count(news.annotation_id), min(created_at), min(id), max(id) FROM annotation
    LEFT JOIN (
      SELECT DISTINCT comment.annotation_id FROM annotation_comment comment
      LEFT JOIN annotation_comment_read seen ON seen.site_id = ${siteId} AND seen.user_id = ${caller.signedIn().id}
        AND seen.annotation_id = comment.annotation_id
      WHERE comment.site_id = ${siteId} AND comment.deleted_at IS NULL AND comment.author_id <> ${caller.signedIn().id}
        AND comment.id > coalesce(seen.last_comment_id, 0)
    ) AS news ON news.annotation_id = annotation.id
    WHERE site_id = ${siteId} AND deleted_at IS NULL AND is_student AND review_state IS NULL AND work_group_id IS NULL
    GROUP BY image_id
  ),
  ${visibleItems(siteId, { caller }, "open_slide")},
  waiting AS (
    SELECT open_slide.*, item.title FROM open_slide
    JOIN item ON item.site_id = ${siteId} AND item.id = open_slide.item_id AND item.deleted_at IS NULL
    WHERE item.id IN (SELECT visible_item.id FROM visible_item) OR ${sql.lit(caller.can("manageContent"))} AND NOT EXISTS (
      SELECT 1 FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id
    )
  )
`;

export interface ReviewCounts {
  readonly annotations: number;
  readonly slides: number;
}

export async function countWaiting(db: SiteDb, siteId: number, caller: Caller): Promise<ReviewCounts> {
  const { rows } = await sql<ReviewCounts>`
    WITH RECURSIVE ${waitingSlides(siteId, caller)}
    SELECT coalesce(sum(open), 0)::bigint AS annotations, count(*) AS slides FROM waiting
  `.execute(db);
  return rows[0] ?? { annotations: 0, slides: 0 };
}

export interface WaitingSlide {
  readonly imageId: number;
  readonly title: string;
  readonly open: number;
  readonly commented: number;
  readonly oldestAt: Date;
  readonly firstId: number;
  readonly lastId: number;
}

/** Slides that have waited longest, in this order, and their total number. */
export async function listWaiting(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  most: number,
): Promise<{ readonly slides: readonly WaitingSlide[]; readonly counts: ReviewCounts }> {
  const { rows } = await sql<WaitingSlide & { readonly allOpen: number; readonly allSlides: number }>`
    WITH RECURSIVE ${waitingSlides(siteId, caller)}
    SELECT item_id AS "imageId", title, open, commented, oldest_at AS "oldestAt", first_id AS "firstId", last_id AS "lastId",
      (sum(open) OVER ())::bigint AS "allOpen", count(*) OVER () AS "allSlides"
    FROM waiting ORDER BY oldest_at, item_id LIMIT ${most}
  `.execute(db);
  const [first] = rows;
  return { slides: rows, counts: { annotations: first?.allOpen ?? 0, slides: first?.allSlides ?? 0 } };
}
