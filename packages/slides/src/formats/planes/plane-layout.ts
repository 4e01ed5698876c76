/** Location of each plane of a slide in its TIFF file, at each level. */
import { type PixelSize, SMALLEST_LEVEL_PX } from "../../pyramid/level-sizes.ts";
import { missingLevels } from "../../pyramid/missing-levels.ts";
import {
  type AssociatedImageName,
  type Plane,
  type SlideDescription,
  SlideFileError,
  type SlidePlanes,
} from "../../slide-source.ts";
import { countSegments, isSameShape } from "../../tiff/choose-levels.ts";
import { planeOf } from "../../tiff/plane-pictures.ts";
import { isReadablePlane, type PlaneStorage } from "../../tiff/plane-reader.ts";
import { MAX_SEGMENTS } from "../../tiff/read-tiff.ts";
import { type SampleKind, sampleKindOf } from "../../tiff/sample-kind.ts";
import { isReadable, MAX_SERVED_TILE_SIDE_PX } from "../../tiff/served-as-is.ts";
import type { PictureStorage, TiffPage } from "../../tiff/tiff-page.ts";

/** Samples of one plane: one for a grey channel, three for a colour image. */
export type PlaneSamples = readonly PlaneStorage[];

export interface PlaneLevel extends PixelSize {
  readonly isTiled: boolean;
  /** Whether its tiles, or strips, are fast enough to decode on request. */
  readonly isQuick: boolean;
  /** Channels vary fastest, then focal planes, then time points; in colour one image per focal plane. */
  readonly pictures: readonly PlaneSamples[];
}

export type PlaneFacts = Pick<
  SlideDescription,
  "format" | "pixelSizeUm" | "objectivePower" | "orientationDeg" | "properties"
> & { readonly planes: SlidePlanes };

export interface PlaneLayout extends PlaneFacts {
  readonly isLittleEndian: boolean;
  /** From the largest to the smallest. */
  readonly levels: readonly PlaneLevel[];
  readonly associatedImages: readonly { readonly name: AssociatedImageName; readonly picture: PictureStorage }[];
}

/** The page that contains a plane. */
export interface PlanePage {
  readonly page: TiffPage;
  /** One for a channel; three for a colour image. */
  readonly samples: readonly number[];
  readonly shiftBytes?: number;
}

/** Up to this size tiles are created from strips without noticeable delay, even before smaller levels exist. */
const MAX_STRIP_SIDE_PX = 2048;

/** Index of a plane in `pictures`. */
export function planeIndexOf({ channels, depths }: SlidePlanes, { channel, depth, time }: Plane): number {
  return (time * depths + depth) * Math.max(1, channels.length) + channel;
}

/**
 * Levels of planes whose reduced images are SubIFDs or pages of their own.
 *
 * @param reduced for each further level, the pages of all planes in the same order; levels that do not fit are omitted.
 * @throws SlideFileError `damaged` if the planes differ in size or type, or an index is too short.
 */
export function planeLevels(base: readonly PlanePage[], reduced: readonly (readonly PlanePage[])[]): PlaneLevel[] {
  const full = levelOf(base);
  if (full === null) throw unevenPlanes();
  const below = subPageCountOf(base);
  const candidates = [
    ...Array.from({ length: below }, (_, index) =>
      base.map(({ page, ...rest }) => ({ ...rest, page: page.subPages[index]! })),
    ),
    ...reduced,
  ].flatMap((pages) => levelOf(pages, full) ?? []);
  const bySize = [full, ...candidates.sort((a, b) => b.width - a.width)];
  const levels = bySize.filter((level, index) => index === 0 || level.width < bySize[index - 1]!.width);
  const segments = levels
    .flatMap(({ pictures }) => pictures.flat())
    .reduce((sum, { picture }) => sum + countSegments(picture), 0);
  if (segments > MAX_SEGMENTS) throw new SlideFileError("tooLarge", `This file has more than ${MAX_SEGMENTS} tiles.`);
  return levels;
}

/** Whether the planes can be served from the file's own tiles, or from strips that are fast to read. */
export function isServedFromFile({ levels }: PlaneLayout): boolean {
  if (!levels.every(({ isQuick }) => isQuick)) return false;
  const [full] = levels;
  return !full!.isTiled || missingLevels(levels).length === 0;
}

/** Side of the tiles created from strips. */
export const STRIP_TILE_PX = SMALLEST_LEVEL_PX;

function subPageCountOf(planes: readonly PlanePage[]): number {
  return planes.reduce((min, { page }) => Math.min(min, page.subPages.length), Number.POSITIVE_INFINITY);
}

/** Null: the pages differ in size or type, or are not reduced images of the base. */
function levelOf(pages: readonly PlanePage[], full: PlaneLevel | null = null): PlaneLevel | null {
  const first = pages[0]?.page;
  if (first === undefined) return null;
  const isAlike = ({ page }: PlanePage) =>
    page.width === first.width &&
    page.height === first.height &&
    page.isTiled === first.isTiled &&
    page.segmentWidth === first.segmentWidth &&
    page.segmentHeight === first.segmentHeight &&
    page.samplesPerPixel === first.samplesPerPixel &&
    (isReadablePlane(page) || isReadable(page));
  if (!pages.every(isAlike)) return null;
  const pictures = pages.map(({ page, samples, shiftBytes }) =>
    samples.map((sample) => planeOf(page, sample, shiftBytes)),
  );
  const { kind } = (full?.pictures ?? pictures)[0]![0]!;
  if (!pictures.flat().every(({ kind: other }) => isSameKind(kind, other))) return null;
  if (full !== null) {
    const isReduced = first.width < full.width && first.height <= full.height && isSameShape(full, first);
    if (!isReduced || first.isTiled !== full.isTiled) return null;
  }
  const { width, height, isTiled } = first;
  return { width, height, isTiled, isQuick: pages.every(isQuicklyRead), pictures };
}

/** Colour in strips, or with other than 8 bits, must be converted to tiles first. */
function isQuicklyRead({ page, samples }: PlanePage): boolean {
  if (samples.length > 1 && !(page.isTiled && isReadable(page))) return false;
  if (samples.length === 1 && sampleKindOf(page)!.servedBits === null) return false;
  const [width, height, most] = page.isTiled
    ? [page.segmentWidth, page.segmentHeight, MAX_SERVED_TILE_SIDE_PX]
    : [page.width, page.height, MAX_STRIP_SIDE_PX];
  return Math.max(width, height) <= most;
}

function isSameKind(one: SampleKind, other: SampleKind): boolean {
  return one.bits === other.bits && one.isFloat === other.isFloat && one.isSigned === other.isSigned;
}

function unevenPlanes(): SlideFileError {
  return new SlideFileError(
    "unsupported",
    "The planes of this file differ in size or format, or use a compression Parfocal cannot read.",
  );
}
