/** Sets the chosen cursor on the slide's canvas by a class of the viewer's element. */
import { CURSOR_STYLES, type CursorStyle } from "@parfocal/core/cursor/cursor-styles.ts";
import type { ViewerContext, ViewerPart } from "@parfocal/viewer/viewer-part.ts";
import classes from "./cursor.module.css";

export interface SlideCursor extends ViewerPart {
  show(style: CursorStyle): void;
}

export function createCursor({ element }: ViewerContext): SlideCursor {
  const all = CURSOR_STYLES.flatMap((style) => classes[style]?.split(" ") ?? []);
  return {
    show(style) {
      element.classList.remove(...all);
      const name = classes[style];
      if (name) element.classList.add(name);
    },
    destroy: () => element.classList.remove(...all),
  };
}
