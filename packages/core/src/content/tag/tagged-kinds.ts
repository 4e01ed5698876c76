/** Kinds of content that have tags. Source: spec part 1, section 3; the others of this list are found by them too. */
import type { ItemKind } from "../item/item-kinds.ts";

const TAGGED_KINDS: ReadonlySet<ItemKind> = new Set([
  "course",
  "folder",
  "image",
  "case",
  "quiz",
  "embed",
  "page",
  "textbook",
]);

export const hasTags = (kind: ItemKind): boolean => TAGGED_KINDS.has(kind);
