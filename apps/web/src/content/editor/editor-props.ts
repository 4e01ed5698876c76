/** What every editor of the slide manager is given. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";

export interface ItemEditorProps {
  readonly id: number;
  readonly kind: ItemKind;
  /** The parent through which it was chosen; null: a course. */
  readonly parentId: number | null;
  /** From the course down to the item itself: the way of its address. */
  readonly steps: readonly PathStep[];
}

/** What every dialog that adds something is given. */
export interface AddItemProps {
  readonly parentId: number;
  readonly parentKind: ItemKind;
  /** @param id of what was added: it is selected then. */
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}
