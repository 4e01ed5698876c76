/** Details of a placement beyond its order: kept when it moves into the bin, or when its item is moved or copied. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { PlaceDetails } from "./left-place.table.ts";

/** By item ID; items without details are omitted. */
export async function readPlaceDetails(
  db: SiteDb,
  siteId: number,
  parent: { readonly id: number; readonly kind: ItemKind },
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, PlaceDetails>> {
  if (parent.kind !== "case" || itemIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; row: Record<string, unknown> }>`
    SELECT image_id AS id, to_jsonb(case_item) - 'site_id' - 'case_id' - 'image_id' AS row
    FROM case_item WHERE site_id = ${siteId} AND case_id = ${parent.id} AND image_id = ANY(${[...itemIds]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, row }) => [id, { caseItem: row }]));
}

/** Details that do not fit the parent's type are omitted. */
export async function writePlaceDetails(
  db: SiteDb,
  siteId: number,
  parent: { readonly id: number; readonly kind: ItemKind },
  details: ReadonlyMap<number, PlaceDetails>,
): Promise<void> {
  if (parent.kind !== "case") return;
  const rows = [...details].flatMap(([imageId, { caseItem }]) =>
    caseItem ? [{ ...caseItem, site_id: siteId, case_id: parent.id, image_id: imageId }] : [],
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO case_item SELECT (jsonb_populate_record(NULL::case_item, row)).*
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS row
    ON CONFLICT (case_id, image_id) DO NOTHING
  `.execute(db);
}
