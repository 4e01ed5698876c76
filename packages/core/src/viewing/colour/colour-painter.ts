/**
 * Applies a colour adjustment to whole images by lookup tables: the result of `apply-colour.ts`, within 1.
 *
 * Brightness and contrast are one table per channel, combined with the contributions to the first matrix; inversion and
 * rounding are a final table of sixteenths. Matrices without effect are omitted.
 */

import { type ColourAdjustment, isNeutral, NEUTRAL_COLOUR } from "../../content/item/colour-adjustment.ts";
import { type ColourMatrix, colourSteps } from "./apply-colour.ts";

type Bytes = Uint8ClampedArray<ArrayBuffer>;

interface ColourPainter {
  /**
   * @param from red, green, blue and alpha of each pixel, not premultiplied.
   * @param to same length; may be the same array. Alpha is copied.
   */
  paint(from: Bytes, to: Bytes): void;
}

const FULL = 255;
const LIGHTS = FULL + 1;
const STEPS_PER_LIGHT = 16;

const clamped = (light: number): number => Math.min(FULL, Math.max(0, light));
/** One channel after a step that treats all channels alike. */
const evenStep = ([[slope, , , intercept]]: ColourMatrix, light: number): number =>
  clamped(slope * light + intercept * FULL);

/** @returns null if the adjustment has no effect. */
export function createColourPainter(adjustment: ColourAdjustment): ColourPainter | null {
  if (isNeutral(adjustment)) return null;
  const [brightness, contrast, saturation, hue, inversion] = colourSteps(adjustment);
  const before = (light: number): number => evenStep(contrast, evenStep(brightness, light));
  const last = Uint8Array.from({ length: FULL * STEPS_PER_LIGHT + 1 }, (_unused, step) =>
    Math.round(evenStep(inversion, step / STEPS_PER_LIGHT)),
  );
  const matrices: ColourMatrix[] = [
    ...(adjustment.saturation === NEUTRAL_COLOUR.saturation ? [] : [saturation]),
    ...(adjustment.hueRotation === NEUTRAL_COLOUR.hueRotation ? [] : [hue]),
  ];
  const [first, second] = matrices;
  if (!first) {
    const table = Uint8Array.from({ length: LIGHTS }, (_unused, light) =>
      Math.round(evenStep(inversion, before(light))),
    );
    return { paint: (from, to) => paintByTable(from, to, table) };
  }
  const shares = first.map((row) =>
    row.slice(0, 3).map((share) => Float64Array.from({ length: LIGHTS }, (_unused, light) => share * before(light))),
  ) as unknown as Shares;
  return { paint: (from, to) => paintByMatrices(from, to, { shares, second: second ?? null, last }) };
}

function paintByTable(from: Bytes, to: Bytes, table: Uint8Array): void {
  for (let at = 0; at < from.length; at += 4) {
    to[at] = table[from[at] as number] as number;
    to[at + 1] = table[from[at + 1] as number] as number;
    to[at + 2] = table[from[at + 2] as number] as number;
    to[at + 3] = from[at + 3] as number;
  }
}

/** Contribution of each input channel to one output channel, by value. */
type Row = readonly [red: Float64Array, green: Float64Array, blue: Float64Array];
type Shares = readonly [red: Row, green: Row, blue: Row];

interface MatrixTables {
  readonly shares: Shares;
  readonly second: ColourMatrix | null;
  readonly last: Uint8Array;
}

/** Inlined without intermediate arrays, because it runs for each pixel of each tile. */
function paintByMatrices(from: Bytes, to: Bytes, { shares, second, last }: MatrixTables): void {
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = shares;
  const [toRed, toGreen, toBlue] = second ?? [[], [], []];
  const [r0 = 0, r1 = 0, r2 = 0] = toRed;
  const [g0 = 0, g1 = 0, g2 = 0] = toGreen;
  const [b0 = 0, b1 = 0, b2 = 0] = toBlue;
  for (let at = 0; at < from.length; at += 4) {
    const x = from[at] as number;
    const y = from[at + 1] as number;
    const z = from[at + 2] as number;
    let red = (rr[x] as number) + (rg[y] as number) + (rb[z] as number);
    let green = (gr[x] as number) + (gg[y] as number) + (gb[z] as number);
    let blue = (br[x] as number) + (bg[y] as number) + (bb[z] as number);
    red = clamped(red);
    green = clamped(green);
    blue = clamped(blue);
    if (second) {
      const turnedRed = r0 * red + r1 * green + r2 * blue;
      const turnedGreen = g0 * red + g1 * green + g2 * blue;
      const turnedBlue = b0 * red + b1 * green + b2 * blue;
      red = clamped(turnedRed);
      green = clamped(turnedGreen);
      blue = clamped(turnedBlue);
    }
    to[at] = last[(red * STEPS_PER_LIGHT + 0.5) | 0] as number;
    to[at + 1] = last[(green * STEPS_PER_LIGHT + 0.5) | 0] as number;
    to[at + 2] = last[(blue * STEPS_PER_LIGHT + 0.5) | 0] as number;
    to[at + 3] = from[at + 3] as number;
  }
}
