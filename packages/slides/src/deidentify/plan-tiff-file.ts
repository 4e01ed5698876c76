/** Finds the images of a TIFF that belong to the slide, with the readers that show it. */

import { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { isLeica } from "../formats/leica/open-leica.ts";
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { isNdpi } from "../formats/ndpi/read-ndpi.ts";
import { isOmeTiff, omeLayoutOf } from "../formats/ome/open-ome.ts";
import { isPhilips } from "../formats/philips/open-philips.ts";
import { isVentana } from "../formats/ventana/open-ventana.ts";
import { openTiff } from "../open/open-tiff.ts";
import { isConvertible } from "../opening/opened-slide.ts";
import { SlideFileError } from "../slide-source.ts";
import { readTiff } from "../tiff/read-tiff.ts";
import { FIELD_BYTES } from "../tiff/tiff-fields.ts";
import type { TiffFile, TiffPage } from "../tiff/tiff-page.ts";
import { cleanDescription } from "./clean-description.ts";
import { planTiff } from "./clean-tiff.ts";
import type { Cleaning } from "./cleaning.ts";
import { readTiffRecords, type TiffRecord } from "./tiff-records.ts";

/** Formats with proprietary XML descriptions; which elements are harmless is not documented. */
const REFUSED: readonly (readonly [name: string, recognises: (tiff: TiffFile) => boolean])[] = [
  ["Leica SCN", isLeica],
  ["Ventana", isVentana],
  ["Philips TIFF", isPhilips],
];

/** @throws SlideFileError `unsupported` for formats that cannot be cleaned. */
export async function planTiffFile(file: FileBytes): Promise<Cleaning> {
  if (await isNdpi(file)) return planNdpi(file);
  const tiff = await readTiff(file);
  const rejected = REFUSED.find(([, recognises]) => recognises(tiff));
  if (rejected) throw cannotBeCleaned(rejected[0]);
  const records = await readTiffRecords(file, false);
  const isRetained = await slidePagesOf(tiff, file);
  const places = new Map<number, number>();
  for (const index of tiff.pages.keys()) if (isRetained(index)) places.set(index, places.size);
  return planTiff(file, records, {
    keeps: isRetained,
    describe: (text, secrets) => cleanDescription(text, secrets, (ifd) => places.get(ifd) ?? null),
  });
}

export function cannotBeCleaned(formatName: string): SlideFileError {
  return new SlideFileError(
    "unsupported",
    `Patient data cannot be removed from ${formatName} files. Only teachers and administrators see it.`,
  );
}

async function slidePagesOf(tiff: TiffFile, file: FileBytes): Promise<(index: number) => boolean> {
  if (isOmeTiff(tiff) && tiff.pages.length > 1) {
    const { associatedImages } = omeLayoutOf(tiff);
    const places = new Set(associatedImages.map(({ picture }) => picture.offsets.position));
    return (index) => !places.has(tiff.pages[index]!.offsets.position);
  }
  // Not closed: the file belongs to the caller.
  const opened = await openTiff({ path: "", file, pieces: new BlockCache(file), signal: undefined, fileKinds: [] });
  const levels = isConvertible(opened) ? undefined : opened.directory?.levels;
  // Planes of a stack, or an image without tiles: all images belong to the slide, except those named otherwise.
  if (!levels) return (index) => !/^\W*(label|macro|thumbnail)\b/i.test(tiff.pages[index]!.description);
  const places = new Set(levels.map(({ picture }) => picture.offsets.position));
  const isLevel = (page: TiffPage): boolean => places.has(page.offsets.position) || page.subPages.some(isLevel);
  return (index) => isLevel(tiff.pages[index]!);
}

async function planNdpi(file: FileBytes): Promise<Cleaning> {
  const records = await readTiffRecords(file, true);
  const magnifications: number[] = [];
  for (const record of records.records) magnifications.push(await magnificationOf(file, record));
  return planTiff(file, records, {
    keeps: (index) => magnifications[index]! > 0,
    describe: (text, secrets) => {
      secrets.add(text);
      return "";
    },
  });
}

/** 0 or less: a macro image or a map of the slide. */
async function magnificationOf(file: FileBytes, { entries }: TiffRecord): Promise<number> {
  const entry = entries.find(({ tag }) => tag === NDPI_TAG.magnification);
  if (!entry || (FIELD_BYTES[entry.type] ?? 0) < 4) return 0;
  return (await file.read(entry.position, 4)).readFloatLE();
}
