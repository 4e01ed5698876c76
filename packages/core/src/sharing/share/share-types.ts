/** What can be shared, and which kind of item each is. Source: spec part 2, section 3, "Share access". */
import type { ItemKind } from "../../content/item/item-kinds.ts";

export const SHARE_TYPES = {
  slide: "image",
  case: "case",
  folder: "folder",
} as const satisfies Record<string, ItemKind>;

export type ShareType = keyof typeof SHARE_TYPES;

export const SHARE_TYPE_NAMES = Object.keys(SHARE_TYPES) as [ShareType, ...ShareType[]];
