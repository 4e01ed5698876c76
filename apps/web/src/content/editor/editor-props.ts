/** Props of every editor of the content manager. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";

export interface ItemEditorProps {
  readonly id: number;
  readonly kind: ItemKind;
  /** The parent through which it was opened; null: a course. */
  readonly parentId: number | null;
  /** Path from the course down to the item itself, as in its URL. */
  readonly steps: readonly PathStep[];
}

/** Props of every dialog that adds an item. */
export interface AddItemProps {
  readonly parentId: number;
  readonly parentKind: ItemKind;
  /** @param id ID of the new item, which is then selected. */
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}
