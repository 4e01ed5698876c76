import type { SiteDb } from "#platform/db/database.ts";

interface TextbookFacts {
  readonly diagnosis: string;
  /** null: it has no PDF yet. */
  readonly attachment_id: number | null;
}

export function findTextbookFacts(db: SiteDb, siteId: number, itemId: number): Promise<TextbookFacts | undefined> {
  return db
    .selectFrom("textbook")
    .select(["diagnosis", "attachment_id"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends: its PDF cannot be replaced by others. */
export function lockTextbook(db: SiteDb, siteId: number, itemId: number): Promise<TextbookFacts | undefined> {
  return db
    .selectFrom("textbook")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "textbook.item_id").onRef("item.site_id", "=", "textbook.site_id"),
    )
    .select(["textbook.diagnosis", "textbook.attachment_id"])
    .where("textbook.site_id", "=", siteId)
    .where("textbook.item_id", "=", itemId)
    .where("item.deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertTextbookFacts(
  db: SiteDb,
  siteId: number,
  itemId: number,
  facts: TextbookFacts,
): Promise<void> {
  await db
    .insertInto("textbook")
    .values({ ...facts, item_id: itemId, site_id: siteId })
    .execute();
}

/** @param facts omitted fields are unchanged. */
export async function updateTextbookFacts(
  db: SiteDb,
  siteId: number,
  itemId: number,
  facts: Partial<TextbookFacts>,
): Promise<void> {
  if (Object.keys(facts).length === 0) return;
  await db.updateTable("textbook").set(facts).where("site_id", "=", siteId).where("item_id", "=", itemId).execute();
}
