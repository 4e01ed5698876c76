/**
 * Writes Ventana BIF files for tests, according to OpenSlide's description of the format: overlapping camera images of
 * one scene, and smaller levels of the same images reduced and placed side by side.
 */
import { cutPicture, encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import { buildTiff, type PageSpec } from "./build-tiff.ts";
import { partOf } from "./pictures.ts";

export interface VentanaSpec {
  /** The specimen under the microscope, at full resolution. */
  readonly scene: RawPicture;
  readonly columns: number;
  readonly rows: number;
  readonly tile: number;
  readonly overlapX: number;
  readonly overlapY: number;
  /** Number of levels, each half the size of the previous one. */
  readonly levels?: number;
  /** Origin of the only area, in tiles. */
  readonly origin?: { readonly column: number; readonly row: number };
  readonly scanAttributes?: string;
  /** Changes the description of the tiles before it is written; "": no description. */
  readonly change?: (xml: string) => string;
}

const QUALITY = 95;

export async function buildVentana(spec: VentanaSpec): Promise<Buffer> {
  const { tile, levels = 1, change = (xml) => xml, origin = { column: 0, row: 0 } } = spec;
  const [columns, rows] = [origin.column + spec.columns, origin.row + spec.rows];
  const scan = `<?xml version="1.0"?><iScan Magnification="20" ScanRes="0.465" UnitNumber="2000515" Z-layers="1" ScannerModel="iScan Coreo" Barcode1D="A1" ${spec.scanAttributes ?? ""}></iScan>`;
  const label = await encodeJpeg(partOf(spec.scene, 0, 0, 40, 30), QUALITY);
  const pages: PageSpec[] = [
    {
      width: 40,
      height: 30,
      segments: [label.bytes],
      compression: 7,
      photometric: 6,
      description: "Label Image",
      fields: { 700: { type: 7, bytes: Buffer.from(scan) } },
    },
  ];
  let pictures: (RawPicture | null)[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column - origin.column, row - origin.row];
      const isIn = x >= 0 && y >= 0;
      const [left, top] = [x * (tile - spec.overlapX), y * (tile - spec.overlapY)];
      pictures.push(isIn ? cutPicture(spec.scene, { left, top, width: tile, height: tile }) : null);
    }
  }
  let [across, down] = [columns, rows];
  for (let level = 0; level < levels; level++) {
    const segments = await Promise.all(
      pictures.map(async (one) => (one === null ? Buffer.alloc(0) : (await encodeJpeg(one, QUALITY)).bytes)),
    );
    const encoding = level === 0 ? change(stitchingXml(spec, origin)) : "";
    pages.push({
      width: across * tile,
      height: down * tile,
      tile: { width: tile, height: tile },
      segments,
      compression: 7,
      photometric: 6,
      description: `level=${level} mag=${20 / 2 ** level} quality=95`,
      ...(encoding === "" ? {} : { fields: { 700: { type: 7 as const, bytes: Buffer.from(encoding) } } }),
    });
    pictures = joined(pictures, across, down, tile);
    [across, down] = [Math.ceil(across / 2), Math.ceil(down / 2)];
  }
  return buildTiff({ isBigTiff: true, pages });
}

/** Groups of two by two, reduced by half and placed side by side. */
function joined(pictures: readonly (RawPicture | null)[], across: number, down: number, tile: number) {
  const half = tile / 2;
  const all: (RawPicture | null)[] = [];
  for (let row = 0; row < down; row += 2) {
    for (let column = 0; column < across; column += 2) {
      const samples = Buffer.alloc(tile * tile * 3, 255);
      let isEmpty = true;
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const one = column + x < across && row + y < down ? pictures[(row + y) * across + column + x] : null;
        if (!one) continue;
        isEmpty = false;
        for (let at = 0; at < half * half * 3; at++) {
          const [channel, px, py] = [at % 3, Math.floor(at / 3) % half, Math.floor(at / 3 / half)];
          const from = (dx: number, dy: number) => one.samples[((py * 2 + dy) * tile + px * 2 + dx) * 3 + channel]!;
          const mean = (from(0, 0) + from(1, 0) + from(0, 1) + from(1, 1)) / 4;
          samples[((y * half + py) * tile + x * half + px) * 3 + channel] = Math.round(mean);
        }
      }
      all.push(isEmpty ? null : { width: tile, height: tile, channels: 3, samples });
    }
  }
  return all;
}

function stitchingXml(spec: VentanaSpec, origin: { readonly column: number; readonly row: number }): string {
  const { columns, rows, tile, overlapX, overlapY } = spec;
  const numberOf = (column: number, row: number) => {
    const up = rows - 1 - row;
    return up * columns + (up % 2 === 0 ? column : columns - 1 - column) + 1;
  };
  const joints: string[] = [];
  const joint = (direction: string, one: number, other: number, x: number, y: number) =>
    joints.push(
      `<TileJointInfo FlagJoined="1" Confidence="100" Direction="${direction}" Tile1="${one}" Tile2="${other}" OverlapX="${x}" OverlapY="${y}"/>`,
    );
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (column + 1 < columns) joint("RIGHT", numberOf(column, row), numberOf(column + 1, row), overlapX, 0);
      if (row > 0) joint("UP", numberOf(column, row), numberOf(column, row - 1), 0, overlapY);
    }
  }
  return `<?xml version="1.0"?><EncodeInfo Ver="2"><SlideInfo/><SlideStitchInfo><ImageInfo AOIScanned="1" AOIIndex="0" Pos-X="0" Pos-Y="0" NumRows="${rows}" NumCols="${columns}" Width="${tile}" Height="${tile}">${joints.join("")}</ImageInfo></SlideStitchInfo><AoiOrigin><AOI0 OriginX="${origin.column * tile}" OriginY="${origin.row * tile}"/></AoiOrigin></EncodeInfo>`;
}
