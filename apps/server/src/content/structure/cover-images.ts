/** Cover image of a course, folder or case: the chosen one, otherwise its first image at any depth. */
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { SlideLevel } from "@parfocal/slides/slide-source.ts";
import { sql } from "kysely";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import type { AccessScope } from "#item/access-scope.ts";
import { findChosenThumbnails } from "#item/item-appearance.queries.ts";
import { DEEPEST_NESTING, findSeenPlaces } from "#item/item-paths.queries.ts";
import { gates, groupsAt, isOpenTo, placeRows } from "#item/open-groups.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface CoverRow {
  readonly root: number;
  readonly image_id: number;
  readonly version: number;
  readonly levels: SlideLevel[];
  readonly ownThumbnailId: number | null;
}

export interface Cover {
  /** Path of the thumbnail. */
  readonly thumbnail: string;
  /**
   * Colour adjustment for the thumbnail; null: none. Thumbnails captured by an editor show the slide as displayed then.
   */
  readonly colour: ColourAdjustment | null;
}

/** @returns covers by ID of the parent; parents without a viewable image that is visible there are omitted. */
export async function findCovers(
  db: SiteDb,
  siteId: number,
  parentIds: readonly number[],
  accessScope: AccessScope,
): Promise<Map<number, Cover>> {
  const places = await findSeenPlaces(db, siteId, parentIds, accessScope);
  if (places.size === 0) return new Map();
  const { includesInactive } = accessScope;
  const { rows } = await sql<CoverRow>`
    WITH RECURSIVE ${gates(siteId, accessScope)}, down AS (
      SELECT place.id AS root, place.id, ARRAY[]::integer[] AS places, place.groups FROM ${placeRows(places)} AS place
      UNION ALL
      SELECT down.root, item.id, down.places || placement.position, ${groupsAt(siteId, sql`down.groups`)}
      FROM down JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE cardinality(down.places) < ${DEEPEST_NESTING} AND (${includesInactive} OR placement.is_active)
        AND ${isOpenTo(sql`down.groups`)}
    ), first AS MATERIALIZED (
      SELECT DISTINCT ON (down.root) down.root, image.item_id AS image_id, image.slide_file_id
      FROM down
      JOIN image ON image.site_id = ${siteId} AND image.item_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = image.item_id AND item.deleted_at IS NULL
      JOIN slide_file ON slide_file.site_id = ${siteId} AND slide_file.id = image.slide_file_id AND slide_file.state = 'ready'
      WHERE ${isOpenTo(sql`down.groups`)}
      ORDER BY down.root, down.places
    )
    SELECT first.root, first.image_id, slide_file.version, slide_file.levels, image_thumbnail.id AS "ownThumbnailId"
    FROM first
    JOIN slide_file ON slide_file.site_id = ${siteId} AND slide_file.id = first.slide_file_id
    LEFT JOIN image_thumbnail ON image_thumbnail.site_id = ${siteId} AND image_thumbnail.image_id = first.image_id
  `.execute(db);
  const colours = await findDefaultColours(
    db,
    siteId,
    rows.flatMap((row) => (row.ownThumbnailId === null ? [row.image_id] : [])),
  );
  const found = rows.flatMap((row): [number, Cover][] => {
    const thumbnail = thumbnailPath(row.image_id, { state: "ready", ...row });
    return thumbnail === null ? [] : [[row.root, { thumbnail, colour: colours.get(row.image_id) ?? null }]];
  });
  const chosen = await findChosenThumbnails(db, siteId, [...places.keys()]);
  const ofChoice = [...chosen].map(([root, thumbnail]): [number, Cover] => [root, { thumbnail, colour: null }]);
  return new Map([...found, ...ofChoice]);
}
