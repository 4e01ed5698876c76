/** What a learner opens on the way through a course: whatever stands in courses and folders and has a page of its own. */
import { ITEM_KINDS, type ItemKind } from "../../content/item/item-kinds.ts";

const isOpened = (kind: ItemKind): boolean =>
  kind !== "folder" &&
  ITEM_KINDS[kind].segment !== null &&
  (ITEM_KINDS[kind].livesIn as readonly string[]).includes("folder");

/** Folders and courses are none of it: of them it is told how much of what is in them has been opened. */
export const OPENED_KINDS: readonly ItemKind[] = (Object.keys(ITEM_KINDS) as ItemKind[]).filter(isOpened);
