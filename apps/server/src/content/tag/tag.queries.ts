import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface TagQuestion {
  /** Part of a tag, case-insensitive. Empty: any. */
  readonly q: string;
  /** Undefined: items of all types. */
  readonly kind: ItemKind | undefined;
  readonly most: number;
}

/** Tags that begin with the query first, then by number of items. Items in the bin do not count. */
export async function findTags(db: SiteDb, siteId: number, { q, kind, most }: TagQuestion): Promise<string[]> {
  const escaped = q.replace(/[\\%_]/g, "\\$&");
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM item, unnest(tags) AS word
    WHERE site_id = ${siteId} AND deleted_at IS NULL AND (${kind ?? null}::text IS NULL OR kind = ${kind ?? null}::text)
      AND word ILIKE ${`%${escaped}%`}
    GROUP BY word
    ORDER BY word ILIKE ${`${escaped}%`} DESC, count(*) DESC, word
    LIMIT ${most}
  `.execute(db);
  return rows.map(({ word }) => word);
}

/** Tags of the existing items among the given ones; the most frequent first. */
export async function countTagsOf(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    SELECT tag, count(*)::int AS count FROM item, unnest(tags) AS tag
    WHERE site_id = ${siteId} AND id = ANY(${[...itemIds]}::bigint[]) AND deleted_at IS NULL
    GROUP BY tag ORDER BY count DESC, tag
  `.execute(db);
  return rows;
}

/** New tags are appended. Call with the rows locked. */
export async function writeTag(
  db: SiteDb,
  siteId: number,
  { itemIds, tag, isOn }: { itemIds: readonly number[]; tag: string; isOn: boolean },
): Promise<void> {
  if (itemIds.length === 0) return;
  await db
    .updateTable("item")
    .set({
      tags: isOn ? sql<string[]>`array_append(tags, ${tag}::text)` : sql<string[]>`array_remove(tags, ${tag}::text)`,
      updated_at: new Date(),
    })
    .where("site_id", "=", siteId)
    .where("id", "in", [...itemIds])
    .execute();
}
