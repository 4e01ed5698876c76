import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";

/** Kinds whose name a card shows, because the picture does not tell them. */
const NAMED_KINDS = ["case", "quiz", "embed", "page", "radiology", "enrollment", "textbook", "attachment"] as const;

/** @returns the kind; undefined: its card shows no name. */
export const namedKindOf = (kind: ItemKind): (typeof NAMED_KINDS)[number] | undefined =>
  NAMED_KINDS.find((named) => named === kind);
