/** The title of the hovered annotation beside the pointer, independent of the position of its number. Plain text. */
import { createPart } from "../panel.ts";

/** Distance of the title from the pointer's tip, CSS px: beside the cursor, not under it. */
const RIGHT_PX = 14;
const BELOW_PX = 18;

/** Position from the element's top left corner, CSS px. */
export type PlaceInElement = readonly [x: number, y: number];

export interface TitleTip {
  /** @param title "" hides it. */
  readonly show: (title: string, at: PlaceInElement) => void;
  readonly hide: () => void;
  readonly destroy: () => void;
}

/** @param element element of the viewer; the title stays inside it. */
export function createTitleTip(element: HTMLElement): TitleTip {
  // Screen readers use the list; this tip is for the mouse only.
  const tip = createPart("div", "slide-viewer-title-tip", { "aria-hidden": "true" });
  tip.hidden = true;
  const hide = (): void => {
    tip.hidden = true;
  };
  return {
    show(title, [x, y]) {
      if (title === "") {
        hide();
        return;
      }
      if (!tip.isConnected) element.append(tip);
      if (tip.textContent !== title) tip.textContent = title;
      tip.hidden = false;
      const isLeft = x + RIGHT_PX + tip.offsetWidth > element.clientWidth;
      const isAbove = y + BELOW_PX + tip.offsetHeight > element.clientHeight;
      const left = isLeft ? x - RIGHT_PX - tip.offsetWidth : x + RIGHT_PX;
      const top = isAbove ? y - BELOW_PX - tip.offsetHeight : y + BELOW_PX;
      tip.style.transform = `translate(${Math.round(Math.max(0, left))}px, ${Math.round(Math.max(0, top))}px)`;
    },
    hide,
    destroy: () => tip.remove(),
  };
}
