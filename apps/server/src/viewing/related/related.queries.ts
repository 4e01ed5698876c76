import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { RELATED_REASONS, type RelatedReason } from "@parfocal/core/related/related-reasons.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface RelatedCandidate {
  readonly id: number;
  readonly kind: ItemKind;
  readonly title: string;
  readonly subtitle: string;
  readonly reason: RelatedReason;
  readonly because: string;
}

/**
 * Items related to a slide, without access checks; each once, with its strongest reason, in the order of
 * `RELATED_REASONS`.
 *
 * @param parentIds cases and folders that can be a reason: their titles are part of the answer.
 * @param includesInactive whether inactive placements count.
 */
export async function listRelatedCandidates(
  db: SiteDb,
  siteId: number,
  imageId: number,
  { parentIds, includesInactive, most }: { parentIds: readonly number[]; includesInactive: boolean; most: number },
): Promise<RelatedCandidate[]> {
  const strength = (reason: RelatedReason) => sql.lit(RELATED_REASONS.indexOf(reason));
  const { rows } = await sql<Omit<RelatedCandidate, "reason"> & { strength: number }>`
    WITH here AS (
      SELECT parent.id AS parent_id, parent.kind, parent.title
      FROM placement JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id
      WHERE placement.site_id = ${siteId} AND placement.item_id = ${imageId} AND parent.deleted_at IS NULL
        AND parent.id = ANY (${[...parentIds]}::bigint[])
        AND (${includesInactive} OR placement.is_active)
    ), ties AS (
      SELECT parent_id AS id, ${strength("case")} AS strength, title AS because FROM here WHERE kind = 'case'
      UNION ALL
      SELECT other.item_id, ${strength("primaryField")}, own.value
      FROM custom_field_value own
      JOIN custom_field field ON field.site_id = ${siteId} AND field.id = own.field_id AND field.is_primary
      JOIN custom_field_value other
        ON other.site_id = ${siteId} AND other.field_id = own.field_id AND other.value = own.value
      WHERE own.site_id = ${siteId} AND own.item_id = ${imageId}
      UNION ALL
      SELECT other.id, ${strength("tag")}, tag
      FROM item own CROSS JOIN LATERAL unnest(own.tags) AS tag
      JOIN item other ON other.site_id = ${siteId} AND other.kind = 'image' AND tag = ANY (other.tags)
      WHERE own.site_id = ${siteId} AND own.id = ${imageId}
      UNION ALL
      SELECT placement.item_id, ${strength("folder")}, here.title
      FROM here JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = here.parent_id
      WHERE here.kind = 'folder' AND (${includesInactive} OR placement.is_active)
    ), strongest AS (
      SELECT DISTINCT ON (id) id, strength, because FROM ties WHERE id <> ${imageId} ORDER BY id, strength, because
    )
    SELECT item.id, item.kind, item.title, item.subtitle, strongest.strength, strongest.because
    FROM strongest JOIN item ON item.site_id = ${siteId} AND item.id = strongest.id
    WHERE item.deleted_at IS NULL AND item.kind IN ('image', 'case')
    ORDER BY strongest.strength, item.title, item.id
    LIMIT ${most}
  `.execute(db);
  return rows.map(({ strength: place, ...row }) => ({ ...row, reason: RELATED_REASONS[place] ?? "folder" }));
}
