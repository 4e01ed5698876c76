/** Invariants of the database, as counts of violations (reliability.md, 2.3), for the existing tables. */
import { sql } from "kysely";
import type { SiteDb } from "./database.ts";

interface InvariantCount {
  readonly name: string;
  readonly count: number;
}

const count = async (db: SiteDb, query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]?.count ?? 0;

export async function countViolations(db: SiteDb, siteId: number): Promise<InvariantCount[]> {
  return [
    {
      name: "I7 an upload that is done has its slide or radiology item",
      count: await count(
        db,
        sql`SELECT count(*) FROM upload WHERE site_id = ${siteId} AND state = 'done' AND image_id IS NULL AND radiology_id IS NULL`,
      ),
    },
    {
      name: "I7 a slide that is ready has a size and levels",
      count: await count(
        db,
        sql`SELECT count(*) FROM slide_file WHERE site_id = ${siteId} AND state = 'ready' AND (width IS NULL OR height IS NULL OR (external_tiles IS NULL AND jsonb_array_length(levels) = 0))`,
      ),
    },
    {
      name: "I9 the order in a parent is 1 to n",
      count: await count(
        db,
        sql`
        SELECT count(*) FROM (
          SELECT parent_id FROM placement WHERE site_id = ${siteId} GROUP BY parent_id
          HAVING min(position) <> 1 OR max(position) <> count(*) OR count(DISTINCT position) <> count(*)
        ) AS broken`,
      ),
    },
    {
      name: "I9 the order of courses is 1 to n without those in the bin",
      count: await count(
        db,
        sql`
        SELECT count(*) FROM (
          SELECT course.position, row_number() OVER (ORDER BY course.position) AS place, item.deleted_at
          FROM course JOIN item ON item.site_id = ${siteId} AND item.id = course.item_id
          WHERE course.site_id = ${siteId} AND course.position IS NOT NULL
        ) AS placed WHERE position <> place OR deleted_at IS NOT NULL`,
      ),
    },
    {
      name: "I9 every item is a course or has a parent (slides may be unplaced)",
      count: await count(
        db,
        sql`
        SELECT count(*) FROM item
        WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND item.kind <> 'image'
          AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id)
          AND NOT EXISTS (SELECT FROM course WHERE course.site_id = ${siteId} AND course.item_id = item.id AND course.position IS NOT NULL)`,
      ),
    },
    {
      name: "I9 items in the bin have no parent",
      count: await count(
        db,
        sql`
        SELECT count(*) FROM item JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = item.id
        WHERE item.site_id = ${siteId} AND item.deleted_at IS NOT NULL`,
      ),
    },
    {
      name: "I9 the order of annotations has no duplicates",
      count: await count(
        db,
        sql`
        SELECT count(*) FROM (
          SELECT image_id, position FROM annotation WHERE site_id = ${siteId} GROUP BY image_id, position HAVING count(*) > 1
        ) AS doubled`,
      ),
    },
    {
      name: "I9 no item contains itself",
      count: await count(
        db,
        sql`
        WITH RECURSIVE down AS (
          SELECT parent_id AS root, item_id AS id, 1 AS depth FROM placement WHERE site_id = ${siteId}
          UNION
          SELECT down.root, placement.item_id, down.depth + 1 FROM down
          JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id WHERE down.depth < 40
        ) SELECT count(*) FROM down WHERE root = id`,
      ),
    },
    {
      name: "an idempotency key has its answer",
      count: await count(db, sql`SELECT count(*) FROM idempotency WHERE site_id = ${siteId} AND status IS NULL`),
    },
  ];
}
