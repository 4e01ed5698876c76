/**
 * Decodes the channels of tiles, caches their samples and composes them: off the page's thread, so that adjusting a
 * display range does not block the page. The page decides what is cached, see `sample-ledger.ts`.
 */

import { type ChannelPart, composeChannels, type Samples, sharesOf } from "./compose-channels.ts";
import type { CompositorNews, CompositorOrder } from "./compositor-message.ts";
import { readTileSamples } from "./tile-samples.ts";

type ComposeOrder = Extract<CompositorOrder, { kind: "compose" }>;
type CountOrder = Extract<CompositorOrder, { kind: "count" }>;

/** Number of cached lookup tables of recent display ranges: enough for one per channel of slides with many channels. */
const MAX_TABLES = 24;

const cached = new Map<string, Promise<Samples>>();
const tables = new Map<string, Float64Array>();

const send = (news: CompositorNews, transfer: Transferable[] = []) => self.postMessage(news, { transfer });

self.addEventListener("message", ({ data: order }: MessageEvent<CompositorOrder>) => {
  if (order.kind === "forget") {
    for (const key of order.keys) cached.delete(key);
    return;
  }
  const action = order.kind === "compose" ? compose(order) : count(order);
  action.catch((error: unknown) => send({ kind: "failure", id: order.id, message: String(error) }));
});

async function compose({ id, sampleBits, cut, width, height, parts }: ComposeOrder): Promise<void> {
  for (const { key, blob } of parts) {
    if (!blob) continue;
    const samples = readTileSamples(blob, sampleBits, cut);
    cached.set(key, samples);
    samples.catch(() => cached.delete(key));
  }
  const loaded = await Promise.all(
    parts.map(async ({ key, choice }): Promise<ChannelPart> => {
      const samples = await cached.get(key);
      if (!samples) throw new Error(`no samples of ${key}`);
      return { samples, choice };
    }),
  );
  const pixels = composeChannels(loaded, cut.width * cut.height, rememberedShares);
  const picture = await createImageBitmap(new ImageData(pixels, cut.width, cut.height), 0, 0, width, height);
  send({ kind: "picture", id, picture }, [picture]);
}

async function count({ id, sampleBits, keys }: CountOrder): Promise<void> {
  const counts = new Uint32Array(2 ** sampleBits);
  for (const key of keys) {
    const samples = await cached.get(key);
    for (const sample of samples ?? []) counts[sample] = (counts[sample] as number) + 1;
  }
  send({ kind: "counts", id, counts }, [counts.buffer]);
}

function rememberedShares(choice: ChannelPart["choice"], sampleCount: number): Float64Array {
  const key = `${choice.window.min} ${choice.window.max} ${choice.gamma} ${sampleCount}`;
  const shares = tables.get(key) ?? sharesOf(choice, sampleCount);
  tables.delete(key);
  tables.set(key, shares);
  for (const oldest of tables.keys()) {
    if (tables.size <= MAX_TABLES) break;
    tables.delete(oldest);
  }
  return shares;
}
