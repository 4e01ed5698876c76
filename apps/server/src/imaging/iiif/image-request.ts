/**
 * Reads the parts of a IIIF image request: `{region}/{size}/{rotation}/{quality}.{format}`.
 *
 * Source: IIIF Image API 3.0, section 4 (parameters) and 4.7 (canonical form).
 */
import { AppError } from "@parfocal/core/errors.ts";
import {
  REGION_MAX_AREA_PX,
  REGION_MAX_SIDE_PX,
  type RegionFormat,
  type RegionQuality,
  type RegionRequest,
} from "@parfocal/slides/region/render-region.ts";
import type { Rectangle, Size } from "@parfocal/slides/region/upright-frame.ts";

export interface ImageRequestTexts {
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  /** `{quality}.{format}` */
  readonly file: string;
}

const QUALITIES: Readonly<Record<string, RegionQuality>> = {
  default: "color",
  color: "color",
  gray: "gray",
  bitonal: "bitonal",
};

const FORMATS: readonly RegionFormat[] = ["jpg", "png", "webp"];

const INTEGERS = /^(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/;
const NUMBER = String.raw`\d{1,9}(?:\.\d{1,10})?`;
const PERCENTS = new RegExp(`^pct:(${NUMBER}),(${NUMBER}),(${NUMBER}),(${NUMBER})$`);
const SIZE = /^(\^?)(!?)(\d{0,9}),(\d{0,9})$/;
const SIZE_PERCENT = new RegExp(`^(\\^?)pct:(${NUMBER})$`);
const ROTATION = new RegExp(`^(!?)(${NUMBER})$`);
const FILE = /^([a-z]+)\.([a-z0-9]+)$/;

/**
 * @param full size of the whole image, px.
 * @throws AppError `invalid` with a message about the invalid part.
 */
export function readImageRequest(texts: ImageRequestTexts, full: Size): RegionRequest {
  const region = readRegion(texts.region, full);
  return { region, size: readSize(texts.size, region), ...readRotation(texts.rotation), ...readFile(texts.file) };
}

/** The canonical form of all requests for the same image. */
export function canonicalRequest(request: RegionRequest, full: Size): string {
  const { region, size, isMirrored, rotationDeg, quality, format } = request;
  const { left, top, width, height } = region;
  const isFull = width === full.width && height === full.height;
  const isUpscaled = size.width > width || size.height > height;
  const isMax = isSameSize(size, largestSize(region, region));
  const parts = [
    isFull ? "full" : `${left},${top},${width},${height}`,
    isMax ? "max" : `${isUpscaled ? "^" : ""}${size.width},${size.height}`,
    `${isMirrored ? "!" : ""}${rotationDeg}`,
    `${quality === "color" ? "default" : quality}.${format}`,
  ];
  return parts.join("/");
}

function readRegion(text: string, full: Size): Rectangle {
  if (text === "full") return { left: 0, top: 0, ...full };
  if (text === "square") {
    const side = Math.min(full.width, full.height);
    const middle = (length: number) => Math.floor((length - side) / 2);
    return { left: middle(full.width), top: middle(full.height), width: side, height: side };
  }
  const [left, top, width, height] = readPlace(text, full);
  const region = {
    left,
    top,
    width: Math.min(width, full.width - left),
    height: Math.min(height, full.height - top),
  };
  if (region.width < 1 || region.height < 1) throw invalidRequest("The region is empty or outside the image.");
  return region;
}

function readPlace(text: string, full: Size): [left: number, top: number, width: number, height: number] {
  const pixels = INTEGERS.exec(text);
  if (pixels) return pixels.slice(1).map(Number) as [number, number, number, number];
  const percents = PERCENTS.exec(text);
  if (!percents) throw invalidRequest("The region must be full, square, x,y,w,h or pct:x,y,w,h.");
  const [x = 0, y = 0, w = 0, h = 0] = percents.slice(1).map(Number);
  const pxOf = (percent: number, length: number) => Math.round((percent * length) / 100);
  return [pxOf(x, full.width), pxOf(y, full.height), pxOf(w, full.width), pxOf(h, full.height)];
}

function readSize(text: string, region: Size): Size {
  const { size, isUpscalingRequested } = sizeOf(text, region);
  if (Math.min(size.width, size.height) < 1) throw invalidRequest("The image would have no pixels.");
  if (!isUpscalingRequested && (size.width > region.width || size.height > region.height)) {
    throw invalidRequest("The image would be larger than the region. Put ^ before the size to enlarge it.");
  }
  if (Math.max(size.width, size.height) > REGION_MAX_SIDE_PX || size.width * size.height > REGION_MAX_AREA_PX) {
    throw invalidRequest("The image would exceed maxWidth, maxHeight or maxArea of info.json.");
  }
  return size;
}

function sizeOf(text: string, region: Size): { size: Size; isUpscalingRequested: boolean } {
  if (text === "max") return { size: largestSize(region, region), isUpscalingRequested: false };
  if (text === "^max") {
    const limit = { width: REGION_MAX_SIDE_PX, height: REGION_MAX_SIDE_PX };
    return { size: largestSize(region, limit), isUpscalingRequested: true };
  }
  const percent = SIZE_PERCENT.exec(text);
  if (percent) {
    const share = Number(percent[2]) / 100;
    return { size: scaled(region, share), isUpscalingRequested: percent[1] === "^" };
  }
  const [whole, up, confined, width, height] = SIZE.exec(text) ?? [];
  if (whole === undefined || (width === "" && height === "") || (confined && !(width && height))) {
    throw invalidRequest("The size must be max, w, or ,h or w,h or !w,h or pct:n, with ^ before it to enlarge.");
  }
  const isUpscalingRequested = up === "^";
  const [requestedWidth, requestedHeight] = [Number(width), Number(height)];
  if (confined) {
    const box = {
      width: isUpscalingRequested ? requestedWidth : Math.min(requestedWidth, region.width),
      height: isUpscalingRequested ? requestedHeight : Math.min(requestedHeight, region.height),
    };
    return { size: largestSize(region, box), isUpscalingRequested };
  }
  if (height === "") return { size: scaled(region, requestedWidth / region.width), isUpscalingRequested };
  if (width === "") return { size: scaled(region, requestedHeight / region.height), isUpscalingRequested };
  return { size: { width: requestedWidth, height: requestedHeight }, isUpscalingRequested };
}

/** The largest size with a region's aspect ratio within a box and within the limits. */
export function largestSize(region: Size, box: Size): Size {
  const share = Math.min(
    Math.min(box.width, REGION_MAX_SIDE_PX) / region.width,
    Math.min(box.height, REGION_MAX_SIDE_PX) / region.height,
    Math.sqrt(REGION_MAX_AREA_PX / (region.width * region.height)),
  );
  const size = scaled(region, share);
  // If both sides are rounded up, the area can exceed the limit.
  const isTooLarge = size.width * size.height > REGION_MAX_AREA_PX;
  return isTooLarge ? { width: Math.floor(region.width * share), height: Math.floor(region.height * share) } : size;
}

/** Thin images keep at least one pixel, but an empty region stays empty. */
function scaled({ width, height }: Size, share: number): Size {
  const sideOf = (length: number) => (share > 0 ? Math.max(1, Math.round(length * share)) : 0);
  return { width: sideOf(width), height: sideOf(height) };
}

function readRotation(text: string): Pick<RegionRequest, "isMirrored" | "rotationDeg"> {
  const [, mirror, degrees] = ROTATION.exec(text) ?? [];
  const rotationDeg = Number(degrees);
  if (!(rotationDeg <= 360))
    throw invalidRequest("The rotation must be a number from 0 to 360, with ! before it to mirror.");
  return { isMirrored: mirror === "!", rotationDeg: rotationDeg % 360 };
}

function readFile(text: string): Pick<RegionRequest, "quality" | "format"> {
  const [, qualityName = "", formatName = ""] = FILE.exec(text) ?? [];
  const quality = Object.hasOwn(QUALITIES, qualityName) ? QUALITIES[qualityName] : undefined;
  const format = FORMATS.find((known) => known === formatName);
  if (!quality) throw invalidRequest(`The quality must be one of ${Object.keys(QUALITIES).join(", ")}.`);
  if (!format) throw invalidRequest(`The format must be one of ${FORMATS.join(", ")}.`);
  return { quality, format };
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height;

const invalidRequest = (message: string) => new AppError("invalid", message);
