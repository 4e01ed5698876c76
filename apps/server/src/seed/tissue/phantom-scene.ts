/**
 * A counting phantom: round cells of exactly known number on a ruled square of up to 1 mm², each completely within one
 * field of 0.1 mm. A count by a learner or a tool can be compared with the truth exactly.
 */
import { composeScene, type ScenePainting } from "./compose-scene.ts";
import { ellipseRing, makeNucleus, type Nucleus, type NucleusType, paintNucleus } from "./nucleus.ts";
import { Crowd } from "./placement.ts";
import { between, seededRandom, seedOf } from "./random.ts";
import type { ScenePoint, TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { STAINS } from "./stain.ts";
import { StampLayer } from "./stamps.ts";
import { SPAN_PX, type Tile } from "./tile.ts";

const KEY = "count-phantom";
const PIXEL_SIZE_UM = 0.25;
const SIDE_PX = 6000;
/** A field of the ruling: 0.1 mm. */
const FIELD_PX = 400;
/** Fields along a side of the ruling at full size. */
const FIELDS = 10;
/** Cells per field on average; fields differ. */
const CELLS_PER_FIELD = 2.5;
/** Body of a cell, px. */
const CELL_RADIUS_PX = [34, 42] as const;
/** Half width of a ruled line, px. */
const LINE_PX = 1.6;

const NUCLEUS: NucleusType = {
  kind: "nucleus",
  radiusPx: [15, 19],
  roundness: [0.9, 1],
  density: [0.75, 0.95],
  rim: 0.2,
  clumping: 0.16,
  nucleolusShare: 0,
  irregularity: 0.02,
};

interface PhantomCell {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly reach: number;
}

/** Five columns, seven rows, from the top; bit 4 is the left column. */
const GLYPHS: Record<string, readonly number[]> = {
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "5": [31, 16, 30, 1, 1, 17, 14],
  ".": [0, 0, 0, 0, 0, 12, 12],
  m: [0, 0, 26, 21, 21, 21, 21],
  " ": [0, 0, 0, 0, 0, 0, 0],
};
/** Side of a glyph's dot, px. */
const DOT_PX = 9;

export function phantomScene(scale: number): TissueScene {
  const side = Math.round(SIDE_PX * scale);
  const fields = Math.max(1, Math.min(FIELDS, Math.floor((side - 160) / FIELD_PX)));
  const origin = Math.round((side - fields * FIELD_PX) / 2);
  const facts = {
    key: KEY,
    title: "Counting phantom",
    stain: "Hematoxylin",
    width: side,
    height: side,
    pixelSizeUm: PIXEL_SIZE_UM,
    objectivePower: 40,
    stains: [STAINS.hematoxylin, STAINS.eosin, [0.58, 0.58, 0.57]] as const,
  };
  return composeScene(facts, (): ScenePainting => {
    const { cells, nuclei } = placeCells(fields, origin);
    const labels = [
      { text: "0", x: origin, y: origin - 130 },
      { text: "0.5", x: origin + 5 * FIELD_PX, y: origin - 130 },
      { text: "1 mm", x: origin + 10 * FIELD_PX, y: origin - 130 },
    ].filter(({ x }) => x <= origin + fields * FIELD_PX);
    return {
      paintGround(tile) {
        paintRuling(tile, origin, fields);
        for (const { text, x, y } of labels) paintText(tile, text, x, y);
        return true;
      },
      layers: [
        new StampLayer<PhantomCell>(side, side, cells, paintCell),
        new StampLayer<Nucleus>(side, side, nuclei, paintNucleus),
      ],
      listStructures: () =>
        cells.map(
          ({ x, y, radius }): TissueStructure => ({
            kind: "cell",
            shape: "ellipse",
            points: ellipseRing(x, y, radius, radius, 1, 0, 24),
          }),
        ),
      teachingMarks: markPhantom(cells, origin, fields),
    };
  });
}

/** Exactly `fields² * 2.5` cells (rounded), none on a line, none touching another. */
function placeCells(fields: number, origin: number): { cells: PhantomCell[]; nuclei: Nucleus[] } {
  const random = seededRandom(seedOf(KEY));
  const targetCount = Math.round(fields * fields * CELLS_PER_FIELD);
  const cells: PhantomCell[] = [];
  const nuclei: Nucleus[] = [];
  const crowd = new Crowd(origin * 2 + fields * FIELD_PX, origin * 2 + fields * FIELD_PX, 100);
  const margin = CELL_RADIUS_PX[1] + 10;
  while (cells.length < targetCount) {
    const x = origin + Math.floor(random() * fields) * FIELD_PX + between(random, margin, FIELD_PX - margin);
    const y = origin + Math.floor(random() * fields) * FIELD_PX + between(random, margin, FIELD_PX - margin);
    if (!crowd.hasRoom(x, y, 96)) continue;
    crowd.add(x, y);
    const radius = between(random, CELL_RADIUS_PX[0], CELL_RADIUS_PX[1]);
    cells.push({ x, y, radius, reach: radius + 3 });
    const angle = random() * 2 * Math.PI;
    const shift = between(random, 0, radius * 0.2);
    nuclei.push(makeNucleus(random, NUCLEUS, x + Math.cos(angle) * shift, y + Math.sin(angle) * shift, angle));
  }
  return { cells, nuclei };
}

function paintCell(tile: Tile, { x, y, radius, reach }: PhantomCell): void {
  const fromX = Math.max(0, Math.floor(x - reach) - tile.left);
  const toX = Math.min(SPAN_PX - 1, Math.ceil(x + reach) - tile.left);
  const fromY = Math.max(0, Math.floor(y - reach) - tile.top);
  const toY = Math.min(SPAN_PX - 1, Math.ceil(y + reach) - tile.top);
  for (let py = fromY; py <= toY; py++) {
    for (let px = fromX; px <= toX; px++) {
      const inside = radius - Math.hypot(px + tile.left - x, py + tile.top - y);
      if (inside < -1) continue;
      const cover = Math.min(1, (inside + 1) / 2.5);
      const rim = 1 / (1 + (inside - 2) * (inside - 2) * 0.3);
      const at = py * SPAN_PX + px;
      tile.first[at]! += cover * (0.06 + 0.12 * rim);
      tile.second[at]! += cover * (0.13 + 0.1 * rim);
    }
  }
}

/** Density of a ruled line at a distance from the nearest multiple of `pitch`. */
function line(fromOrigin: number, pitch: number): number {
  const distance = Math.abs(fromOrigin - Math.round(fromOrigin / pitch) * pitch);
  return Math.max(0, Math.min(1, LINE_PX + 0.5 - distance));
}

function paintRuling(tile: Tile, origin: number, fields: number): void {
  const end = fields * FIELD_PX;
  for (let row = 0; row < SPAN_PX; row++) {
    const y = tile.top + row - origin;
    for (let column = 0; column < SPAN_PX; column++) {
      const x = tile.left + column - origin;
      const isWithinX = x > -3 && x < end + 3;
      const isWithinY = y > -3 && y < end + 3;
      let ink = 0;
      if (isWithinX && isWithinY) ink = Math.max(line(x, FIELD_PX), line(y, FIELD_PX));
      // Scale marks of 0.05 mm on the upper and the left side.
      else if (isWithinX && y <= -3 && y > (isNear(x, FIELD_PX * 5) ? -60 : isNear(x, FIELD_PX) ? -40 : -22))
        ink = line(x, FIELD_PX / 2);
      else if (isWithinY && x <= -3 && x > (isNear(y, FIELD_PX * 5) ? -60 : isNear(y, FIELD_PX) ? -40 : -22))
        ink = line(y, FIELD_PX / 2);
      if (ink > 0) tile.third[row * SPAN_PX + column] = 0.75 * ink;
    }
  }
}

function isNear(value: number, pitch: number): boolean {
  return Math.abs(value - Math.round(value / pitch) * pitch) < LINE_PX + 1;
}

/** Writes text centred on `x`, its upper edge at `y`. */
function paintText(tile: Tile, text: string, x: number, y: number): void {
  const start = x - (text.length * 6 - 1) * DOT_PX * 0.5;
  if (y > tile.top + SPAN_PX || y + 7 * DOT_PX < tile.top || start > tile.left + SPAN_PX) return;
  [...text].forEach((glyph, index) => {
    const rows = GLYPHS[glyph] ?? [];
    for (let py = Math.max(0, y - tile.top); py < Math.min(SPAN_PX, y + 7 * DOT_PX - tile.top); py++) {
      const bits = rows[Math.floor((py + tile.top - y) / DOT_PX)] ?? 0;
      for (let px = 0; px < SPAN_PX; px++) {
        const column = Math.floor((px + tile.left - start) / DOT_PX) - index * 6;
        if (column >= 0 && column < 5 && (bits >> (4 - column)) & 1) tile.third[py * SPAN_PX + px] = 0.75;
      }
    }
  });
}

function markPhantom(cells: readonly PhantomCell[], origin: number, fields: number): TeachingMark[] {
  const end = origin + fields * FIELD_PX;
  const first = cells[0]!;
  const areaMm2 = (fields * FIELD_PX * PIXEL_SIZE_UM) ** 2 / 1e6;
  const square: ScenePoint[] = [
    [origin, origin],
    [end, origin],
    [end, end],
    [origin, end],
  ];
  return [
    {
      title: "Counting area",
      content: `This square holds exactly ${cells.length} cells on ${areaMm2.toFixed(2)} mm². No cell lies on a line.`,
      typeName: "rectangle",
      points: square,
    },
    {
      title: "A cell to be counted",
      content: "A round cell with pale cytoplasm and one dark nucleus.",
      typeName: "ellipse",
      points: ellipseRing(first.x, first.y, first.radius + 8, first.radius + 8),
    },
    {
      title: "One field",
      content: "The side of a field is 100 µm. Measure it to see that your scale is right.",
      typeName: "line",
      points: [
        [origin, origin],
        [origin + FIELD_PX, origin],
      ],
    },
  ];
}
