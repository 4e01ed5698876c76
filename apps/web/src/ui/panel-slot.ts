/** Where panels stand: beside the tools on wide screens, as a sheet below the slide on small ones. */
import { createContext, useContext } from "react";

export interface PanelSlot {
  /** null: not on the page yet. */
  readonly element: HTMLElement | null;
  readonly isSmallScreen: boolean;
  /** What the panels are about, where there are several: added to their titles. */
  readonly subject?: string;
}

const PanelSlotContext = createContext<PanelSlot>({ element: null, isSmallScreen: false });

export const PanelSlotProvider = PanelSlotContext.Provider;

export const usePanelSlot = (): PanelSlot => useContext(PanelSlotContext);
