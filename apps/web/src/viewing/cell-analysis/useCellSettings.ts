/**
 * The initial settings of a new analysis: the user's last ones, otherwise those of the most likely stain of the slide.
 */
import {
  type CellSettings,
  DEFAULT_CELL_SETTINGS,
  STAIN_KINDS,
  type StainKind,
} from "@parfocal/core/cell-analysis/cell-settings.ts";
import { stainOfPixels, stainOfTexts } from "@parfocal/core/cell-analysis/likely-stain.ts";
import { useEffect, useState } from "react";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { readRemembered, remember } from "#ui/remembered.ts";

const OVERVIEW_MAX_PX = 256;
const keyOf = (imageId: number): string => `cell-stain-${imageId}`;

/** @returns the settings, and a function that stores the chosen ones; the stain is also stored for the next visit. */
export function useCellSettings(image: SeenImage): readonly [CellSettings, (chosen: CellSettings) => void] {
  const [likely, setLikely] = useState(() => knownStain(image));
  const [chosen, setChosen] = useState<CellSettings | null>(null);
  const { thumbnail } = image;
  useEffect(() => {
    if (likely !== null || thumbnail === null) return;
    let isCurrent = true;
    readPixels(thumbnail).then(
      (rgba) => isCurrent && setLikely(rgba && stainOfPixels(rgba)),
      // Without an overview it starts with H&E, as with an ambiguous overview.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [likely, thumbnail]);
  const choose = (next: CellSettings): void => {
    remember(keyOf(image.id), next.stain);
    setChosen(next);
  };
  return [chosen ?? DEFAULT_CELL_SETTINGS[likely ?? "hematoxylin-eosin"], choose];
}

/** Guessed without reading pixels: from the last choice, fluorescence, or the slide's names. */
function knownStain(image: SeenImage): StainKind | null {
  const stored = readRemembered(keyOf(image.id));
  const own = STAIN_KINDS.find((stain) => stain === stored);
  if (own) return own;
  if ((image.slideInformation.planes?.channels.length ?? 0) > 0) return "dapi";
  return stainOfTexts([image.title, image.subtitle, ...image.tags, image.scanFacts?.stain ?? ""]);
}

/** Pixels of an image on this server, reduced in size. */
async function readPixels(address: string): Promise<Uint8ClampedArray | null> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const scale = Math.min(1, OVERVIEW_MAX_PX / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context ? context.getImageData(0, 0, canvas.width, canvas.height).data : null;
}
