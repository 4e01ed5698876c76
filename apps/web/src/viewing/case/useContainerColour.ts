/** The colours of a slide in a container of a case: as last set in this tab, otherwise the slide's default preset. */

import type { Image } from "@parfocal/core/image/image.contract.ts";
import { formatColour, isSameColour, NEUTRAL_COLOUR, parseColour } from "@parfocal/core/item/colour-adjustment.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useRef } from "react";

type ColouredImage = Pick<Image, "id" | "colour">;

/** @param container its index in the layout, from 0. */
export const containerColourKey = (caseId: number, container: number, imageId: number): string =>
  `parfocal-case-colour-${caseId}-${container}-${imageId}`;

/** @param key of the storage, see `containerColourKey`. */
export function useContainerColour(viewer: SlideViewer, image: ColouredImage, key: string): void {
  const opening = useRef(image.colour ?? NEUTRAL_COLOUR);
  useEffect(() => {
    const own = opening.current;
    viewer.setColour(parseColour(readStored(key)) ?? own);
    return viewer.on("colour", (colour) => {
      try {
        if (isSameColour(colour, own)) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, formatColour(colour));
      } catch {
        // Storage is unavailable: the colours last as long as the page.
      }
    });
  }, [viewer, key]);
}

function readStored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
