/** The samples of one channel in one tile, from the image sent by the server. */
import type { TileCut } from "../tiles/load-tile.ts";
import type { Samples } from "./compose-channels.ts";
import { isPng, PngError, readPng } from "./png-samples.ts";

/** Pixels with their first bytes: the sample for 8 bits, its high and low byte for 16. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixelBytes: number;
  readonly bytes: Uint8Array | Uint8ClampedArray;
}

/**
 * @param sampleBits 16: red is the high and green the low byte of a sample; 8: grey, or red, is the sample.
 * @returns the tile's own area, without overlap. Missing pixels are 0.
 * @throws if the image cannot be decoded.
 */
export async function readTileSamples(blob: Blob, sampleBits: 8 | 16, cut: TileCut): Promise<Samples> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if (isPng(bytes)) return cutSamples(await readPng(bytes), sampleBits, cut);
  if (sampleBits === 16) throw new PngError("samples of 16 bits come as PNG");
  return cutSamples(await decodeByBrowser(blob), sampleBits, cut);
}

/** Decodes a grey JPEG taken unchanged from the file. */
async function decodeByBrowser(blob: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no drawing context");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width, height, pixelBytes: 4, bytes: context.getImageData(0, 0, width, height).data };
}

export function cutSamples(pixels: Pixels, sampleBits: 8 | 16, { left, top, width, height }: TileCut): Samples {
  const { bytes, pixelBytes } = pixels;
  const samples = sampleBits === 16 ? new Uint16Array(width * height) : new Uint8Array(width * height);
  const [columns, rows] = [Math.min(width, pixels.width - left), Math.min(height, pixels.height - top)];
  for (let y = 0; y < rows; y += 1) {
    let from = ((y + top) * pixels.width + left) * pixelBytes;
    for (let to = y * width; to < y * width + columns; to += 1, from += pixelBytes) {
      const high = bytes[from] as number;
      samples[to] = sampleBits === 16 ? high * 256 + (bytes[from + 1] as number) : high;
    }
  }
  return samples;
}
