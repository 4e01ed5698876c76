/**
 * Colours of stains: their absorption of red, green and blue, as optical densities.
 *
 * Sources: A. C. Ruifrok, D. A. Johnston, Quantification of histochemical staining by color deconvolution, Anal Quant
 * Cytol Histol 2001; 23: 291-299, table "Optical density" (hematoxylin, eosin, DAB); the other pairs, and hematoxylin
 * and eosin without DAB, as in G. Landini's ImageJ plugin "Colour Deconvolution" (github.com/fiji/Colour_Deconvolution,
 * StainParameters), which gives the paper's values to three digits.
 */

/** Optical density in red, green and blue; its length is irrelevant. */
export type StainVector = readonly [red: number, green: number, blue: number];

export type StainName = "hematoxylin" | "eosin" | "dab" | "aec" | "pas" | "methylBlue" | "ponceauFuchsin";

interface StainSetFacts {
  readonly names: readonly [StainName, StainName] | readonly [StainName, StainName, StainName];
  /** Same length as `names`. */
  readonly vectors: readonly StainVector[];
}

const HEMATOXYLIN: StainVector = [0.65, 0.704, 0.286];
const HEMATOXYLIN_BESIDE_EOSIN: StainVector = [0.644211, 0.716556, 0.266844];
const DAB: StainVector = [0.268, 0.57, 0.776];

const STAIN_SETS = {
  he: {
    names: ["hematoxylin", "eosin"],
    vectors: [HEMATOXYLIN_BESIDE_EOSIN, [0.092789, 0.954111, 0.283111]],
  },
  hDab: { names: ["hematoxylin", "dab"], vectors: [HEMATOXYLIN, DAB] },
  heDab: { names: ["hematoxylin", "eosin", "dab"], vectors: [HEMATOXYLIN, [0.072, 0.99, 0.105], DAB] },
  hAec: { names: ["hematoxylin", "aec"], vectors: [HEMATOXYLIN, [0.2743, 0.6796, 0.6803]] },
  hPas: { names: ["hematoxylin", "pas"], vectors: [HEMATOXYLIN_BESIDE_EOSIN, [0.175411, 0.972178, 0.154589]] },
  masson: {
    names: ["methylBlue", "ponceauFuchsin"],
    vectors: [
      [0.7995107, 0.5913521, 0.10528667],
      [0.09997159, 0.73738605, 0.6680326],
    ],
  },
} as const satisfies Record<string, StainSetFacts>;

export type StainSetName = keyof typeof STAIN_SETS;

export const STAIN_SET_NAMES = Object.keys(STAIN_SETS) as readonly StainSetName[];

export const stainSet = (name: StainSetName): StainSetFacts => STAIN_SETS[name];
