/**
 * The stored and transmitted form of nuclei: columns of numbers, about 110 bytes per nucleus, read without parsing.
 * Little-endian:
 *
 *     uint32   number of nuclei n, number of corners c of all outlines
 *     float32  n times each: centroid x, centroid y (slide px), area (µm²), circularity, hematoxylin mean, DAB mean
 *     uint16   n: corners of the outline
 *     uint8    n: class and intensity class
 *     int16    2 c: corners, from the centroid, in eighths of a slide px
 *
 * and if cells around the nuclei are outlined:
 *
 *     uint32   number of corners c of all outlines of cells
 *     uint16   n: corners of the outline
 *     int16    2 c: corners, as above
 */
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import type { CellClass, IntensityClass, Nucleus } from "./nucleus.ts";

/** Many nuclei in slide pixels. Outline of nucleus i: vertices `starts[i]` to `starts[i + 1]`, x and y alternating. */
export interface PackedNuclei {
  readonly count: number;
  /** Slide px: x0, y0, x1, y1 … */
  readonly centroids: Float32Array;
  readonly areasSquareMicrometres: Float32Array;
  readonly circularities: Float32Array;
  readonly hematoxylinMeans: Float32Array;
  readonly dabMeans: Float32Array;
  /** Index into `CELL_CLASSES`. */
  readonly classes: Uint8Array;
  readonly intensities: Uint8Array;
  /** Index of the first vertex of each outline; one more entry than nuclei. */
  readonly starts: Uint32Array;
  /** Slide px: x0, y0, x1, y1 … of all outlines. */
  readonly corners: Float32Array;
  /** Outlines of the cells, in the same form; 0 for each if they are not outlined. */
  readonly cellStarts: Uint32Array;
  readonly cellCorners: Float32Array;
}

export const CELL_CLASSES: readonly CellClass[] = ["negative", "positive", "other"];

export type SlideNucleus = Omit<Nucleus, "cellOutlinePx"> & Partial<Pick<Nucleus, "cellOutlinePx">>;

const HEADER_BYTES = 8;
const FLOAT_COLUMNS = 6;
const FLOAT_BYTES = 4;
const EIGHTHS = 8;
const INT16_MAX = 32_767;
const CLASS_BITS = 3;
const MOST_CORNERS = 65_535;

const CORNER_BYTES = 4;
const LENGTH_BYTES = 2;

const bytesOf = (count: number, corners: number): number =>
  HEADER_BYTES + count * (FLOAT_COLUMNS * FLOAT_BYTES + LENGTH_BYTES + 1) + corners * CORNER_BYTES;

const bytesOfCells = (count: number, corners: number): number =>
  corners === 0 ? 0 : FLOAT_BYTES + count * LENGTH_BYTES + corners * CORNER_BYTES;

const NO_OUTLINE = new Float32Array(0);
const nucleusOutline = ({ outlinePx }: SlideNucleus): Float32Array => outlinePx;
const cellOutline = ({ cellOutlinePx = NO_OUTLINE }: SlideNucleus): Float32Array => cellOutlinePx;
const cornersOf = (outline: Float32Array): number => Math.min(MOST_CORNERS, outline.length / 2);

/** @param nuclei with centroids and outlines in slide px. */
export function packNuclei(nuclei: readonly SlideNucleus[]): Uint8Array<ArrayBuffer> {
  const sumOf = (outlineOf: typeof nucleusOutline): number =>
    nuclei.reduce((sum, nucleus) => sum + cornersOf(outlineOf(nucleus)), 0);
  const corners = sumOf(nucleusOutline);
  const cellCorners = sumOf(cellOutline);
  const view = new DataView(
    new ArrayBuffer(bytesOf(nuclei.length, corners) + bytesOfCells(nuclei.length, cellCorners)),
  );
  view.setUint32(0, nuclei.length, true);
  view.setUint32(4, corners, true);
  let at = HEADER_BYTES;
  const columns: readonly ((nucleus: SlideNucleus) => number)[] = [
    ({ centroidPx }) => centroidPx[0],
    ({ centroidPx }) => centroidPx[1],
    ({ areaSquareMicrometres }) => areaSquareMicrometres,
    ({ circularity }) => circularity,
    ({ hematoxylinMean }) => hematoxylinMean,
    ({ dabMean }) => dabMean,
  ];
  for (const column of columns)
    for (const nucleus of nuclei) {
      view.setFloat32(at, column(nucleus), true);
      at += FLOAT_BYTES;
    }
  const putLengths = (outlineOf: typeof nucleusOutline): void => {
    for (const nucleus of nuclei) {
      view.setUint16(at, cornersOf(outlineOf(nucleus)), true);
      at += LENGTH_BYTES;
    }
  };
  const putCorners = (outlineOf: typeof nucleusOutline): void => {
    for (const nucleus of nuclei) {
      const outline = outlineOf(nucleus);
      for (let index = 0; index < 2 * cornersOf(outline); index += 1) {
        const offset = outline[index]! - nucleus.centroidPx[index % 2]!;
        view.setInt16(at, Math.max(-INT16_MAX, Math.min(INT16_MAX, Math.round(offset * EIGHTHS))), true);
        at += 2;
      }
    }
  };
  putLengths(nucleusOutline);
  for (const { cellClass, intensityClass } of nuclei) {
    view.setUint8(at, CELL_CLASSES.indexOf(cellClass) | (intensityClass << CLASS_BITS));
    at += 1;
  }
  putCorners(nucleusOutline);
  if (cellCorners > 0) {
    view.setUint32(at, cellCorners, true);
    at += FLOAT_BYTES;
    putLengths(cellOutline);
    putCorners(cellOutline);
  }
  return new Uint8Array(view.buffer);
}

