/**
 * Whether learners can see the edited item in the parent through which it was opened. Changes take effect immediately,
 * as in the tree.
 */
import { createContext } from "react";

export interface Visibility {
  readonly isVisible: boolean;
  /** Whether a parent is hidden, so that the item is hidden in either case. */
  readonly isHiddenAbove: boolean;
  readonly change: (isVisible: boolean) => void;
}

/** Null: the editor is not part of the tree. */
export const VisibilityContext = createContext<Visibility | null>(null);
