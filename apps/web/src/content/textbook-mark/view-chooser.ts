/** The dialog in which the view of a slide is chosen. It needs the slide viewer, so the page passes it in. */
import type { MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { type ComponentType, createContext } from "react";

export interface ViewChooserProps {
  readonly imageId: number;
  /** null: as the slide opens. */
  readonly opening: MarkView | null;
  readonly onChoose: (view: MarkView) => void;
  readonly onClose: () => void;
}

/** null: views are only taken from links. */
export const ViewChooserContext = createContext<ComponentType<ViewChooserProps> | null>(null);
