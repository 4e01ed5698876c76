import { type RefObject, useLayoutEffect, useState } from "react";
import { type PopupPlace, popupPlaceFor, type ScreenBox } from "./popup-place.ts";

const EDGE_PX = 12;
/** Taller it scrolls. */
const TALLEST_PX = 360;

/** The tools at the left are not covered either: as far as the instruments of the slide keep away from them. */
function leftInsetOf(area: Element): number {
  return Number.parseFloat(getComputedStyle(area).getPropertyValue("--slide-viewer-inset-left")) || EDGE_PX;
}

/**
 * Keeps a popup beside its shape, as both grow and move.
 *
 * @param shape null: out of sight, or none. @returns null: the popup stands at its edge of the slide's area.
 */
export function usePopupPlace(popup: RefObject<HTMLElement | null>, shape: ScreenBox | null): PopupPlace | null {
  const [place, setPlace] = useState<PopupPlace | null>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    const area = element?.offsetParent;
    if (!element || !area || !shape) {
      setPlace(null);
      return;
    }
    const follow = (): void => {
      const border = element.offsetHeight - element.clientHeight;
      const height = Math.min(element.scrollHeight + border, TALLEST_PX);
      const room = {
        left: leftInsetOf(area),
        top: EDGE_PX,
        right: area.clientWidth - EDGE_PX,
        bottom: area.clientHeight - EDGE_PX,
      };
      setPlace(popupPlaceFor(shape, { width: element.offsetWidth, height }, room));
    };
    follow();
    const observer = new ResizeObserver(follow);
    for (const one of [area, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [popup, shape]);
  return place;
}
