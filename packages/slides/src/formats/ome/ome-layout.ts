/**
 * The layout of an OME-TIFF: the largest image is the slide; smaller ones of the same aspect ratio are levels, others
 * may be its label or macro.
 *
 * Source: OME-TIFF specification; "OME-TIFF pyramids" (levels as SubIFDs); Bio-Formats for the pyramids of older files.
 */

import { type ChannelFacts, coloursOf } from "../../picture/channel-colours.ts";
import type { AssociatedImageName, PixelSizeUm, SlideChannel, SlideDescription } from "../../slide-source.ts";
import { isSameShape } from "../../tiff/choose-levels.ts";
import { sampleKindOf } from "../../tiff/sample-kind.ts";
import type { SlideDirectory } from "../../tiff/slide-directory.ts";
import { PHOTOMETRIC } from "../../tiff/tiff-fields.ts";
import { associatedImage, pixelSizeOf } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { type PlaneFacts, type PlaneLayout, type PlanePage, planeLevels } from "../planes/plane-layout.ts";
import { damagedDescription, type OmeDocument, type OmeImage } from "./ome-document.ts";
import { assertOneFile, type PlanePages, planePagesOf } from "./plane-pages.ts";

/** The slide among an OME-TIFF's images. */
export interface OmeSlide {
  readonly document: OmeDocument;
  readonly image: OmeImage;
  readonly planes: PlanePages;
  /** Directory of the first plane. */
  readonly page: TiffPage;
}

/** Plausible range of a pixel's size, from a tenth of the resolution of light to what is visible to the naked eye. */
const MIN_PIXEL_UM = 1e-3;
const MAX_PIXEL_UM = 1e3;

/** Names that programs use for images other than the slide. */
const ASSOCIATED_NAMES: readonly (readonly [RegExp, AssociatedImageName])[] = [
  [/\blabel\b/i, "label"],
  [/\b(macro|overview)\b/i, "macro"],
  [/\bthumb(nail)?\b/i, "thumbnail"],
];

/** @throws SlideFileError if parts of it are missing. */
export function findOmeSlide(document: OmeDocument, tiff: TiffFile): OmeSlide {
  const [first, ...others] = document.images.filter(({ name }) => associatedNameOf(name) === null);
  if (first === undefined) {
    // The file contains only a reference to the file that describes it.
    const [any] = document.images;
    if (any === undefined) assertOneFile(document, null);
    throw damagedDescription("no image");
  }
  const area = ({ sizeX, sizeY }: OmeImage) => sizeX * sizeY;
  const image = others.reduce((best, other) => (area(other) > area(best) ? other : best), first);
  assertOneFile(document, image);
  const planes = pagesOf(image, tiff);
  const page = tiff.pages[planes.pages[0]!]!;
  if (page.width !== image.sizeX || page.height !== image.sizeY) throw damagedDescription("another size");
  return { document, image, planes, page };
}

/** Interleaved red, green and blue, or three planes in one directory. */
export function isInColour({ planes, page }: OmeSlide): boolean {
  const isColour = page.photometric === PHOTOMETRIC.rgb || page.photometric === PHOTOMETRIC.yCbCr;
  return isColour && page.samplesPerPixel >= 3 && planes.groups === 1;
}

/** Metadata of the document that the TIFF tags do not contain. */
export function omeFacts({ document, image, page }: OmeSlide) {
  const { objectives } = document;
  const objective =
    objectives.find(({ id }) => id === image.objectiveId) ?? (objectives.length === 1 ? objectives[0] : undefined);
  const properties = {
    "ome.Name": image.name,
    "ome.Description": image.description.slice(0, 1000),
    "ome.AcquisitionDate": image.acquisitionDate,
    "ome.Objective": objective?.model ?? "",
    "ome.Creator": document.creator,
  };
  return {
    format: "ome-tiff",
    pixelSizeUm: omePixelSize(image) ?? pixelSizeOf(page),
    objectivePower: objective?.nominalMagnification ?? null,
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== "")),
  } as const satisfies Partial<SlideDescription>;
}

export function omeAssociatedImages({ document, image }: OmeSlide, tiff: TiffFile): SlideDirectory["associatedImages"] {
  return document.images.flatMap((other) => {
    const page = other === image ? undefined : tiff.pages[firstPageOf(other, tiff) ?? -1];
    return page ? associatedImage(associatedNameOf(other.name), page) : [];
  });
}

