/**
 * Reads the head of a JPEG 2000 codestream and checks it before decoding: sides, components, depth and subdivision, so
 * that a few bytes cannot make the decoder allocate gigabytes.
 *
 * Source: ITU-T T.800, annex A (SIZ: A.5.1, COD: A.6.1).
 */
import { SlideFileError } from "../slide-source.ts";
import { CODESTREAM_SIGNATURE, damagedJpeg2000 } from "./jp2-boxes.ts";

export interface Jpeg2000Header {
  readonly width: number;
  readonly height: number;
  /** Start of the image and of the first tile on the reference grid. */
  readonly left: number;
  readonly top: number;
  readonly tileLeft: number;
  readonly tileTop: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Number of tiles. */
  readonly tiles: number;
  readonly channels: 1 | 3;
  /** Bits per sample, 1 to 16. */
  readonly bits: number;
  readonly isSigned: boolean;
  /** Whether the second and third component have half the columns, and possibly half the rows: they are then chroma. */
  readonly isSubsampled: boolean;
  /** Position of the first tile part's marker in the codestream. */
  readonly tilesStart: number;
}

const MARKER = { codingStyle: 0xff52, startOfTile: 0xff90, startOfData: 0xff93, endOfCodestream: 0xffd9 } as const;
const MAX_MARKERS = 1000;
const MAX_TILES = 65_535;
const MAX_DECOMPOSITIONS = 32;
/** Each costs the decoder about a hundred bytes, even if empty. */
const MAX_PRECINCTS = 1_000_000;
/** The exponent used if a codestream does not divide its resolutions into precincts. */
const UNDIVIDED_EXPONENT = 15;

interface CodingStyle {
  readonly decompositions: number;
  /** By resolution, smallest first. */
  readonly precincts: readonly { readonly x: number; readonly y: number }[];
}

/**
 * @param codestream from its start; it may be incomplete, but must reach the first tile.
 * @throws SlideFileError `damaged`, or `unsupported` for depths and samplings that the decoder cannot combine.
 */
export function readJpeg2000Header(codestream: Buffer): Jpeg2000Header {
  const size = readSize(codestream);
  const { style, tilesStart } = readCodingStyle(codestream, 4 + codestream.readUInt16BE(4));
  const { width, height, channels } = size;
  if (countPrecincts(width, height, style) * channels > MAX_PRECINCTS) {
    throw new SlideFileError("tooLarge", "This JPEG 2000 image has too many tiles or precincts to be read.");
  }
  return { ...size, tilesStart };
}

function readSize(bytes: Buffer) {
  if (!CODESTREAM_SIGNATURE.every((byte, index) => bytes[index] === byte)) throw damagedJpeg2000();
  if (bytes.length < 42) throw damagedJpeg2000();
  const length = bytes.readUInt16BE(4);
  const number = (at: number) => bytes.readUInt32BE(at);
  const [right, bottom, left, top] = [number(8), number(12), number(16), number(20)];
  const [tileWidth, tileHeight, tileLeft, tileTop] = [number(24), number(28), number(32), number(36)];
  const count = bytes.readUInt16BE(40);
  if (length !== 38 + 3 * count || bytes.length < 4 + length) throw damagedJpeg2000();
  const isInOrder = left < right && top < bottom && tileLeft <= left && tileTop <= top;
  if (!isInOrder || tileWidth === 0 || tileHeight === 0) throw damagedJpeg2000();
  if (tileLeft + tileWidth <= left || tileTop + tileHeight <= top) throw damagedJpeg2000();
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  if (tiles > MAX_TILES) throw damagedJpeg2000();
  const components = Array.from({ length: Math.min(count, 3) }, (_, index) => {
    const at = 42 + index * 3;
    return { depth: bytes[at]!, x: bytes[at + 1]!, y: bytes[at + 2]! };
  });
  const channels = count;
  const [first] = components;
  if (first === undefined) throw damagedJpeg2000();
  const bits = (first.depth & 0x7f) + 1;
  const isSigned = first.depth >= 0x80;
  if (channels !== 1 && channels !== 3) {
    throw unsupported(`${channels} components`);
  }
  if (components.some(({ depth }) => depth !== first.depth)) throw unsupported("components of different depths");
  if (bits > 16) throw unsupported(`samples of ${bits} bits`);
  // The decoder supports negative values only in grey images of 16 bits.
  if (isSigned && (channels > 1 || bits <= 8)) throw unsupported("signed samples");
  const isSubsampled = checkSampling(components);
  return {
    width: right - left,
    height: bottom - top,
    left,
    top,
    tileLeft,
    tileTop,
    tileWidth,
    tileHeight,
    tiles,
    channels,
    bits,
    isSigned,
    isSubsampled,
  } as const;
}

/** @returns whether chroma is stored in fewer columns. */
function checkSampling(components: readonly { readonly x: number; readonly y: number }[]): boolean {
  const ratios = components.map(({ x, y }) => `${x}x${y}`).join(" ");
  if (components.every(({ x, y }) => x === 1 && y === 1)) return false;
  if (ratios === "1x1 2x1 2x1" || ratios === "1x1 2x2 2x2") return true;
  throw unsupported(`components of ${ratios} sampling`);
}

function readCodingStyle(bytes: Buffer, start: number): { style: CodingStyle; tilesStart: number } {
  let style: CodingStyle | null = null;
  let at = start;
  for (let count = 0; count < MAX_MARKERS && at + 4 <= bytes.length; count++) {
    const marker = bytes.readUInt16BE(at);
    if (marker === MARKER.startOfTile) {
      if (style === null) throw damagedJpeg2000();
      return { style, tilesStart: at };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xff00 || marker === MARKER.endOfCodestream || marker === MARKER.startOfData || length < 2) break;
    if (marker === MARKER.codingStyle) style = parseCodingStyle(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  throw damagedJpeg2000();
}

function parseCodingStyle(body: Buffer): CodingStyle {
  if (body.length < 10) throw damagedJpeg2000();
  const decompositions = body[5]!;
  if (decompositions > MAX_DECOMPOSITIONS) throw damagedJpeg2000();
  const hasPrecincts = (body[0]! & 1) === 1;
  if (hasPrecincts && body.length < 10 + decompositions + 1) throw damagedJpeg2000();
  const precincts = Array.from({ length: decompositions + 1 }, (_, resolution) => {
    if (!hasPrecincts) return { x: UNDIVIDED_EXPONENT, y: UNDIVIDED_EXPONENT };
    const exponents = body[10 + resolution]!;
    return { x: exponents & 15, y: exponents >> 4 };
  });
  return { decompositions, precincts };
}

/** Approximate number in one component: precincts divided by tile borders are counted once. */
function countPrecincts(width: number, height: number, { decompositions, precincts }: CodingStyle): number {
  return precincts.reduce((sum, { x, y }, resolution) => {
    const scale = 2 ** (decompositions - resolution);
    return sum + Math.ceil(width / scale / 2 ** x) * Math.ceil(height / scale / 2 ** y);
  }, 0);
}

function unsupported(what: string): SlideFileError {
  const message = `Parfocal cannot show this type of JPEG 2000 (${what}).`;
  return new SlideFileError("unsupported", message);
}
