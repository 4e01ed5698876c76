/** Tiles composed of channels. The compositor is loaded on demand: few slides have channels. */
import type { Plane, SlideDescription, SlidePlanes } from "../slide-description.ts";
import { type LoadTile, tileAddressOf } from "../tiles/load-tile.ts";
import type { TilePictures, TilePlace } from "../tiles/tile-pictures.ts";
import type { ChannelChoice } from "./channel-choice.ts";
import type { Compositor } from "./compositor.ts";

export interface ChannelPictures extends TilePictures {
  choices(): readonly ChannelChoice[];
  choose(choices: readonly ChannelChoice[]): void;
  /** Histogram of a channel's samples in these tiles. */
  count(places: readonly TilePlace[], plane: Plane, channel: number): Promise<Uint32Array>;
}

export function createChannelPictures(
  slide: SlideDescription & { readonly planes: SlidePlanes },
  loadTile: LoadTile,
  first: readonly ChannelChoice[],
): ChannelPictures {
  let choices = first;
  let look = 0;
  let ready: Compositor | null = null;
  let coming: Promise<Compositor> | null = null;
  let isDestroyed = false;

  /** Loads the compositor; retried after a failure, as for tiles. */
  function compositor(): Promise<Compositor> {
    coming ??= import("./compositor.ts").then(
      ({ createCompositor }) => {
        if (isDestroyed) throw new Error("the slide was closed");
        ready = createCompositor(slide, loadTile);
        return ready;
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  }

  return {
    load: async (place, plane, signal) => (await compositor()).compose(place, plane, choices, signal),
    urlsOf: ({ index, x, y }, plane) =>
      [...choices.entries()]
        .filter(([, { isShown }]) => isShown)
        .map(([channel]) => tileAddressOf(slide, index, x, y, plane, channel)),
    look: () => look,
    isAtHand: (place, plane) => ready?.isCached(place, plane, choices) ?? false,
    choices: () => choices,
    choose(next) {
      choices = next;
      look += 1;
    },
    count: async (places, plane, channel) => (await compositor()).count(places, plane, channel),
    destroy() {
      isDestroyed = true;
      ready?.destroy();
    },
  };
}
