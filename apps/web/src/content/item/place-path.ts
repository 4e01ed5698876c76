/** URLs of the items in lists and breadcrumbs. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { formatPublicPath, type PathStep } from "@parfocal/core/item/public-path.ts";

/** URL of the last step; null for a type without a page of its own. */
export function pathTo(siteId: number, steps: readonly PathStep[]): string | null {
  return steps.every(({ kind }) => ITEM_KINDS[kind].segment !== null) ? formatPublicPath({ siteId, steps }) : null;
}

/** Converts the path from the course down, as returned by the server, to the steps of a URL. */
export function stepsOf(crumbs: readonly Crumb[]): PathStep[] {
  return crumbs.map(({ type, id }) => ({ kind: type, id }));
}
