import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemRow } from "./item.table.ts";

type ItemTexts = Pick<ItemRow, "title" | "subtitle" | "summary" | "description" | "tags">;

/** @param texts omitted or undefined fields are unchanged. */
export async function changeItemTexts(
  db: SiteDb,
  siteId: number,
  id: number,
  texts: { readonly [Name in keyof ItemTexts]?: ItemTexts[Name] | undefined },
): Promise<void> {
  const said = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  if (Object.keys(said).length === 0) return;
  await db
    .updateTable("item")
    .set({ ...(said as Partial<ItemTexts>), updated_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
