import type { SiteDb } from "#platform/db/database.ts";

interface EmbedFacts {
  readonly url: string;
  readonly is_full_size_enabled: boolean;
}

export function findEmbedFacts(db: SiteDb, siteId: number, itemId: number): Promise<EmbedFacts | undefined> {
  return db
    .selectFrom("embed")
    .select(["url", "is_full_size_enabled"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
}

export async function insertEmbedFacts(db: SiteDb, siteId: number, itemId: number, facts: EmbedFacts): Promise<void> {
  await db
    .insertInto("embed")
    .values({ ...facts, item_id: itemId, site_id: siteId })
    .execute();
}

/** @param facts omitted fields are unchanged. */
export async function updateEmbedFacts(
  db: SiteDb,
  siteId: number,
  itemId: number,
  facts: Partial<EmbedFacts>,
): Promise<void> {
  if (Object.keys(facts).length === 0) return;
  await db.updateTable("embed").set(facts).where("site_id", "=", siteId).where("item_id", "=", itemId).execute();
}
