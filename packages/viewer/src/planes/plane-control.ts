/** The shown plane of a slide and the appearance of its channels, as part of the viewer's interface. */
import { type ChannelChoice, firstChoices } from "../channels/channel-choice.ts";
import { type ChannelPictures, createChannelPictures } from "../channels/channel-pictures.ts";
import type { ViewerEmitter } from "../events/viewer-events.ts";
import type { Plane, SlideDescription } from "../slide-description.ts";
import { type ChangeablePictures, createChangeablePictures } from "../tiles/changeable-pictures.ts";
import type { LoadTile } from "../tiles/load-tile.ts";
import type { SlideTileSource } from "../tiles/slide-tile-source.ts";
import { createColourPictures } from "../tiles/tile-pictures.ts";
import { createCachedTiles } from "./cached-tiles.ts";
import { firstPlane, hasSeveralPlanes, neighbourPlanes, planeWithin } from "./plane.ts";

interface PlaneControlOptions {
  readonly slide: SlideDescription;
  readonly loadTile: LoadTile;
  readonly emitter: ViewerEmitter;
  readonly initialPlane: Partial<Plane>;
  /** null: as in the file. */
  readonly initialChannels: readonly ChannelChoice[] | null;
}

export interface PlaneControl {
  readonly pictures: ChangeablePictures;
  plane(): Plane;
  channels(): readonly ChannelChoice[];
  /** Must be called once, with the source created from `pictures`. @param redraw requests a frame. */
  connect(source: SlideTileSource, redraw: () => void): void;
  setPlane(plane: Partial<Plane>): void;
  setChannels(channels: readonly ChannelChoice[]): void;
  countSamples(channel: number): Promise<Uint32Array>;
  destroy(): void;
}

export function createPlaneControl(options: PlaneControlOptions): PlaneControl {
  const { slide, loadTile, emitter } = options;
  const planes = slide.planes ?? null;
  const cachedTiles = hasSeveralPlanes(planes) ? createCachedTiles(loadTile) : null;
  const load = cachedTiles?.load ?? loadTile;
  const channelPictures: ChannelPictures | null =
    planes !== null && planes.channels.length > 0
      ? createChannelPictures({ ...slide, planes }, load, choicesFor(options.initialChannels))
      : null;
  const pictures = createChangeablePictures(channelPictures ?? createColourPictures(slide, load), load);
  let plane = planeWithin(planes, firstPlane(planes), options.initialPlane);
  let connected: { readonly source: SlideTileSource; readonly redraw: () => void } | null = null;
  let ahead = new AbortController();
  /** Current or last prefetch. */
  let aheadOf = "";

  /** Ignored if the number differs from that of the channels: the settings then belong to another file. */
  function choicesFor(choices: readonly ChannelChoice[] | null): readonly ChannelChoice[] {
    const first = planes ? firstChoices(planes) : [];
    return choices?.length === first.length ? choices : first;
  }

  /** Continues while the requested planes stay the same: the view also becomes sharp again after each colour change. */
  const stopListening = emitter.on("sharp", () => {
    if (!cachedTiles || !planes || !connected) return;
    const places = connected.source.placesInView();
    const urls = neighbourPlanes(planes, plane).flatMap((next) =>
      places.flatMap((place) => pictures.urlsOf(place, next)),
    );
    if (urls.join() === aheadOf) return;
    aheadOf = urls.join();
    ahead.abort();
    ahead = new AbortController();
    void cachedTiles.fetchAhead(urls, ahead.signal);
  });

  return {
    pictures,
    plane: () => plane,
    channels: () => channelPictures?.choices() ?? [],
    connect(source, redraw) {
      connected = { source, redraw };
      pictures.connect(() => {
        redraw();
        emitter.emit("pictures", undefined);
      });
    },
    setPlane(to) {
      const next = planeWithin(planes, plane, to);
      if (next.depth === plane.depth && next.time === plane.time) return;
      plane = next;
      ahead.abort();
      aheadOf = "";
      connected?.source.setPlane(plane);
      emitter.emit("plane", plane);
    },
    setChannels(choices) {
      if (!channelPictures || choices === channelPictures.choices()) return;
      channelPictures.choose(choicesFor(choices));
      connected?.redraw();
      emitter.emit("channels", channelPictures.choices());
    },
    countSamples: (channel) =>
      channelPictures?.count(connected?.source.placesInView() ?? [], plane, channel) ??
      Promise.resolve(new Uint32Array(0)),
    destroy() {
      stopListening();
      ahead.abort();
      pictures.destroy();
    },
  };
}
