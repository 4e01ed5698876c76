/**
 * The adjustments contained in the tile images: the shown stains, and the colour adjustment once it has settled. A
 * browser filter over the whole window costs time in each frame; a repainted image costs no more than any other.
 */
import {
  type ColourAdjustment,
  isNeutral,
  isSameColour,
  NEUTRAL_COLOUR,
} from "@parfocal/core/item/colour-adjustment.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import type OpenLayersMap from "ol/Map.js";
import type { SlideDescription } from "../slide-description.ts";
import type { ChangeablePictures } from "../tiles/changeable-pictures.ts";
import type { SlideTileSource } from "../tiles/slide-tile-source.ts";
import type { TilePictures } from "../tiles/tile-pictures.ts";
import { prepareSwap } from "./picture-swap.ts";
import { createTilePainter } from "./tile-painter.ts";

export interface PaintingGround {
  readonly slide: SlideDescription;
  readonly pictures: ChangeablePictures;
  readonly source: SlideTileSource;
  readonly map: OpenLayersMap;
}

export interface TilePainting {
  /** null: the slide's own colours, without the stain lab. */
  showStains(look: StainSettings | null): void;
  /** The adjustment of the tiles on the screen. */
  baked(): ColourAdjustment;
  /**
   * Repaints the tiles with another adjustment and shows all of them in one frame. Until then they stay unchanged;
   * repainting for a previous adjustment is cancelled.
   *
   * @param onBaked called before the first frame that shows it.
   */
  bake(colour: ColourAdjustment, onBaked: () => void): void;
  destroy(): void;
}

export function createTilePainting({ slide, pictures, source, map }: PaintingGround): TilePainting {
  const painter = createTilePainter(slide, pictures.plain, pictures.loadTile);
  let stains: StainSettings | null = null;
  let baked = NEUTRAL_COLOUR;
  let coming: { readonly colour: ColourAdjustment; readonly onBaked: () => void; readonly cancel: () => void } | null =
    null;

  const paintedWith = (colour: ColourAdjustment) => painter.paintedAs({ stains, colour });

  /** The images themselves if they contain no adjustment. */
  const uncolouredOf = (painted: TilePictures) => (isNeutral(baked) ? painted : paintedWith(NEUTRAL_COLOUR));

  function giveUp(): void {
    coming?.cancel();
    coming = null;
  }

  function begin(colour: ColourAdjustment, onBaked: () => void): void {
    const next = paintedWith(colour);
    const look = pictures.plain.look();
    const cancel = prepareSwap({
      source,
      map,
      next,
      // Removing the filter is not urgent; the effect of a slider is.
      isUrgent: isNeutral(colour),
      onReady(made) {
        coming = null;
        // The channels have changed since, so these images are outdated.
        if (pictures.plain.look() !== look) {
          for (const picture of made.values()) picture.close();
          begin(colour, onBaked);
          return;
        }
        baked = colour;
        source.exchange(made, () => pictures.exchangeFor(next, uncolouredOf(next)));
        onBaked();
        map.renderSync();
      },
    });
    coming = { colour, onBaked, cancel };
  }

  return {
    showStains(look) {
      stains = look;
      const painted = paintedWith(baked);
      pictures.replaceBy(painted, uncolouredOf(painted));
      if (!coming) return;
      const { colour, onBaked } = coming;
      giveUp();
      begin(colour, onBaked);
    },
    baked: () => baked,
    bake(colour, onBaked) {
      if (coming && isSameColour(coming.colour, colour)) return;
      giveUp();
      if (!isSameColour(colour, baked)) begin(colour, onBaked);
    },
    destroy() {
      giveUp();
      painter.destroy();
    },
  };
}