/** @throws RangeError if the bytes are not in the format of `packNuclei`. */
export function unpackNuclei(bytes: Uint8Array): PackedNuclei {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES) throw new RangeError("No packed nuclei.");
  const count = view.getUint32(0, true);
  const corners = view.getUint32(4, true);
  const cellsFrom = bytesOf(count, corners);
  const hasCells = bytes.byteLength >= cellsFrom + FLOAT_BYTES;
  const cornersOfCells = hasCells ? view.getUint32(cellsFrom, true) : 0;
  if (bytes.byteLength !== cellsFrom + bytesOfCells(count, cornersOfCells))
    throw new RangeError("The packed nuclei are incomplete.");
  let at = HEADER_BYTES;
  const floats = (): Float32Array => {
    const column = new Float32Array(count);
    for (let index = 0; index < count; index += 1, at += FLOAT_BYTES) column[index] = view.getFloat32(at, true);
    return column;
  };
  const [x, y, areasSquareMicrometres, circularities, hematoxylinMeans, dabMeans] = [
    floats(),
    floats(),
    floats(),
    floats(),
    floats(),
    floats(),
  ];
  const centroids = new Float32Array(2 * count);
  for (let index = 0; index < count; index += 1) {
    centroids[2 * index] = x[index]!;
    centroids[2 * index + 1] = y[index]!;
  }
  const lengths = (sum: number): Uint32Array => {
    const starts = new Uint32Array(count + 1);
    for (let index = 0; index < count; index += 1, at += LENGTH_BYTES)
      starts[index + 1] = starts[index]! + view.getUint16(at, true);
    if (starts[count] !== sum) throw new RangeError("The packed nuclei contradict themselves.");
    return starts;
  };
  const outlines = (starts: Uint32Array): Float32Array => {
    const outline = new Float32Array(2 * starts[count]!);
    for (let nucleus = 0; nucleus < count; nucleus += 1)
      for (let index = 2 * starts[nucleus]!; index < 2 * starts[nucleus + 1]!; index += 1, at += 2)
        outline[index] = centroids[2 * nucleus + (index % 2)]! + view.getInt16(at, true) / EIGHTHS;
    return outline;
  };
  const starts = lengths(corners);
  const classes = new Uint8Array(count);
  const intensities = new Uint8Array(count);
  for (let index = 0; index < count; index += 1, at += 1) {
    const both = view.getUint8(at);
    classes[index] = both & ((1 << CLASS_BITS) - 1);
    intensities[index] = both >> CLASS_BITS;
  }
  const outline = outlines(starts);
  at += FLOAT_BYTES;
  const cellStarts = hasCells ? lengths(cornersOfCells) : new Uint32Array(count + 1);
  const cellCorners = outlines(cellStarts);
  const columns = { areasSquareMicrometres, circularities, hematoxylinMeans, dabMeans, classes, intensities };
  return { count, centroids, ...columns, starts, corners: outline, cellStarts, cellCorners };
}

/** Concatenates the nuclei of several parts. */
export function joinNuclei(parts: readonly PackedNuclei[]): PackedNuclei {
  const floats = (column: (part: PackedNuclei) => Float32Array): Float32Array => {
    const joined = new Float32Array(parts.reduce((sum, part) => sum + column(part).length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(column(part), at);
      at += column(part).length;
    }
    return joined;
  };
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const startsOf = (column: (part: PackedNuclei) => Uint32Array): Uint32Array => {
    const starts = new Uint32Array(count + 1);
    let at = 0;
    let corner = 0;
    for (const part of parts) {
      const own = column(part);
      for (let index = 0; index < part.count; index += 1) starts[at + index] = corner + own[index]!;
      at += part.count;
      corner += own[part.count]!;
    }
    starts[count] = corner;
    return starts;
  };
  const classes = new Uint8Array(count);
  const intensities = new Uint8Array(count);
  let at = 0;
  for (const part of parts) {
    classes.set(part.classes, at);
    intensities.set(part.intensities, at);
    at += part.count;
  }
  return {
    count,
    centroids: floats((part) => part.centroids),
    areasSquareMicrometres: floats((part) => part.areasSquareMicrometres),
    circularities: floats((part) => part.circularities),
    hematoxylinMeans: floats((part) => part.hematoxylinMeans),
    dabMeans: floats((part) => part.dabMeans),
    classes,
    intensities,
    starts: startsOf((part) => part.starts),
    corners: floats((part) => part.corners),
    cellStarts: startsOf((part) => part.cellStarts),
    cellCorners: floats((part) => part.cellCorners),
  };
}

export const NO_NUCLEI: PackedNuclei = joinNuclei([]);

/** The fields of nucleus `index` that `summariseNuclei` needs. */
export function factsOfNucleus(nuclei: PackedNuclei, index: number) {
  return {
    cellClass: CELL_CLASSES[nuclei.classes[index]!] ?? "other",
    intensityClass: nuclei.intensities[index] as IntensityClass,
    areaSquareMicrometres: nuclei.areasSquareMicrometres[index]!,
  };
}

/** @returns its outline, slide px; null: none. */
export function outlineOfNucleus(
  { starts, corners }: Pick<PackedNuclei, "starts" | "corners">,
  nucleus: number,
): Shape | null {
  const ring: SlidePoint[] = [];
  for (let corner = starts[nucleus]!; corner < starts[nucleus + 1]!; corner += 1)
    ring.push([corners[2 * corner]!, corners[2 * corner + 1]!]);
  return ring.length > 2 ? { kind: "polygon", rings: [ring] } : null;
}
