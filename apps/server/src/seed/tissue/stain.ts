/**
 * Converts the amount of stain at a point to the colour that a scanner sees there: light is absorbed by each stain in
 * turn (Beer-Lambert), so that optical densities add up and colours of mixtures are correct automatically.
 *
 * Sources: A. C. Ruifrok, D. A. Johnston, "Quantification of histochemical staining by color deconvolution",
 * Analytical and Quantitative Cytology and Histology 23 (2001) 291-299 (hematoxylin, DAB);
 * M. Macenko et al., "A method for normalizing histology slides for quantitative analysis", ISBI 2009 (eosin beside hematoxylin as scanned;
 * hematoxylin and eosin here lie between the two, since pure eosin after Ruifrok looks magenta).
 */
import { TEXTURE_MASK, TEXTURE_SHIFT, TEXTURE_SIDE } from "./noise.ts";
import { seededRandom } from "./random.ts";
import { MARGIN_PX, SPAN_PX, type Tile } from "./tile.ts";

/** Optical density (base 10) in red, green and blue of one unit of a stain. */
type StainVector = readonly [red: number, green: number, blue: number];

export const STAINS = {
  /** Between Ruifrok (0.650, 0.704, 0.286) and Macenko (0.563, 0.720, 0.406). */
  hematoxylin: [0.575, 0.74, 0.36],
  /** Ruifrok and Johnston, table 1. */
  hematoxylinAlone: [0.65, 0.704, 0.286],
  /** Pinker than Ruifrok (0.072, 0.990, 0.105), less brown than Macenko (0.216, 0.801, 0.558); chosen by eye. */
  eosin: [0.105, 0.83, 0.47],
  /** Eosin bound to haemoglobin and keratin: brighter red, towards orange. */
  eosinOrange: [0.06, 0.78, 0.62],
  /** Ruifrok and Johnston, table 1. */
  dab: [0.268, 0.57, 0.776],
  /** Residue of an immunostain on collagen and cytoplasm: almost colourless. */
  paleGrey: [0.52, 0.58, 0.63],
  /** Schiff reagent after periodic acid: magenta, chosen by eye. */
  schiff: [0.2, 0.92, 0.34],
  /** Azure B of Giemsa on chromatin; this and the next two are chosen by eye, no measured vectors. */
  azure: [0.52, 0.8, 0.26],
  /** Haemoglobin under Giemsa: greyish pink. */
  giemsaEosin: [0.2, 0.64, 0.5],
  /** Pale grey blue of Giemsa on cytoplasm rich in RNA. */
  giemsaBlue: [0.68, 0.5, 0.14],
} as const satisfies Record<string, StainVector>;

/** The three stains of a slide, in the order of a tile's planes. */
export type StainSet = readonly [StainVector, StainVector, StainVector];

/** Optical densities are looked up in steps of 1 / 1024 up to 4, where no light is transmitted. */
const STEPS_PER_UNIT = 1024;
const MAX_DENSITY = 4;

/** Noise of the camera: standard deviation in optical density, about 1.3 grey levels on bare glass. */
const CAMERA_NOISE = 0.0022;
/** Unevenness of the illumination, in optical density. */
const LIGHT_UNEVENNESS = 0.0035;

/** Converts finished tiles to RGB. */
interface Developer {
  /**
   * Writes rows of a tile into a band.
   *
   * @param fromRow, toRow rows of the tile without its margin, `toRow` excluded.
   * @param columns px of the tile that are inside the image.
   * @param offset index in `band` of the first pixel written.
   * @param bandWidth px.
   */
  develop(
    tile: Tile,
    fromRow: number,
    toRow: number,
    columns: number,
    band: Uint8Array,
    offset: number,
    bandWidth: number,
  ): void;
}

/**
 * @param glass colour of the empty slide.
 */
export function developer(
  seed: number,
  stains: StainSet,
  glass: readonly [number, number, number] = [243, 241, 244],
): Developer {
  const tables = glass.map((level) => {
    const table = new Uint8Array(MAX_DENSITY * STEPS_PER_UNIT);
    for (let i = 0; i < table.length; i++) {
      table[i] = Math.min(255, Math.round(level * 10 ** -((i - STEPS_PER_UNIT / 16) / STEPS_PER_UNIT)));
    }
    return table;
  });
  const [redTable, greenTable, blueTable] = tables as [Uint8Array, Uint8Array, Uint8Array];
  const [[ar, ag, ab], [br, bg, bb], [cr, cg, cb]] = stains;
  const random = seededRandom(seed);
  const noise = new Float32Array(TEXTURE_SIDE * TEXTURE_SIDE);
  for (let i = 0; i < noise.length; i++) noise[i] = (random() + random() + random() - 1.5) * 2 * CAMERA_NOISE;
  /** Tables start at density -1/16, since noise on bare glass may go below zero. */
  const base = 1 / 16;
  const highest = MAX_DENSITY - base - 0.02;

  return {
    develop(tile, fromRow, toRow, columns, band, offset, bandWidth) {
      const { first, second, third } = tile;
      for (let row = fromRow; row < toRow; row++) {
        let at = (row + MARGIN_PX) * SPAN_PX + MARGIN_PX;
        let out = offset + (row - fromRow) * bandWidth * 3;
        const y = tile.top + MARGIN_PX + row;
        const light = LIGHT_UNEVENNESS * Math.sin(y * 0.00071 + 1);
        const noiseRow = (((y * 7) ^ (y >> 5)) & TEXTURE_MASK) << TEXTURE_SHIFT;
        for (let column = 0; column < columns; column++, at++, out += 3) {
          const x = tile.left + MARGIN_PX + column;
          const a = first[at]!;
          const b = second[at]!;
          const c = third[at]!;
          const grey = base + light + noise[noiseRow + (((x + (y >> 9) * 131) ^ ((x >> 9) * 57)) & TEXTURE_MASK)]!;
          const red = a * ar + b * br + c * cr + grey;
          const green = a * ag + b * bg + c * cg + grey;
          const blue = a * ab + b * bb + c * cb + grey;
          band[out] = redTable[(Math.min(red, highest) * STEPS_PER_UNIT) | 0]!;
          band[out + 1] = greenTable[(Math.min(green, highest) * STEPS_PER_UNIT) | 0]!;
          band[out + 2] = blueTable[(Math.min(blue, highest) * STEPS_PER_UNIT) | 0]!;
        }
      }
    },
  };
}
