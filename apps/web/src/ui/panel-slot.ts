/** The position of panels: beside the tools on wide screens, as a sheet below the slide on small ones. */
import { createContext, useContext } from "react";

export interface PanelSlot {
  /** Null: not in the document yet. */
  readonly element: HTMLElement | null;
  readonly isSmallScreen: boolean;
  /** Subject of the panels, if there are several: added to their titles. */
  readonly subject?: string;
}

const PanelSlotContext = createContext<PanelSlot>({ element: null, isSmallScreen: false });

export const PanelSlotProvider = PanelSlotContext.Provider;

export const usePanelSlot = (): PanelSlot => useContext(PanelSlotContext);