/** @throws SlideFileError if the planes differ in size or type. */
export function omePlaneLayout(slide: OmeSlide, tiff: TiffFile): PlaneLayout {
  const { document, image, planes } = slide;
  const isColour = isInColour(slide);
  const levels = planeLevels(
    planePagesIn(tiff, planes, isColour),
    document.images.flatMap((other) => {
      if (other === image || !isReducedImage(image, other)) return [];
      const pages = firstPageOf(other, tiff) === null ? null : pagesOf(other, tiff);
      return pages?.pages.length === planes.pages.length ? [planePagesIn(tiff, pages, isColour)] : [];
    }),
  );
  const facts: PlaneFacts = {
    ...omeFacts(slide),
    orientationDeg: 0,
    planes: {
      channels: isColour ? [] : channelsOf(slide),
      sampleBits: isColour ? 8 : (sampleKindOf(slide.page)?.servedBits ?? 16),
      depths: planes.depths,
      depthSpacingUm: image.physicalSizeZ,
      times: planes.times,
    },
  };
  return { ...facts, isLittleEndian: tiff.isLittleEndian, levels, associatedImages: omeAssociatedImages(slide, tiff) };
}

function planePagesIn(tiff: TiffFile, { pages, samplesPerPage }: PlanePages, isColour: boolean): PlanePage[] {
  return pages.flatMap((index) => {
    const page = tiff.pages[index]!;
    if (isColour) return [{ page, samples: [0, 1, 2] }];
    return Array.from({ length: samplesPerPage }, (_, sample) => ({ page, samples: [sample] }));
  });
}

function channelsOf({ image, planes, page }: OmeSlide): SlideChannel[] {
  const count = planes.groups * planes.samplesPerPage;
  const isOneEach = image.channels.length === count;
  const facts = Array.from({ length: count }, (_, index): ChannelFacts => {
    const channel = image.channels[isOneEach ? index : Math.floor(index / planes.samplesPerPage)];
    const { name = "", fluor = "", emissionNm = null, colour = null } = channel ?? {};
    // Properties that apply to several channels at once are not assigned to any of them.
    return isOneEach ? { name, fluor, emissionNm, colour } : { name: "", fluor: "", emissionNm: null, colour: null };
  });
  const colours = coloursOf(facts);
  const max = rangeOf(page, image.significantBits);
  return facts.map(({ name, fluor }, index) => ({
    name: (name || fluor || `Channel ${index + 1}`).slice(0, 200),
    colour: colours[index]!,
    window: { min: 0, max },
  }));
}

/** Maximum possible sample value, as it is served. */
function rangeOf(page: TiffPage, significantBits: number | null): number {
  const kind = sampleKindOf(page);
  const bits = kind?.servedBits ? (kind.isSigned ? kind.servedBits : kind.bits) : 16;
  const isUsed = significantBits !== null && significantBits >= 1 && significantBits < bits && !kind?.isSigned;
  return 2 ** (isUsed ? significantBits : bits) - 1;
}

function omePixelSize({ physicalSizeX, physicalSizeY }: OmeImage): PixelSizeUm | null {
  const [x, y] = [physicalSizeX ?? physicalSizeY, physicalSizeY ?? physicalSizeX];
  const isPlausible = (sizeUm: number | null): sizeUm is number =>
    sizeUm !== null && sizeUm >= MIN_PIXEL_UM && sizeUm <= MAX_PIXEL_UM;
  return isPlausible(x) && isPlausible(y) ? { x, y } : null;
}

function isReducedImage(image: OmeImage, other: OmeImage): boolean {
  return (
    associatedNameOf(other.name) === null &&
    other.sizeX < image.sizeX &&
    other.sizeC === image.sizeC &&
    other.sizeZ === image.sizeZ &&
    other.sizeT === image.sizeT &&
    isSameShape({ width: image.sizeX, height: image.sizeY }, { width: other.sizeX, height: other.sizeY })
  );
}

function associatedNameOf(name: string): AssociatedImageName | null {
  return ASSOCIATED_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function pagesOf(image: OmeImage, tiff: TiffFile): PlanePages {
  return planePagesOf(image, tiff.pages.length, (page) => tiff.pages[page]!.samplesPerPixel);
}

/** Index into the chain of an image's first directory, if all of its directories exist and have its size. */
function firstPageOf(image: OmeImage, tiff: TiffFile): number | null {
  const first = image.tiffData[0]?.ifd ?? null;
  const page = first === null ? undefined : tiff.pages[first];
  return page?.width === image.sizeX && page.height === image.sizeY ? first : null;
}
