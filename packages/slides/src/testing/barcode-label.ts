/** Labels with barcodes as printed by label printers, for tests. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, type WriterOptions, writeBarcode } from "zxing-wasm/writer";
import type { RawPicture } from "../codec/raw-picture.ts";

export type BarcodeFormat = NonNullable<WriterOptions["format"]>;

let isPrepared = false;

async function prepare(): Promise<void> {
  if (isPrepared) return;
  const wasm = await readFile(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  isPrepared = true;
}

/** On white, rotated. */
export async function labelWith(text: string, format: BarcodeFormat, turnDeg = 0): Promise<RawPicture> {
  await prepare();
  const { image } = await writeBarcode(text, { format, scale: 4, addQuietZones: true });
  if (image === null) throw new Error("No picture was made.");
  const { data, info } = await sharp(Buffer.from(await image.arrayBuffer()))
    .rotate(turnDeg, { background: "white" })
    .extend({ top: 40, bottom: 60, left: 50, right: 30, background: "white" })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { samples: data, width: info.width, height: info.height, channels: 3 };
}
