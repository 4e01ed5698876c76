/** The picture that stands for a course or folder: its first image, however deep it lies. */

import type { SlideLevel } from "@parfocal/slides/slide-source.ts";
import { sql } from "kysely";
import { thumbnailPath } from "#image/thumbnail-path.ts";
import { DEEPEST_NESTING } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** @returns path of the thumbnail by id of the parent; parents without a viewable image are left out. */
export async function findCovers(
  db: SiteDb,
  siteId: number,
  parentIds: readonly number[],
  { includesInactive }: { includesInactive: boolean },
): Promise<Map<number, string>> {
  if (parentIds.length === 0) return new Map();
  const { rows } = await sql<{ root: number; image_id: number; version: number; levels: SlideLevel[] }>`
    WITH RECURSIVE down AS (
      SELECT placement.parent_id AS root, placement.item_id AS id, ARRAY[placement.position] AS places
      FROM placement
      WHERE placement.site_id = ${siteId} AND placement.parent_id IN (${sql.join([...parentIds])}) AND (${includesInactive} OR placement.is_active)
      UNION ALL
      SELECT down.root, placement.item_id, down.places || placement.position
      FROM down JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      WHERE cardinality(down.places) < ${DEEPEST_NESTING} AND (${includesInactive} OR placement.is_active)
    )
    SELECT DISTINCT ON (down.root) down.root, image.item_id AS image_id, slide_file.version, slide_file.levels
    FROM down
    JOIN image ON image.site_id = ${siteId} AND image.item_id = down.id
    JOIN item ON item.site_id = ${siteId} AND item.id = image.item_id AND item.deleted_at IS NULL
    JOIN slide_file ON slide_file.site_id = ${siteId} AND slide_file.id = image.slide_file_id AND slide_file.state = 'ready'
    ORDER BY down.root, down.places
  `.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const path = thumbnailPath(row.image_id, { state: "ready", version: row.version, levels: row.levels });
      return path === null ? [] : [[row.root, path] as const];
    }),
  );
}
