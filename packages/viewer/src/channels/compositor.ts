/**
 * Puts channels together in workers. A tile's channels all lie in one worker; how many there are follows the machine.
 * Fetched only when a slide has channels.
 */
import type { Plane, SlideDescription } from "../slide-description.ts";
import { type LoadTile, loadWithRetry, tileAddressOf, tileCutOf } from "../tiles/load-tile.ts";
import type { TilePlace } from "../tiles/tile-pictures.ts";
import type { ChannelChoice } from "./channel-choice.ts";
import type { CompositorNews, CompositorOrder, PartOrder } from "./compositor-message.ts";
import { createSampleLedger, type SampleLedger } from "./sample-ledger.ts";

/** Samples that are kept, in all workers together. */
const SAMPLES_MOST_BYTES = 256 * 1024 * 1024;
const MOST_WORKERS = 4;

export interface Compositor {
  /** Fetches what the workers do not hold. */
  compose(place: TilePlace, plane: Plane, choices: readonly ChannelChoice[], signal: AbortSignal): Promise<ImageBitmap>;
  /** Whether nothing would have to be fetched. */
  isHeld(place: TilePlace, plane: Plane, choices: readonly ChannelChoice[]): boolean;
  /** How often each sample of a channel occurs in these tiles, as far as they are held. */
  count(places: readonly TilePlace[], plane: Plane, channel: number): Promise<Uint32Array>;
  destroy(): void;
}

interface Hand {
  readonly worker: Worker;
  readonly ledger: SampleLedger;
}

type WithoutId<Order> = Order extends unknown ? Omit<Order, "id"> : never;
type Question = WithoutId<Exclude<CompositorOrder, { kind: "forget" }>>;
type Answer = Exclude<CompositorNews, { kind: "failure" }>;

export function createCompositor(slide: SlideDescription, loadTile: LoadTile): Compositor {
  const sampleBits = slide.planes?.sampleBits ?? 8;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  const count = Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
  const hands = Array.from({ length: count }, (): Hand => {
    const worker = new Worker(new URL("./compositor.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<CompositorNews>) => handleNews(data));
    worker.addEventListener("error", () => giveUpAll(new Error("the channels could not be put together")));
    return { worker, ledger: createSampleLedger(SAMPLES_MOST_BYTES / count) };
  });

  function handleNews(news: CompositorNews): void {
    const asked = waiting.get(news.id);
    waiting.delete(news.id);
    if (news.kind === "failure") asked?.reject(new Error(news.message));
    else if (asked) asked.resolve(news);
  }

  function giveUpAll(reason: Error): void {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function ask({ worker }: Hand, question: Question): Promise<Answer> {
    lastId += 1;
    const answer = Promise.withResolvers<Answer>();
    waiting.set(lastId, answer);
    worker.postMessage({ ...question, id: lastId } as CompositorOrder);
    return answer.promise;
  }

  const handOf = ({ index, x, y }: TilePlace): Hand => hands[(index + x + y * 3) % hands.length] as Hand;
  const keyOf = ({ index, x, y }: TilePlace, plane: Plane, channel: number): string =>
    tileAddressOf(slide, index, x, y, plane, channel);

  return {
    async compose(place, plane, choices, signal) {
      const hand = handOf(place);
      const cut = tileCutOf(place.level, place.x, place.y);
      const wanted = shownOf(choices).map(({ channel, choice }) => ({ key: keyOf(place, plane, channel), choice }));
      const blobs = new Map<string, Blob>();
      // Again, for others may have made some of them go while the rest was fetched.
      for (;;) {
        const missing = wanted.filter(({ key }) => !blobs.has(key) && !hand.ledger.has(key));
        if (missing.length === 0) break;
        await Promise.all(missing.map(async ({ key }) => blobs.set(key, await loadWithRetry(loadTile, key, signal))));
        signal.throwIfAborted();
      }
      const parts: PartOrder[] = wanted.map((part) => ({ ...part, blob: blobs.get(part.key) ?? null }));
      const bytes = (cut.width * cut.height * sampleBits) / 8;
      const gone = wanted.flatMap(({ key }) => hand.ledger.note(key, bytes));
      const { tileWidth: width, tileHeight: height } = place.level;
      const asked = ask(hand, { kind: "compose", sampleBits, cut, width, height, parts });
      if (gone.length > 0) hand.worker.postMessage({ kind: "forget", keys: gone } satisfies CompositorOrder);
      const answer = await asked.catch((error: unknown) => {
        for (const key of blobs.keys()) hand.ledger.forget(key);
        throw error;
      });
      if (answer.kind !== "picture") throw new Error("no picture");
      return answer.picture;
    },

    isHeld: (place, plane, choices) =>
      shownOf(choices).every(({ channel }) => handOf(place).ledger.has(keyOf(place, plane, channel))),

    async count(places, plane, channel) {
      const total = new Uint32Array(2 ** sampleBits);
      const answers = await Promise.all(
        hands.map((hand) => {
          const keys = places.filter((place) => handOf(place) === hand).map((place) => keyOf(place, plane, channel));
          return ask(hand, { kind: "count", sampleBits, keys });
        }),
      );
      for (const answer of answers) {
        if (answer.kind !== "counts") continue;
        for (const [sample, times] of answer.counts.entries()) total[sample] = (total[sample] as number) + times;
      }
      return total;
    },

    destroy() {
      for (const { worker } of hands) worker.terminate();
      giveUpAll(new Error("the slide was closed"));
    },
  };
}

function shownOf(choices: readonly ChannelChoice[]) {
  return [...choices.entries()]
    .map(([channel, choice]) => ({ channel, choice }))
    .filter(({ choice }) => choice.isShown);
}
