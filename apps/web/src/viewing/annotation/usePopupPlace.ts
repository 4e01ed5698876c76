import { type RefObject, useLayoutEffect, useState } from "react";
import { type PopupPlace, popupPlaceFor, type ScreenBox } from "./popup-place.ts";

const EDGE_PX = 12;
/** Maximum height in CSS px; a taller popup scrolls. */
const TALLEST_PX = 360;

/** The popup does not cover the tools on the left either: the same inset as the slide's instruments. */
function leftInsetOf(area: Element): number {
  return Number.parseFloat(getComputedStyle(area).getPropertyValue("--slide-viewer-inset-left")) || EDGE_PX;
}

/**
 * Keeps a popup beside its shape when either changes size or position.
 *
 * @param shape null: not visible, or none. @returns null: the popup is at the edge of the slide's area.
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
