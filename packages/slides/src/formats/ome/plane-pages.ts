/**
 * Which directory of an OME-TIFF holds which plane.
 *
 * Source: OME-TIFF specification, "The TiffData element" and "DimensionOrder".
 */
import { SlideFileError } from "../../slide-source.ts";
import type { OmeDocument, OmeImage, OmeTiffData } from "./ome-document.ts";

/** More planes than this are no slide, but a film. */
export const MAX_PLANES = 16_384;

/** Programs have no more channels to show. */
const MAX_CHANNELS = 256;

export interface PlanePages {
  readonly depths: number;
  /** Only those in which every plane is there: a recording that was stopped holds fewer than were meant. */
  readonly times: number;
  /** Channels that lie in one directory, side by side or one after another. */
  readonly samplesPerPage: number;
  /** Directories at each depth and time: those of all channels. */
  readonly groups: number;
  /** Index into the file's chain, of each directory: groups of channels the fastest, then depths, then times. */
  readonly pages: readonly number[];
}

/**
 * @param pageCount length of the file's chain of directories.
 * @param samplesOf samples per pixel of a directory of the chain.
 * @throws SlideFileError if planes lie in other files, or are not there; `tooLarge` if there are too many.
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
 * @param image null: none is described.
 * @throws SlideFileError `unsupported`, naming them, if parts of the picture lie in other files.
 */
export function assertOneFile({ uuid, metadataFile }: OmeDocument, image: OmeImage | null): void {
  const files = new Map<string, string>();
  for (const data of image?.tiffData ?? []) {
    const key = data.uuid ?? data.filename;
    if (key !== null) files.set(key, data.filename ?? "a file without a name");
  }
  // A file that was renamed, or saved anew, may be called otherwise in its own description: only several are several.
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

/** What the channels say; where they say nothing, what the first directory holds. */
function samplesPerPageOf({ sizeC, channels }: OmeImage, inFile: number): number {
  const stated = channels[0]?.samplesPerPixel ?? null;
  const isSame = channels.every(({ samplesPerPixel }) => samplesPerPixel === stated);
  if (stated !== null && isSame && stated === inFile && sizeC % stated === 0) return stated;
  // One channel in three samples is a picture in colour.
  return inFile === 3 && sizeC === 1 ? 3 : inFile > 0 && sizeC % inFile === 0 ? inFile : 1;
}

/** Each directory that is listed, with the plane it holds, counted from 0 in the order of the file's planes. */
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
    // Without either every directory from the first on is meant.
    const count = Math.min(data.planeCount ?? (data.ifd === null ? pageCount : 1), groups * sizeZ * sizeT, pageCount);
    // Some count channels, others groups of them.
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
