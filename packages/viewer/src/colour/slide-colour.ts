/**
 * The colour adjustment of the slide on the screen. During a change, a CSS filter on the elements that show the slide
 * (see the stylesheet) applies it immediately. Once it has settled, the tiles are repainted with it and the filter is
 * removed in the same frame: without a GPU the filter takes most of each frame while the view moves.
 */
import {
  type ColourAdjustment,
  colourWithinLimits,
  cssFilterOf,
  isNeutral,
  isSameColour,
  NEUTRAL_COLOUR,
} from "@parfocal/core/item/colour-adjustment.ts";
import type { ViewerEmitter } from "../events/viewer-events.ts";
import type { PaintingGround, TilePainting } from "./tile-painting.ts";

/** An adjustment that stays the same for this long is painted into the tiles. */
export const SETTLED_AFTER_MS = 250;

export interface SlideColour {
  get(): ColourAdjustment;
  /** Limited to valid values. */
  set(adjustment: ColourAdjustment): void;
  /** For the compare key: shows the slide without its adjustment, which is kept. */
  setSuspended(isSuspended: boolean): void;
  /** Adjustment applied by the filter, in addition to that of the tiles on the screen. */
  filtered(): ColourAdjustment;
  /** The part that recolours tiles. @param create called on first use. */
  painting(create: (ground: PaintingGround) => TilePainting): TilePainting;
  destroy(): void;
}

/** Set on the viewer's element while a filter is applied to the tiles; used by the stylesheet and the annotations. */
export const COLOUR_ATTRIBUTE = "data-colour";
const FILTER_PROPERTY = "--slide-viewer-colour";

/** @param element the viewer's own element. */
export function createSlideColour(element: HTMLElement, emitter: ViewerEmitter, ground: PaintingGround): SlideColour {
  let colour = NEUTRAL_COLOUR;
  let isSuspended = false;
  let filtered = NEUTRAL_COLOUR;
  let painting: TilePainting | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasPicture = false;
  let isDestroyed = false;

  const requestedColour = (): ColourAdjustment => (isSuspended ? NEUTRAL_COLOUR : colour);

  /** A filter cannot undo an adjustment contained in the tiles, so they are first repainted without it. */
  function show(): void {
    const baked = painting?.baked() ?? NEUTRAL_COLOUR;
    filtered = isNeutral(baked) ? requestedColour() : NEUTRAL_COLOUR;
    element.toggleAttribute(COLOUR_ATTRIBUTE, !isNeutral(filtered));
    element.style.setProperty(FILTER_PROPERTY, cssFilterOf(requestedColour()));
    painting?.bake(isSameColour(baked, requestedColour()) ? baked : NEUTRAL_COLOUR, show);
    clearTimeout(timer);
    if (hasPicture && !isNeutral(filtered)) timer = setTimeout(() => void settle(), SETTLED_AFTER_MS);
  }

  /** If the script cannot be loaded, the filter stays, and the next change tries again. */
  async function settle(): Promise<void> {
    const settled = filtered;
    const part = await import("./tile-painting.ts").catch(() => null);
    if (!part || isDestroyed || filtered !== settled) return;
    paintingBy(part.createTilePainting).bake(settled, show);
  }

  function paintingBy(create: (ground: PaintingGround) => TilePainting): TilePainting {
    painting ??= create(ground);
    return painting;
  }

  const stopListening = emitter.on("firstTile", () => {
    hasPicture = true;
    show();
  });

  return {
    get: () => colour,
    set(adjustment) {
      const next = colourWithinLimits(adjustment);
      if (isSameColour(next, colour)) return;
      colour = next;
      show();
      emitter.emit("colour", colour);
    },
    setSuspended(next) {
      if (next === isSuspended) return;
      isSuspended = next;
      show();
    },
    filtered: () => filtered,
    painting: paintingBy,
    destroy() {
      isDestroyed = true;
      clearTimeout(timer);
      stopListening();
      painting?.destroy();
      element.removeAttribute(COLOUR_ATTRIBUTE);
      element.style.removeProperty(FILTER_PROPERTY);
    },
  };
}
