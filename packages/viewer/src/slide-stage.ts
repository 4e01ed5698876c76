/** The slide on its map: the shown plane, the source of its tiles, and its view. */
import type OpenLayersMap from "ol/Map.js";
import type { ChannelChoice } from "./channels/channel-choice.ts";
import type { ViewerEmitter } from "./events/viewer-events.ts";
import { createPlaneControl, type PlaneControl } from "./planes/plane-control.ts";
import type { Plane, SlideDescription } from "./slide-description.ts";
import { createSlideMap } from "./slide-map.ts";
import type { LoadTile } from "./tiles/load-tile.ts";
import type { SlideTile } from "./tiles/slide-tile.ts";
import { SlideTileSource } from "./tiles/slide-tile-source.ts";
import { SlideView } from "./view-state/slide-view.ts";
import type { ViewState } from "./view-state/view-state.ts";

interface SlideStageOptions {
  readonly slide: SlideDescription;
  readonly loadTile: LoadTile;
  readonly emitter: ViewerEmitter;
  readonly initialView: Partial<ViewState>;
  readonly initialPlane: Partial<Plane>;
  /** null: as in the file. */
  readonly initialChannels: readonly ChannelChoice[] | null;
  /** A tile was loaded or updated. */
  readonly onTile: (tile: SlideTile) => void;
}

export interface SlideStage {
  readonly planeControl: PlaneControl;
  readonly source: SlideTileSource;
  readonly map: OpenLayersMap;
  readonly view: SlideView;
  /** Whether everything in view is loaded at its resolution. */
  isSharp(): boolean;
}

/** Emits `firstTile` once the first tile is painted, and `tileError`. */
export function openSlideStage(mapPart: HTMLElement, options: SlideStageOptions): SlideStage {
  const { slide, loadTile, emitter, initialPlane, initialChannels, onTile } = options;
  const planeControl = createPlaneControl({ slide, loadTile, emitter, initialPlane, initialChannels });
  let hasFirstTile = false;
  const source = new SlideTileSource({
    slide,
    pictures: planeControl.pictures,
    plane: planeControl.plane(),
    onTileLoaded(tile) {
      onTile(tile);
      map.render();
      if (hasFirstTile) return;
      hasFirstTile = true;
      map.once("postrender", () => emitter.emit("firstTile", undefined));
    },
    onTileFailed: (failure) => emitter.emit("tileError", failure),
    onTileRevived: () => map.render(),
    onTilesUpdated(tiles) {
      for (const tile of tiles) onTile(tile);
      map.render();
    },
  });
  source.loadBase();
  const map = createSlideMap(mapPart, slide, source);
  planeControl.connect(source, () => map.render());
  const view = new SlideView(map, slide);
  view.start(options.initialView);
  return {
    planeControl,
    source,
    map,
    view,
    isSharp: () => hasFirstTile && !source.isUpdating() && !source.lacksTilesInView(),
  };
}
