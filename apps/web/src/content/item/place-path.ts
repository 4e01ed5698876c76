/** Addresses of the items that lists and breadcrumbs show. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { formatPublicPath, type PathStep } from "@parfocal/core/item/public-path.ts";

/** Address of the last step; null for a kind that has no page of its own. */
export function pathTo(siteId: number, steps: readonly PathStep[]): string | null {
  return steps.every(({ kind }) => ITEM_KINDS[kind].segment !== null) ? formatPublicPath({ siteId, steps }) : null;
}

/** The way from the course down, as a server answers it, as steps of an address. */
export function stepsOf(crumbs: readonly Crumb[]): PathStep[] {
  return crumbs.map(({ type, id }) => ({ kind: type, id }));
}
