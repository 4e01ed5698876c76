import type { OrientationDeg } from "@parfocal/slides/slide-source.ts";
import { sql } from "kysely";
import type { AccessScope } from "#item/access-scope.ts";
import { DEEPEST_NESTING, findSeenPlaces } from "#item/item-paths.queries.ts";
import { gates, groupsAt, isOpenTo, placeRows } from "#item/open-groups.ts";
import type { SiteDb } from "#platform/db/database.ts";

export interface ManifestSlide {
  readonly imageId: number;
  readonly title: string;
  /** As stored, full resolution, px. */
  readonly width: number;
  readonly height: number;
  readonly orientationDeg: OrientationDeg;
  /** Along the x and y axes of the stored image; null: unknown. */
  readonly pixelSizeXUm: number | null;
  readonly pixelSizeYUm: number | null;
  readonly objectivePower: number | null;
}

/**
 * The slides with images on this server in a course, folder or case, at any depth: in display order, each at its first
 * placement; or the slide itself, if the root is one.
 */
export async function listSlidesWithin(
  db: SiteDb,
  siteId: number,
  rootId: number,
  { most, ...accessScope }: AccessScope & { readonly most: number },
): Promise<ManifestSlide[]> {
  const places = await findSeenPlaces(db, siteId, [rootId], accessScope);
  const { rows } = await sql<ManifestSlide>`
    WITH RECURSIVE ${gates(siteId, accessScope)}, down AS (
      SELECT place.id, ARRAY[]::integer[] AS places, place.groups FROM ${placeRows(places)} AS place
      UNION ALL
      SELECT item.id, down.places || placement.position, ${groupsAt(siteId, sql`down.groups`)}
      FROM down JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE cardinality(down.places) < ${DEEPEST_NESTING} AND (${accessScope.includesInactive} OR placement.is_active)
        AND ${isOpenTo(sql`down.groups`)}
    ), first_places AS (
      SELECT id, min(places) AS places FROM down WHERE ${isOpenTo(sql`down.groups`)} GROUP BY id
    )
    SELECT item.id AS "imageId", item.title, slide_file.width, slide_file.height,
      slide_file.orientation_deg AS "orientationDeg",
      slide_file.pixel_size_x_um AS "pixelSizeXUm", slide_file.pixel_size_y_um AS "pixelSizeYUm",
      slide_file.objective_power AS "objectivePower"
    FROM first_places
    JOIN item ON item.site_id = ${siteId} AND item.id = first_places.id AND item.deleted_at IS NULL
    JOIN image ON image.site_id = ${siteId} AND image.item_id = item.id
    JOIN slide_file ON slide_file.site_id = ${siteId} AND slide_file.id = image.slide_file_id
    WHERE slide_file.state = 'ready' AND slide_file.external_tiles IS NULL
    ORDER BY first_places.places
    LIMIT ${most}
  `.execute(db);
  return rows;
}
