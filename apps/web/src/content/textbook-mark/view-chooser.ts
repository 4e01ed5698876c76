/** The dialog for choosing the view of a slide. It needs the slide viewer, so the app provides it. */
import type { MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { type ComponentType, createContext } from "react";

export interface ViewChooserProps {
  readonly imageId: number;
  /** Null: the slide's opening view. */
  readonly opening: MarkView | null;
  readonly onChoose: (view: MarkView) => void;
  readonly onClose: () => void;
}

/** Null: views can only be taken from links. */
export const ViewChooserContext = createContext<ComponentType<ViewChooserProps> | null>(null);
