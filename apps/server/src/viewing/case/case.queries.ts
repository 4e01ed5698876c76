import type { ItemRow } from "#item/item.table.ts";
import { type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { SlideCaseRow } from "./case.table.ts";

/** Columns of a case beyond those of every item. */
export type CaseFacts = Omit<SlideCaseRow, "item_id" | "site_id">;

export function findCaseFacts(db: SiteDb, siteId: number, caseId: number): Promise<CaseFacts | undefined> {
  return db
    .selectFrom("slide_case")
    .select(["diagnosis", "collapses_diagnosis", "layout_columns", "layout_rows"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", caseId)
    .executeTakeFirst();
}

/** Locks the case until the transaction ends: others cannot change it or add items. */
export function lockCase(db: SiteDb, siteId: number, caseId: number): Promise<ItemRow | undefined> {
  return db
    .selectFrom("item")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", caseId)
    .where("kind", "=", "case")
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertCaseFacts(db: SiteDb, siteId: number, caseId: number, facts: CaseFacts): Promise<void> {
  await db
    .insertInto("slide_case")
    .values({ ...facts, site_id: siteId, item_id: caseId })
    .execute();
}

export async function updateCaseFacts(
  db: SiteDb,
  siteId: number,
  caseId: number,
  facts: Partial<CaseFacts>,
): Promise<void> {
  if (Object.keys(facts).length === 0) return;
  await db.updateTable("slide_case").set(facts).where("site_id", "=", siteId).where("item_id", "=", caseId).execute();
}

export async function updateCaseTexts(
  db: SiteDb,
  siteId: number,
  caseId: number,
  texts: Partial<Pick<ItemRow, "title" | "subtitle" | "summary" | "description" | "tags">>,
): Promise<void> {
  await db
    .updateTable("item")
    .set({ ...texts, updated_at: new Date() })
    .where("site_id", "=", siteId)
    .where("id", "=", caseId)
    .execute();
}

/** Newest first. */
export function listCaseRows(
  db: SiteDb,
  siteId: number,
  search: ItemSearch,
): Promise<(ItemRow & { readonly slideCount: number | null })[]> {
  return itemsOfKind(db, siteId, "case", search)
    .selectAll("item")
    .select((eb) =>
      eb
        .selectFrom("placement")
        .innerJoin("item as slide", "slide.id", "placement.item_id")
        .select(eb.fn.countAll<number>().as("count"))
        .where("placement.site_id", "=", siteId)
        .whereRef("placement.parent_id", "=", "item.id")
        .where("slide.deleted_at", "is", null)
        .as("slideCount"),
    )
    .execute();
}
