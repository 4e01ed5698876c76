import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { assertTextsSeen } from "#platform/http/version-of.ts";
import { lockItems } from "./placement.queries.ts";

/** Texts of an item by name: those common to all content types, and those of its own type. */
type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Locks the item and compares its texts. A missing item is reported by the change itself.
 *
 * @param seen versions of the texts that the changes are based on; undefined: no comparison.
 * @param readOwn reads the texts specific to this content type, after the lock.
 * @throws AppError `conflict` with the texts that someone else has changed since.
 */
export async function assertItemSeen(
  db: SiteDb,
  siteId: number,
  { id, kind }: { readonly id: number; readonly kind: ItemKind },
  { seen, updated }: { readonly seen: Texts | undefined; readonly updated: Texts },
  readOwn?: () => Promise<Texts>,
): Promise<void> {
  if (!seen) return;
  const item = (await lockItems(db, siteId, [id])).get(id);
  if (item?.kind !== kind) return;
  const { title, subtitle, summary, description } = item;
  assertTextsSeen<Texts>(seen, updated, { title, subtitle, summary, description, ...(await readOwn?.()) });
}
