/** Whether learners see the edited item in the place through which it was opened; changed at once, as in the tree. */
import { createContext } from "react";

export interface Visibility {
  readonly isVisible: boolean;
  /** Whether something above it is hidden: then it is not seen either way. */
  readonly isHiddenAbove: boolean;
  readonly change: (isVisible: boolean) => void;
}

/** null: the editor is outside of the tree. */
export const VisibilityContext = createContext<Visibility | null>(null);
