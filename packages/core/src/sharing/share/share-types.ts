/**
 * Item kinds that can be shared. Source: spec part 2, section 3, "Share access" (case and slide), and section 7 (a call
 * for folders); courses are an addition (decision 0087).
 */
import type { ItemKind } from "../../content/item/item-kinds.ts";

export const SHARE_TYPES = {
  slide: "image",
  case: "case",
  folder: "folder",
  course: "course",
} as const satisfies Record<string, ItemKind>;

export type ShareType = keyof typeof SHARE_TYPES;

export const SHARE_TYPE_NAMES = Object.keys(SHARE_TYPES) as [ShareType, ...ShareType[]];

/** @returns null if the kind cannot be shared. */
export function shareTypeOf(kind: ItemKind): ShareType | null {
  return SHARE_TYPE_NAMES.find((type) => SHARE_TYPES[type] === kind) ?? null;
}
