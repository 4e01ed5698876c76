/**
 * Maps the planes of an OME-TIFF to directories.
 *
 * Source: OME-TIFF specification, "The TiffData element" and "DimensionOrder".
 */
import { SlideFileError } from "../../slide-source.ts";
import type { OmeDocument, OmeImage, OmeTiffData } from "./ome-document.ts";

/** A file with more planes is a film, not a slide. */
export const MAX_PLANES = 16_384;

/** Programs cannot show more channels. */
const MAX_CHANNELS = 256;

export interface PlanePages {
  readonly depths: number;
  /** Number of complete time points: a recording that was stopped has fewer than planned. */
  readonly times: number;
  /** Channels in one directory, interleaved or one after another. */
  readonly samplesPerPage: number;
  /** Directories per focal plane and time point, for all channels together. */
  readonly groups: number;
  /**
   * Index into the file's chain for each directory: groups of channels vary fastest, then focal planes, then time
   * points.
   */
  readonly pages: readonly number[];
}

/**
 * @param pageCount length of the file's chain of directories.
 * @param samplesOf samples per pixel of a directory of the chain.
 * @throws SlideFileError if planes are in other files, or missing; `tooLarge` if there are too many.
 */
export function planePagesOf(image: OmeImage, pageCount: number, samplesOf: (page: number) => number): PlanePages {
  const { sizeC, sizeZ, sizeT } = image;
  if (sizeC > MAX_CHANNELS || sizeC * sizeZ * sizeT > MAX_PLANES) {
    throw new SlideFileError(
      "tooLarge",
      `This file has ${sizeC} channels, ${sizeZ} focal planes and ${sizeT} time points, more than can be shown.`,
    );
  }
  const first = image.tiffData[0]?.ifd ?? 0;
  const samplesPerPage = samplesPerPageOf(image, first < pageCount ? samplesOf(first) : 1);
  const groups = Math.max(1, sizeC / samplesPerPage);
  const counts: Readonly<Record<string, number>> = { C: groups, Z: sizeZ, T: sizeT };
  const pages = new Array<number>(groups * sizeZ * sizeT).fill(-1);
  for (const { place, page } of listedPages(image, groups, pageCount)) {
    const at = indexOf(place, counts);
    if (at !== null && page < pageCount) pages[at] = page;
  }
  const perTime = groups * sizeZ;
  const missing = pages.indexOf(-1);
  const times = missing < 0 ? sizeT : Math.floor(missing / perTime);
  if (times === 0) {
    const there = pages.filter((page) => page >= 0).length;
    throw new SlideFileError("truncated", `This file is incomplete: it contains ${there} of ${pages.length} planes.`);
  }
  return { depths: sizeZ, times, samplesPerPage, groups, pages: pages.slice(0, times * perTime) };
}

/**
 * @param image null: no description.
 * @throws SlideFileError `unsupported`, with their names, if parts of the image are in other files.
 */
export function assertOneFile({ uuid, metadataFile }: OmeDocument, image: OmeImage | null): void {
  const files = new Map<string, string>();
  for (const data of image?.tiffData ?? []) {
    const key = data.uuid ?? data.filename;
    if (key !== null) files.set(key, data.filename ?? "a file without a name");
  }
  // A renamed or rewritten file may have an old name in its own description, so a single other name is ignored.
  const others = [...files].filter(([key]) => files.size > 1 && key !== uuid).map(([, name]) => name);
  if (metadataFile !== null) others.push(metadataFile);
  if (others.length === 0) return;
  const shown = others.slice(0, 3).join(", ");
  const rest = others.length > 3 ? ` and ${others.length - 3} more` : "";
  throw new SlideFileError(
    "unsupported",
    `This file is one of a set, and the others are missing: ${shown}${rest}. Save the whole image as one OME-TIFF.`,
  );
}

/** From the channels' description, or, if it has none, from the first directory. */
function samplesPerPageOf({ sizeC, channels }: OmeImage, inFile: number): number {
  const stated = channels[0]?.samplesPerPixel ?? null;
  const isSame = channels.every(({ samplesPerPixel }) => samplesPerPixel === stated);
  if (stated !== null && isSame && stated === inFile && sizeC % stated === 0) return stated;
  // One channel with three samples is a colour image.
  return inFile === 3 && sizeC === 1 ? 3 : inFile > 0 && sizeC % inFile === 0 ? inFile : 1;
}

/** Each listed directory with the plane it contains, numbered from 0 in the file's plane order. */
function* listedPages(
  image: OmeImage,
  groups: number,
  pageCount: number,
): Generator<{ place: Readonly<Record<string, number>>; page: number }> {
  const { sizeC, sizeZ, sizeT, planeOrder } = image;
  const counts: Readonly<Record<string, number>> = { C: groups, Z: sizeZ, T: sizeT };
  const all: OmeTiffData = { ifd: null, firstC: 0, firstZ: 0, firstT: 0, planeCount: null, uuid: null, filename: null };
  for (const data of image.tiffData.length > 0 ? image.tiffData : [all]) {
    const first = data.ifd ?? 0;
    // Without either value all directories from the first one are meant.
    const count = Math.min(data.planeCount ?? (data.ifd === null ? pageCount : 1), groups * sizeZ * sizeT, pageCount);
    // Some programs number channels, others groups of channels.
    const group = data.firstC < groups ? data.firstC : Math.floor((data.firstC * groups) / sizeC);
    const place: Record<string, number> = { C: group, Z: data.firstZ, T: data.firstT };
    for (let page = first; page < first + count; page++) {
      yield { place, page };
      for (const dimension of planeOrder) {
        place[dimension] = place[dimension]! + 1;
        if (place[dimension] < counts[dimension]!) break;
        place[dimension] = 0;
      }
    }
  }
}

function indexOf(place: Readonly<Record<string, number>>, counts: Readonly<Record<string, number>>): number | null {
  for (const dimension of ["C", "Z", "T"]) if (place[dimension]! >= counts[dimension]!) return null;
  return (place.T! * counts.Z! + place.Z!) * counts.C! + place.C!;
}
