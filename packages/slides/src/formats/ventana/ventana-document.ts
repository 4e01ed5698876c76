/**
 * The XML of a Ventana slide (BIF, or a TIFF of the iScan): scanner metadata, and the overlaps of its tiles.
 *
 * A slide has areas (AOI), each a grid of camera images that are the file's tiles. For each pair of neighbours the
 * XML contains the overlap in pixels and its confidence. Tiles are numbered from the lower left, row by row upwards,
 * every second row from right to left; in the file they are in normal TIFF order.
 *
 * Source: OpenSlide, "Ventana format"; Roche, "BIF image file format for digital pathology".
 */
import { type PixelSizeUm, SlideFileError } from "../../slide-source.ts";
import { readPositiveNumber } from "../../tiff/description-pairs.ts";
import { MAX_SEGMENTS } from "../../tiff/read-tiff.ts";
import {
  attributeOf,
  damagedXml,
  elementAt,
  elementsOf,
  readXml,
  wholeAttribute,
  type XmlElement,
} from "../../xml/read-xml.ts";
import { takeOutJoints } from "./tile-joints.ts";

export interface VentanaScan {
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly objectivePower: number | null;
  readonly depths: number;
  readonly properties: Readonly<Record<string, string>>;
}

/** Tiles of the first level that were scanned together. */
export interface VentanaArea {
  readonly firstColumn: number;
  readonly firstRow: number;
  readonly columns: number;
  readonly rows: number;
}

export interface VentanaStitching {
  readonly areas: readonly VentanaArea[];
  /**
   * Distance between neighbouring tiles, in pixels of the first level: less than a tile where tiles overlap. Not always
   * an integer.
   */
  readonly advanceX: number;
  readonly advanceY: number;
}

interface TileSize {
  readonly width: number;
  readonly height: number;
}

/** Maximum overlap, or gap, of neighbouring tiles as a fraction of their size; larger values are implausible. */
const MAX_OVERLAP = 0.5;
const MAX_AREAS = 10_000;

/** @param xmp with an element `iScan`, as the root or below `EncodeInfo`. */
export function parseVentanaScan(xmp: string): VentanaScan {
  const root = readXml(xmp);
  const scan = root.name === "iScan" ? root : elementAt(root, "SlideInfo", "iScan");
  const um = readPositiveNumber(attributeOf(scan, "ScanRes"));
  const stated = Object.entries(scan?.attributes ?? {}).filter(([, value]) => value.trim() !== "");
  return {
    pixelSizeUm: um === null ? null : { x: um, y: um },
    objectivePower: readPositiveNumber(attributeOf(scan, "Magnification")),
    depths: wholeAttribute(scan, "Z-layers") ?? 1,
    properties: Object.fromEntries(
      stated.slice(0, 200).map(([name, value]) => [`ventana.${name.slice(0, 100)}`, value.trim().slice(0, 1000)]),
    ),
  };
}

/**
 * @param xmp with the root `EncodeInfo`.
 * @param tile size of a tile of the first level.
 * @returns null if it contains no areas.
 * @throws SlideFileError if the areas are impossible.
 */
export function parseVentanaStitching(xmp: string, tile: TileSize): VentanaStitching | null {
  const { rest, sums } = takeOutJoints(xmp, tile);
  const root = readXml(rest);
  const infos = elementsOf(elementAt(root, "SlideStitchInfo"), "ImageInfo");
  const origins = elementAt(root, "AoiOrigin")?.elements ?? [];
  if (infos.length === 0 || origins.length === 0) return null;
  if (infos.length !== origins.length || infos.length !== sums.length || infos.length > MAX_AREAS)
    throw damagedXml("areas without origins");
  const scanned = infos.flatMap((info, index) =>
    wholeAttribute(info, "AOIScanned") === 0
      ? []
      : [{ area: areaOf(info, origins[index]!, tile), joints: sums[index]! }],
  );
  if (scanned.length === 0) return null;
  const tiles = scanned.reduce((sum, { area }) => sum + area.columns * area.rows, 0);
  if (tiles > MAX_SEGMENTS) throw new SlideFileError("tooLarge", `This file has more than ${MAX_SEGMENTS} tiles.`);
  return {
    areas: scanned.map(({ area }) => area),
    advanceX:
      tile.width -
      meanOverlap(
        scanned.map(({ joints }) => joints.x),
        tile.width,
      ),
    advanceY:
      tile.height -
      meanOverlap(
        scanned.map(({ joints }) => joints.y),
        tile.height,
      ),
  };
}

function areaOf(info: XmlElement, origin: XmlElement, tile: TileSize): VentanaArea {
  const [width, height] = [wholeAttribute(info, "Width"), wholeAttribute(info, "Height")];
  const [left, top] = [wholeAttribute(origin, "OriginX"), wholeAttribute(origin, "OriginY")];
  const [columns, rows] = [wholeAttribute(info, "NumCols"), wholeAttribute(info, "NumRows")];
  const isOfTiles = width === tile.width && height === tile.height;
  if (!isOfTiles || left === null || top === null || columns === null || rows === null) throw damagedXml("an area");
  if (left < 0 || top < 0 || left % width !== 0 || top % height !== 0) throw damagedXml("an area between tiles");
  if (columns < 1 || rows < 1 || columns > MAX_SEGMENTS || rows > MAX_SEGMENTS) throw damagedXml("an empty area");
  return { firstColumn: left / width, firstRow: top / height, columns, rows };
}

function meanOverlap(sums: readonly { readonly sum: number; readonly weight: number }[], tileSide: number): number {
  const weight = sums.reduce((total, one) => total + one.weight, 0);
  const mean = weight === 0 ? 0 : sums.reduce((total, one) => total + one.sum, 0) / weight;
  if (Math.abs(mean) > tileSide * MAX_OVERLAP) throw damagedXml("an overlap");
  return mean;
}
