/**
 * Composes channels in workers. All channels of a tile are in one worker; the number of workers depends on the machine.
 * Loaded only if a slide has channels.
 */
import type { Plane, SlideDescription } from "../slide-description.ts";
import { type LoadTile, loadWithRetry, tileAddressOf, tileCutOf } from "../tiles/load-tile.ts";
import type { TilePlace } from "../tiles/tile-pictures.ts";
import type { ChannelChoice } from "./channel-choice.ts";
import type { CompositorNews, CompositorOrder, PartOrder } from "./compositor-message.ts";
import { createWorkerHands } from "./worker-hands.ts";

export interface Compositor {
  /** Fetches the samples that the workers do not have. */
  compose(place: TilePlace, plane: Plane, choices: readonly ChannelChoice[], signal: AbortSignal): Promise<ImageBitmap>;
  /** Whether no fetch is necessary. */
  isCached(place: TilePlace, plane: Plane, choices: readonly ChannelChoice[]): boolean;
  /** Histogram of a channel's samples in these tiles, as far as they are cached. */
  count(places: readonly TilePlace[], plane: Plane, channel: number): Promise<Uint32Array>;
  destroy(): void;
}

type Question = Exclude<CompositorOrder, { kind: "forget" }>;

export function createCompositor(slide: SlideDescription, loadTile: LoadTile): Compositor {
  const sampleBits = slide.planes?.sampleBits ?? 8;
  const hands = createWorkerHands<Question, CompositorNews>(
    () => new Worker(new URL("./compositor.worker.ts", import.meta.url), { type: "module" }),
    "the channels could not be composed",
  );
  const { handOf } = hands;
  const keyOf = ({ index, x, y }: TilePlace, plane: Plane, channel: number): string =>
    tileAddressOf(slide, index, x, y, plane, channel);

  return {
    async compose(place, plane, choices, signal) {
      const hand = handOf(place);
      const cut = tileCutOf(place.level, place.x, place.y);
      const requested = shownOf(choices).map(({ channel, choice }) => ({ key: keyOf(place, plane, channel), choice }));
      const blobs = new Map<string, Blob>();
      // Checked again, since other requests may have evicted some samples while the rest was fetched.
      for (;;) {
        const missing = requested.filter(({ key }) => !blobs.has(key) && !hand.ledger.has(key));
        if (missing.length === 0) break;
        await Promise.all(missing.map(async ({ key }) => blobs.set(key, await loadWithRetry(loadTile, key, signal))));
        signal.throwIfAborted();
      }
      const parts: PartOrder[] = requested.map((part) => ({ ...part, blob: blobs.get(part.key) ?? null }));
      const bytes = (cut.width * cut.height * sampleBits) / 8;
      const gone = requested.flatMap(({ key }) => hand.ledger.note(key, bytes));
      const { tileWidth: width, tileHeight: height } = place.level;
      const pending = hand.ask({ kind: "compose", sampleBits, cut, width, height, parts });
      hand.forget(gone);
      const answer = await pending.catch((error: unknown) => {
        for (const key of blobs.keys()) hand.ledger.forget(key);
        throw error;
      });
      if (answer.kind !== "picture") throw new Error("no picture");
      return answer.picture;
    },

    isCached: (place, plane, choices) =>
      shownOf(choices).every(({ channel }) => handOf(place).ledger.has(keyOf(place, plane, channel))),

    async count(places, plane, channel) {
      const total = new Uint32Array(2 ** sampleBits);
      const answers = await Promise.all(
        hands.all.map((hand) => {
          const keys = places.filter((place) => handOf(place) === hand).map((place) => keyOf(place, plane, channel));
          return hand.ask({ kind: "count", sampleBits, keys });
        }),
      );
      for (const answer of answers) {
        if (answer.kind !== "counts") continue;
        for (const [sample, times] of answer.counts.entries()) total[sample] = (total[sample] as number) + times;
      }
      return total;
    },

    destroy: () => hands.destroy(),
  };
}

function shownOf(choices: readonly ChannelChoice[]) {
  return [...choices.entries()]
    .map(([channel, choice]) => ({ channel, choice }))
    .filter(({ choice }) => choice.isShown);
}
