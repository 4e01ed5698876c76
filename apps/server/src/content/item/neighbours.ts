/** What stands before and after an item where one sees it. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { AccessScope } from "./access-scope.ts";
import { listPlacedItems } from "./item.queries.ts";

interface Question {
  readonly id: number;
  /** Where it is seen; undefined: nowhere, then it has no neighbours. */
  readonly parentId: number | undefined;
  readonly accessScope: AccessScope;
  /** Only items of this kind; left out: all that have a page of their own, but for folders. */
  readonly kind?: ItemKind;
}

export async function findNeighbours(
  db: SiteDb,
  siteId: number,
  { id, parentId, accessScope, kind }: Question,
): Promise<{ readonly previous: Crumb | null; readonly next: Crumb | null }> {
  if (parentId === undefined) return { previous: null, next: null };
  const placed = await listPlacedItems(db, siteId, parentId, accessScope);
  const siblings = placed.map(({ item }) => item).filter((item) => (kind ? item.kind === kind : isReadable(item.kind)));
  const place = siblings.findIndex((sibling) => sibling.id === id);
  const crumbAt = (index: number): Crumb | null => {
    const sibling = place < 0 ? undefined : siblings[index];
    return sibling ? { id: sibling.id, type: sibling.kind, title: sibling.title } : null;
  };
  return { previous: crumbAt(place - 1), next: crumbAt(place + 1) };
}

const isReadable = (kind: ItemKind): boolean => kind !== "folder" && ITEM_KINDS[kind].segment !== null;
