/**
 * The words of the index that a searcher can see, as a part of an SQL query.
 *
 * An annotation can be found by people who can see it on its slide: the rules of
 * `core/annotation/annotation-access.ts`, and for learners only where annotations are shown.
 * `search-visibility.test.ts` compares both.
 */
import type { AnnotationCaller } from "@parfocal/core/annotation/annotation-access.ts";
import { type RawBuilder, sql } from "kysely";
import { isOpenTo } from "#item/open-groups.ts";
import type { Caller } from "#platform/access/caller.ts";

export interface Searcher {
  readonly caller: Caller;
  readonly who: AnnotationCaller;
}

/**
 * The body of `WITH RECURSIVE`, ending with `found_word (item_id, annotation_id, word, weight)`, without access checks;
 * `annotation_id` is 0 for everything except annotations.
 *
 * @param condition on `document`, a row of `search_word`.
 */
export function foundWords(siteId: number, { caller }: Searcher, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    found_word AS (
      SELECT document.item_id, CASE WHEN document.part = 'annotation' THEN document.part_id ELSE 0 END AS annotation_id,
        document.word, document.weight
      FROM search_word AS document
      WHERE document.site_id = ${siteId} AND ${condition}
        AND (${sql.lit(caller.can("manageContent"))} OR NOT document.is_hidden)
    )
  `;
}

/**
 * The found items that the searcher can see: the part after `FROM … AS hit`, with `visible_item` of the query.
 * `hit` has `item_id` and `annotation_id`, which is 0 for everything except annotations.
 */
export const joinSeen = (siteId: number): RawBuilder<unknown> => sql`
  LEFT JOIN annotation ON hit.annotation_id <> 0
    AND annotation.site_id = ${siteId} AND annotation.id = hit.annotation_id AND annotation.deleted_at IS NULL
`;

/** The condition to be used with `joinSeen`. */
export const isSeen = (siteId: number, { who }: Searcher): RawBuilder<unknown> =>
  sql`hit.item_id IN (SELECT id FROM visible_item) AND (hit.annotation_id = 0 OR ${isAnnotationShown(siteId, who)})`;

/**
 * Annotations of a work group are found only by its members; experts find all other annotations, and other users find
 * expert annotations and their own.
 */
function isAnnotationShown(siteId: number, who: AnnotationCaller): RawBuilder<unknown> {
  const ofGroups = sql`annotation.work_group_id = ANY (${[...who.workGroupIds]}::bigint[])`;
  if (who.isExpert) return sql`(annotation.id IS NOT NULL AND (annotation.work_group_id IS NULL OR ${ofGroups}))`;
  return sql`(
    ${ofGroups} AND NOT ${isAskedAbout(siteId, who)}
    OR annotation.work_group_id IS NULL AND (
      annotation.author_id = ${who.id}
      OR NOT annotation.is_student AND ${isAnnotated(siteId)} AND NOT ${isAskedAbout(siteId, who)}
    )
  )`;
}

/**
 * Whether annotations are shown in all placements in which a learner can see the slide. If one placement shows them and
 * another does not, they are not found: a result must not reveal what the page it opens hides.
 */
const isAnnotated = (siteId: number): RawBuilder<unknown> => sql`NOT EXISTS (
  SELECT 1 FROM placement JOIN place ON place.id = placement.parent_id AND ${isOpenTo(sql`place.groups`)}
  WHERE placement.site_id = ${siteId} AND placement.item_id = hit.item_id
    AND placement.is_active AND NOT placement.annotations_active
)`;

/** Whether a running quiz attempt of the searcher includes the slide: its annotations could be the answer. */
const isAskedAbout = (siteId: number, who: AnnotationCaller): RawBuilder<unknown> => sql`EXISTS (
  SELECT 1 FROM quiz_attempt_image JOIN counted_attempt
    ON counted_attempt.site_id = ${siteId} AND counted_attempt.id = quiz_attempt_image.attempt_id
  WHERE quiz_attempt_image.site_id = ${siteId} AND quiz_attempt_image.image_id = hit.item_id
    AND counted_attempt.user_id = ${who.id} AND counted_attempt.state = 'started' AND counted_attempt.archived_at IS NULL
)`;
