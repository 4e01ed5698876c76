/**
 * Builds small OME-TIFF files with several planes, for tests: any order of planes, type of samples and byte order, with
 * smaller levels.
 */
import { deflateSync } from "node:zlib";
import type { Plane } from "../slide-source.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { buildTiff, type FieldValue, type PageSpec } from "./build-tiff.ts";

/** Storage of samples by OME's name: TIFF sample format and bits. */
const STORED = {
  uint8: { format: 1, bits: 8 },
  int8: { format: 2, bits: 8 },
  uint16: { format: 1, bits: 16 },
  int16: { format: 2, bits: 16 },
  float: { format: 3, bits: 32 },
} as const;

export interface OmeTiffSpec {
  readonly width: number;
  readonly height: number;
  readonly channels?: number;
  readonly depths?: number;
  readonly times?: number;
  readonly type?: keyof typeof STORED;
  /** Default: `XYCZT`. */
  readonly dimensionOrder?: string;
  readonly isBigEndian?: boolean;
  /** Side of the tiles; default: one strip. */
  readonly tilePx?: number;
  /** Number of reduced levels as SubIFDs of each plane; default: 0. */
  readonly halvings?: number;
  /** Deflate with horizontal differences. */
  readonly isPacked?: boolean;
  /** All channels in one page: interleaved, or one plane after another. */
  readonly channelsInPage?: "interleaved" | "planar";
  /** Returns the XML of the file, given the default XML. */
  readonly xml?: (usual: string) => string;
  /** Contents of `Pixels`, instead of one TiffData for all planes. */
  readonly tiffData?: string;
  /** Attributes of each channel. */
  readonly channelAttributes?: (channel: number) => string;
  readonly pixelsAttributes?: string;
  /** Reorders the pages in the file's chain; default: unchanged. */
  readonly pageOrder?: (pages: PageSpec[]) => PageSpec[];
}

/** Value of each pixel of a plane, at each level: different everywhere, and within 15 bits. */
export function sampleAt({ channel, depth, time }: Plane, x: number, y: number): number {
  return (channel * 5000 + depth * 700 + time * 90 + x * 3 + y * 7) % 32_768;
}

export function buildOmeTiff(spec: OmeTiffSpec): Buffer {
  const { isBigEndian = false, pageOrder = (pages) => pages } = spec;
  const pages = pageOrder(pagesOf(spec));
  const [first, ...rest] = pages;
  return buildTiff({ isBigEndian, pages: [{ ...first!, description: xmlOf(spec) }, ...rest] });
}

function xmlOf(spec: OmeTiffSpec): string {
  const { width, height, channels = 1, depths = 1, times = 1, type = "uint16", dimensionOrder = "XYCZT" } = spec;
  const samples = spec.channelsInPage ? channels : 1;
  const elements = Array.from({ length: channels / samples }, (_, channel) => {
    return `<Channel ID="Channel:0:${channel}" SamplesPerPixel="${samples}" ${spec.channelAttributes?.(channel) ?? ""}/>`;
  });
  const usual = `<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="${dimensionOrder}" Type="${type}" SizeX="${width}" SizeY="${height}" SizeC="${channels}" SizeZ="${depths}" SizeT="${times}" ${spec.pixelsAttributes ?? ""}>${elements.join("")}${spec.tiffData ?? "<TiffData/>"}</Pixels></Image></OME>`;
  return spec.xml?.(usual) ?? usual;
}

function pagesOf(spec: OmeTiffSpec): PageSpec[] {
  const { channels = 1, depths = 1, times = 1, dimensionOrder = "XYCZT", halvings = 0 } = spec;
  const counts: Record<string, number> = { C: spec.channelsInPage ? 1 : channels, Z: depths, T: times };
  const [fast, middle, slow] = [...dimensionOrder.slice(2)] as [string, string, string];
  const pages: PageSpec[] = [];
  for (let c = 0; c < counts[slow]!; c++) {
    for (let b = 0; b < counts[middle]!; b++) {
      for (let a = 0; a < counts[fast]!; a++) {
        const place = { [slow]: c, [middle]: b, [fast]: a };
        const plane: Plane = { channel: place.C!, depth: place.Z!, time: place.T! };
        const subPages = Array.from({ length: halvings }, (_, index) => pageOf(spec, plane, index + 1));
        pages.push({ ...pageOf(spec, plane, 0), subPages });
      }
    }
  }
  return pages;
}

function pageOf(spec: OmeTiffSpec, plane: Plane, halvings: number): PageSpec {
  const { channels = 1, type = "uint16", tilePx, isPacked = false, channelsInPage } = spec;
  const width = Math.ceil(spec.width / 2 ** halvings);
  const height = Math.ceil(spec.height / 2 ** halvings);
  const { format, bits } = STORED[type];
  const together = channelsInPage ? Array.from({ length: channels }, (_, channel) => channel) : [plane.channel];
  const inSegment = channelsInPage === "planar" ? together.map((channel) => [channel]) : [together];
  const [tileWidth, tileHeight] = tilePx ? [tilePx, tilePx] : [width, height];
  const segments: Uint8Array[] = [];
  for (const of of inSegment) {
    for (let top = 0; top < height; top += tileHeight) {
      for (let left = 0; left < width; left += tileWidth) {
        segments.push(segmentOf(spec, plane, of, { left, top, width: tileWidth, height: tileHeight }));
      }
    }
  }
  const short = (value: number): FieldValue => ({ type: 3, values: [value] });
  const fields: Record<number, FieldValue> = {
    [TAG.sampleFormat]: short(format),
    [TAG.planarConfiguration]: short(channelsInPage === "planar" ? 2 : 1),
  };
  if (isPacked) fields[TAG.predictor] = short(2);
  if (halvings > 0) fields[TAG.newSubfileType] = short(1);
  return {
    width,
    height,
    samplesPerPixel: together.length,
    bitsPerSample: bits,
    photometric: 1,
    compression: isPacked ? 8 : 1,
    segments,
    ...(tilePx ? { tile: { width: tilePx, height: tilePx } } : {}),
    fields,
  };
}

function segmentOf(
  { type = "uint16", isBigEndian = false, isPacked = false }: OmeTiffSpec,
  plane: Plane,
  channels: readonly number[],
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Uint8Array {
  const { bits } = STORED[type];
  const size = bits / 8;
  const bytes = Buffer.alloc(width * height * channels.length * size);
  const put = (value: number, at: number) => {
    if (type === "float") isBigEndian ? bytes.writeFloatBE(value, at) : bytes.writeFloatLE(value, at);
    else if (size === 1) bytes[at] = value;
    else isBigEndian ? bytes.writeUInt16BE(value & 0xffff, at) : bytes.writeUInt16LE(value & 0xffff, at);
  };
  let at = 0;
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      for (const channel of channels) {
        const before = x > left && isPacked ? storedSample(type, { ...plane, channel }, x - 1, y) : 0;
        put(storedSample(type, { ...plane, channel }, x, y) - before, at);
        at += size;
      }
    }
  }
  return isPacked ? deflateSync(bytes) : bytes;
}

/**
 * Bytes are the fastest-changing ones of `sampleAt`; signed numbers are centred on 0; fractions range from -1 to about
 * 15.
 */
function storedSample(type: keyof typeof STORED, plane: Plane, x: number, y: number): number {
  const sample = sampleAt(plane, x, y);
  if (type === "float") return sample / 2048 - 1;
  if (type === "int16") return sample - 16_384;
  if (type === "int8") return (sample & 255) - 128;
  return type === "uint8" ? sample & 255 : sample;
}
