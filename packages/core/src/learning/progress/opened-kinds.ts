/** Kinds of item whose views are recorded: those in courses and folders that have a page. */
import { ITEM_KINDS, type ItemKind } from "../../content/item/item-kinds.ts";

const isOpened = (kind: ItemKind): boolean =>
  kind !== "folder" &&
  ITEM_KINDS[kind].segment !== null &&
  (ITEM_KINDS[kind].livesIn as readonly string[]).includes("folder");

/** Without folders and courses, which report the viewed share of their items. */
export const OPENED_KINDS: readonly ItemKind[] = (Object.keys(ITEM_KINDS) as ItemKind[]).filter(isOpened);
