import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";

/** Types whose name a card shows, because the thumbnail does not reveal it. */
const NAMED_KINDS = ["case", "quiz", "embed", "page", "radiology", "enrollment", "textbook", "attachment"] as const;

/** @returns the type; undefined: its card shows no type name. */
export const namedKindOf = (kind: ItemKind): (typeof NAMED_KINDS)[number] | undefined =>
  NAMED_KINDS.find((named) => named === kind);
