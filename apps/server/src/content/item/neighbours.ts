/** Previous and next item at the item's location. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { AccessScope } from "./access-scope.ts";
import { listPlacedTitles } from "./item.queries.ts";

interface Question {
  readonly id: number;
  /** Parent in which it is shown; undefined: none, in which case it has no neighbours. */
  readonly parentId: number | undefined;
  readonly accessScope: AccessScope;
  /** Content types to step through; omitted: all that have their own page, except folders. */
  readonly kinds?: readonly ItemKind[];
}

/** Content types that a share link opens within itself. */
export const SHARED_KINDS: readonly ItemKind[] = ["image", "case", "page", "embed", "textbook", "radiology"];

export async function findNeighbours(
  db: SiteDb,
  siteId: number,
  { id, parentId, accessScope, kinds }: Question,
): Promise<{ readonly previous: Crumb | null; readonly next: Crumb | null }> {
  if (parentId === undefined) return { previous: null, next: null };
  const placed = await listPlacedTitles(db, siteId, parentId, accessScope);
  const isSteppedThrough = (kind: ItemKind) => (kinds ? kinds.includes(kind) : isReadable(kind));
  const siblings = placed.filter(({ kind }) => isSteppedThrough(kind));
  const place = siblings.findIndex((sibling) => sibling.id === id);
  const crumbAt = (index: number): Crumb | null => {
    const sibling = place < 0 ? undefined : siblings[index];
    return sibling ? { id: sibling.id, type: sibling.kind, title: sibling.title } : null;
  };
  return { previous: crumbAt(place - 1), next: crumbAt(place + 1) };
}

const isReadable = (kind: ItemKind): boolean => kind !== "folder" && ITEM_KINDS[kind].segment !== null;
