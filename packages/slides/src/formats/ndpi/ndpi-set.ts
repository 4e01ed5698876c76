/**
 * A set of NDPI files that show one slide in several channels, and the text file (`.ndpis`) that names them:
 *
 *     [NanoZoomer Digital Pathology Image Set]
 *     NoImages=3
 *     Image0=slide-DAPI.ndpi
 *     Image1=slide-FITC.ndpi
 *
 * Source: Bio-Formats, "Hamamatsu ndpi"; files as NDP.scan writes them.
 */

import type { EntryStore, StoredEntry } from "../../archive/entry-store.ts";
import { BlockCache } from "../../bytes/block-cache.ts";
import { decodePicture, type RawPicture } from "../../codec/raw-picture.ts";
import type { ArchiveKind } from "../../opening/archive-kind.ts";
import type { RepackableArchive } from "../../opening/convertible-file.ts";
import type { OpenFile } from "../../opening/file-kind.ts";
import { type ChannelFacts, coloursOf } from "../../picture/channel-colours.ts";
import { type SlideChannel, SlideFileError, type SlideSource } from "../../slide-source.ts";
import { NdpiSetSource } from "./ndpi-set-source.ts";
import type { NdpiSlideSource } from "./ndpi-slide-source.ts";
import { openNdpiSlide } from "./open-ndpi.ts";

const MAX_LIST_BYTES = 65_536;
const MAX_CHANNELS = 16;

export const NDPI_SET: ArchiveKind = {
  name: "Hamamatsu NDPI set",
  recognises: (store) => listsOf(store).length > 0,
  open: openSet,
};

/** A list that was uploaded without its files. */
export const openLoneList: OpenFile = () =>
  Promise.reject(
    new SlideFileError(
      "unsupported",
      "This is only the index of an NDPI set. Zip it together with the files it refers to, and add the zip.",
    ),
  );

/** The names in a list, in the order of their numbers. */
export function namesInSet(text: string): string[] {
  const images = text.split(/[\r\n]/).flatMap((line) => {
    // Line by line, trimmed after splitting at `=`, so that long runs of blanks take no time.
    const [, number, name] = /^Image(\d{1,4})\s*=(.+)$/i.exec(line.trim()) ?? [];
    return number === undefined || !name?.trim() ? [] : [{ number: Number(number), name: name.trim() }];
  });
  return images.sort((one, other) => one.number - other.number).map(({ name }) => name);
}

function listsOf(store: EntryStore): StoredEntry[] {
  return store.listEndingWith([".ndpis"]);
}

async function openSet(store: EntryStore, signal?: AbortSignal): Promise<SlideSource | RepackableArchive> {
  const [list, another] = listsOf(store);
  if (list === undefined || another !== undefined) {
    throw new SlideFileError("unsupported", "This archive contains several slide sets. Add each set separately.");
  }
  const entries = findImages(store, list, namesInSet((await store.readFully(list, MAX_LIST_BYTES)).toString("utf8")));
  if (entries.some(({ isRandomAccess }) => !isRandomAccess)) return { kind: "convertible", by: "repacking" };
  const slides: NdpiSlideSource[] = [];
  for (const entry of entries) {
    signal?.throwIfAborted();
    slides.push(await openImage(store, entry));
  }
  const [first, ...others] = slides;
  if (others.some((other) => !isAlike(first!, other))) {
    throw new SlideFileError(
      "unsupported",
      "The files of this set have different dimensions, so they are not one slide.",
    );
  }
  return new NdpiSetSource(store, slides, await channelsOf(slides, entries));
}

/** The images are in the list's folder. */
function findImages(store: EntryStore, list: StoredEntry, names: readonly string[]): StoredEntry[] {
  if (names.length === 0) throw new SlideFileError("damaged", "This file is damaged: its index lists no slides.");
  if (names.length > MAX_CHANNELS) {
    throw new SlideFileError("tooLarge", `This set has more than ${MAX_CHANNELS} slides.`);
  }
  const folder = list.path.slice(0, list.path.lastIndexOf("/") + 1);
  return names.map((name) => {
    const entry = store.find(`${folder}${name.replaceAll("\\", "/").split("/").at(-1)}`);
    if (entry) return entry;
    throw new SlideFileError("truncated", `This set is incomplete: the file ${name.slice(0, 200)} is not in it.`);
  });
}

async function openImage(store: EntryStore, entry: StoredEntry): Promise<NdpiSlideSource> {
  const file = await store.openBytes(entry);
  const slide = await openNdpiSlide(file, new BlockCache(file));
  if (slide !== null) return slide;
  throw new SlideFileError(
    "unsupported",
    "The images of this set must be converted one by one before they can be shown.",
  );
}

function isAlike(one: NdpiSlideSource, other: NdpiSlideSource): boolean {
  const shape = ({ levels, planes }: NdpiSlideSource) => JSON.stringify([levels, planes?.depths ?? 1]);
  return shape(one) === shape(other);
}

async function channelsOf(
  slides: readonly NdpiSlideSource[],
  entries: readonly StoredEntry[],
): Promise<SlideChannel[]> {
  const facts: ChannelFacts[] = [];
  const ownNames = namesApart(
    entries.map(({ path }) =>
      path
        .split("/")
        .at(-1)!
        .replace(/\.ndpi$/i, ""),
    ),
  );
  for (const [index, slide] of slides.entries()) {
    const {
      "hamamatsu.Channel": name = ownNames[index] || `Channel ${index + 1}`,
      "hamamatsu.EmissionWavelength": emission,
    } = slide.properties;
    const smallest = await slide.readTile(slide.levels.length - 1, 0, 0);
    const colour = falseColourOf(await decodePicture(smallest.bytes));
    facts.push({ name, fluor: "", emissionNm: emission === undefined ? null : Number(emission), colour });
  }
  const colours = coloursOf(facts);
  return facts.map(({ name }, index) => ({ name, colour: colours[index]!, window: { min: 0, max: 255 } }));
}

/**
 * The distinctive part of each file name: the common part names the slide and may name a patient,
 * while channel names are shown to everyone. Empty for a single file.
 */
function namesApart(names: readonly string[]): string[] {
  const [first = ""] = names;
  let common = 0;
  while (common < first.length && names.every((name) => name[common] === first[common])) common += 1;
  return names.map((name) => name.slice(common).replace(/^[-_ .]+/, ""));
}

/** The scanner's colour of the channel; null if its image is black. */
export function falseColourOf({ samples, channels }: RawPicture): string | null {
  const sums = [0, 0, 0];
  for (let at = 0; at < samples.length; at++) sums[at % channels]! += samples[at]!;
  const [red = 0, green = 0, blue = 0] = channels === 1 ? [sums[0]!, sums[0]!, sums[0]!] : sums;
  const greatest = Math.max(red, green, blue);
  if (greatest === 0) return null;
  const hex = (sum: number) =>
    Math.round((255 * sum) / greatest)
      .toString(16)
      .padStart(2, "0");
  return `#${hex(red)}${hex(green)}${hex(blue)}`;
}
