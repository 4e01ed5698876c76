/**
 * Decodes tiles once, caches their pixels and recolours them: off the page's thread. The page decides what is cached,
 * see `channels/sample-ledger.ts`.
 */
import { createColourPainter } from "@parfocal/core/colour/colour-painter.ts";
import { createStainPainter } from "@parfocal/core/stain/separate-stains.ts";
import type { PainterNews, PainterOrder, PaintLook, PaintOrder } from "./paint-message.ts";

type Paint = (pixels: ImageData) => ImageData;

const cached = new Map<string, Promise<ImageData>>();
let latest: { readonly key: string; readonly paint: Paint } | null = null;

const send = (news: PainterNews, transfer: Transferable[] = []) => self.postMessage(news, { transfer });

self.addEventListener("message", ({ data: order }: MessageEvent<PainterOrder>) => {
  if (order.kind === "forget") {
    for (const key of order.keys) cached.delete(key);
    return;
  }
  answer(order).catch((error: unknown) => send({ kind: "failure", id: order.id, message: String(error) }));
});

async function answer(order: PaintOrder): Promise<void> {
  const pixels = await pixelsOf(order);
  const picture = await createImageBitmap(paintOf(order.look)(pixels));
  send({ kind: "picture", id: order.id, picture }, [picture]);
}

async function pixelsOf({ key, tile, cut, width, height }: PaintOrder): Promise<ImageData> {
  if (tile instanceof ImageBitmap) return readPixels(tile);
  if (tile) {
    const decoded = createImageBitmap(tile, cut.left, cut.top, width, height).then(readPixels);
    cached.set(key, decoded);
    decoded.catch(() => cached.delete(key));
  }
  const pixels = await cached.get(key);
  if (!pixels) throw new Error(`no pixels of ${key}`);
  return pixels;
}

/** Pixels of a whole tile, transparent beyond the slide. */
function readPixels(picture: ImageBitmap): ImageData {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no drawing context");
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

/** Lookup tables are computed once per setting. */
function paintOf(look: PaintLook): Paint {
  const key = JSON.stringify(look);
  if (latest?.key === key) return latest.paint;
  const stains = look.stains && createStainPainter(look.stains);
  const colour = createColourPainter(look.colour);
  const paint: Paint = (pixels) => {
    const slide = pixels.data as Uint8ClampedArray<ArrayBuffer>;
    const separated = stains?.paint(slide) ?? null;
    if (!colour && !separated) return pixels;
    const painted = separated ?? new Uint8ClampedArray(slide.length);
    colour?.paint(separated ?? slide, painted);
    return new ImageData(painted, pixels.width, pixels.height);
  };
  latest = { key, paint };
  return paint;
}
