/**
 * Kinds of content that have tags. Source: spec part 1, section 3; this project adds the others in the list, so that
 * they can be found by tag as well.
 */
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
