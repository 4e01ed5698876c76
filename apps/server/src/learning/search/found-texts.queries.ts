/** The texts of search results, for the current page. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { beginsWith, type SearchTerm } from "./search-terms.queries.ts";

interface FoundItem {
  readonly id: number;
  readonly kind: ItemKind;
  readonly title: string;
  readonly subtitle: string;
  readonly tags: string[];
}

export async function listFoundItems(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FoundItem>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("item")
    .select(["id", "kind", "title", "subtitle", "tags"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface FoundText {
  readonly itemId: number;
  readonly text: string;
  /** Title of the custom field with this value; null: none. */
  readonly fieldTitle: string | null;
}

/** Texts of items that contain one of the words, the shortest first: field values before whole pages. */
export async function listFoundTexts(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  { terms, includesHidden }: { terms: readonly SearchTerm[]; includesHidden: boolean },
): Promise<FoundText[]> {
  if (itemIds.length === 0 || terms.length === 0) return [];
  const beginnings = terms.flatMap((term) => term.beginnings);
  const { rows } = await sql<FoundText>`
    SELECT document.item_id AS "itemId", document.body AS text, custom_field.title AS "fieldTitle"
    FROM search_document AS document
    LEFT JOIN custom_field ON document.part = 'field'
      AND custom_field.site_id = ${siteId} AND custom_field.id = document.part_id
    WHERE document.site_id = ${siteId} AND document.item_id = ANY (${[...itemIds]}::bigint[])
      AND document.body <> '' AND EXISTS (
        SELECT 1 FROM search_word
        WHERE search_word.site_id = ${siteId} AND ${beginsWith(sql`search_word.word`, beginnings)}
          AND search_word.item_id = document.item_id AND search_word.part = document.part
          AND search_word.part_id = document.part_id
      )
      AND (${includesHidden} OR NOT document.is_hidden)
    ORDER BY length(document.body), document.part_id
  `.execute(db);
  return rows;
}

interface FoundAnnotation {
  readonly title: string;
  /** Plain text. */
  readonly body: string;
  /** Its centre, in slide pixels. */
  readonly center: [number, number];
  /** Zoom at which it was drawn; null: zoom so that it fills the view. */
  readonly zoom: number | null;
}

/** Access must have been checked before. */
export async function listFoundAnnotations(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FoundAnnotation>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("annotation")
    .select(["id", "title", "zoom", "min_x", "min_y", "max_x", "max_y"])
    .select(sql<string>`search_plain(content)`.as("body"))
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    rows.map(({ id, title, body, zoom, min_x, min_y, max_x, max_y }) => [
      id,
      { title, body, zoom, center: [(min_x + max_x) / 2, (min_y + max_y) / 2] },
    ]),
  );
}
