/** Searches for a barcode in the images of a slide that show its label. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import type { AssociatedImageName, SlideSource } from "../slide-source.ts";

/** The label first: on a macro image it is only a small part. */
const LOOKED_AT: readonly AssociatedImageName[] = ["label", "macro"];

/** Formats used by printers of slide labels. */
const OPTIONS: ReaderOptions = {
  formats: ["Code128", "Code39", "Code93", "Codabar", "ITF", "DataMatrix", "QRCode", "PDF417", "Aztec"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  maxNumberOfSymbols: 4,
};

/** Larger images are reduced: the bars of a label are still several pixels wide. */
const MAX_SIDE_PX = 2000;
const MAX_CHARACTERS = 200;

/** ImageData of browsers, whose type does not exist in Node. */
type ImagePixels = Exclude<Parameters<typeof readBarcodes>[0], ArrayBuffer | Uint8Array | Blob>;

const load = createRequire(import.meta.url);
let isPrepared = false;

/** Loads the code from disk: by default the library fetches it from the network. */
async function prepare(): Promise<void> {
  if (isPrepared) return;
  const wasm = await readFile(load.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  isPrepared = true;
}

/** @returns the text of the largest readable barcode; null: none. */
export async function barcodeOnLabel(slide: SlideSource): Promise<string | null> {
  for (const name of LOOKED_AT) {
    if (!slide.associatedImages.some((image) => image.name === name)) continue;
    const { bytes } = await slide.readAssociatedImage(name);
    const text = await barcodeIn(bytes);
    if (text !== null) return text;
  }
  return null;
}

async function barcodeIn(picture: Buffer): Promise<string | null> {
  await prepare();
  const { data, info } = await sharp(picture)
    .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: "srgb" };
  const found = await readBarcodes(pixels as unknown as ImagePixels, OPTIONS);
  const readable = found.filter(({ isValid, text }) => isValid && text.trim() !== "");
  const largest = readable.sort((one, other) => areaOf(other.position) - areaOf(one.position))[0];
  return largest === undefined ? null : largest.text.trim().slice(0, MAX_CHARACTERS);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function areaOf({ topLeft, bottomRight }: { topLeft: Point; bottomRight: Point }): number {
  return Math.abs((bottomRight.x - topLeft.x) * (bottomRight.y - topLeft.y));
}
