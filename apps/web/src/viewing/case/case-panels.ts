/** Panels beside the slides of a case: of the whole case, or of the focused slide. */
const CONTAINER_PANEL_NAMES = ["annotations", "colour", "grid", "information", "channels"] as const;
export type ContainerPanelName = (typeof CONTAINER_PANEL_NAMES)[number];

/** Panels that the menu of a slide opens. */
export type SlidePanelName = "information" | "channels";

export type CasePanelName = "text" | "bind" | "arrange" | ContainerPanelName;

/** @returns null if the panel belongs to the whole case, or if there is none. */
export function containerPanelOf(panel: CasePanelName | null): ContainerPanelName | null {
  return CONTAINER_PANEL_NAMES.find((name) => name === panel) ?? null;
}
