import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { assertTextsSeen } from "#platform/http/version-of.ts";
import { lockItems } from "./placement.queries.ts";

/** Texts of an item by name: those that every kind has, and those of its own kind. */
type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Locks the item and compares its texts. The change itself says so if the item does not exist.
 *
 * @param seen versions of the texts that the changes were made from; undefined: nothing is compared.
 * @param readOwn reads the texts that only this kind of item has, once the item is locked.
 * @throws AppError `conflict` that names the texts that someone else has changed since.
 */
export async function assertItemSeen(
  db: SiteDb,
  siteId: number,
  { id, kind }: { readonly id: number; readonly kind: ItemKind },
  { seen, wished }: { readonly seen: Texts | undefined; readonly wished: Texts },
  readOwn?: () => Promise<Texts>,
): Promise<void> {
  if (!seen) return;
  const item = (await lockItems(db, siteId, [id])).get(id);
  if (item?.kind !== kind) return;
  const { title, subtitle, summary, description } = item;
  assertTextsSeen<Texts>(seen, wished, { title, subtitle, summary, description, ...(await readOwn?.()) });
}
