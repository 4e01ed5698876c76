/** Visible stains of a slide, and their colours. */
import type { Rgb } from "../colour/apply-colour.ts";
import { stainMatrixOf } from "./stain-matrix.ts";
import { STAIN_SET_NAMES, type StainSetName, type StainVector, stainSet } from "./stain-sets.ts";

export interface StainSettings {
  readonly set: StainSetName;
  /** Vectors of the set, or picked on the slide; same number as in the set. */
  readonly vectors: readonly StainVector[];
  /** Light where there is no tissue: the incident light of the paper. */
  readonly background: Rgb;
  /**
   * Visibility by stain. The third of a pair is the residual, shown in grey when alone. All three: the slide unchanged.
   */
  readonly shown: readonly [boolean, boolean, boolean];
  /** Whether a single stain is shown in grey instead of its own colour. */
  readonly isGrey: boolean;
}

export const WHITE: Rgb = [255, 255, 255];

/** @returns settings with all stains visible: the slide unchanged. */
export function stainSettingsOf(set: StainSetName): StainSettings {
  return { set, vectors: stainSet(set).vectors, background: WHITE, shown: [true, true, true], isGrey: false };
}

/** Whether the slide is shown unchanged. */
export const showsAllStains = ({ shown }: StainSettings): boolean => shown.every((isShown) => isShown);

/** Whether the colours of its stains were picked on a slide. */
export function hasOwnVectors({ set, vectors }: StainSettings): boolean {
  return stainSet(set).vectors.some((vector, stain) => vector.some((value, axis) => value !== vectors[stain]?.[axis]));
}

const VECTOR_DIGITS = 4;

/** For URLs: set, visible stains, colour or grey, background, and own vectors: `he,100,c,255,255,255`. */
export function formatStainLook(look: StainSettings): string {
  const shown = look.shown.map((isShown) => (isShown ? "1" : "0")).join("");
  const own = hasOwnVectors(look) ? look.vectors.flat().map((value) => Number(value.toFixed(VECTOR_DIGITS))) : [];
  return [look.set, shown, look.isGrey ? "g" : "c", ...look.background, ...own].join(",");
}

const SHOWN_TEXT = /^[01]{3}$/;
const SHARES = /^[01](\.\d{1,4})?$/;
const LIGHT = /^\d{1,3}$/;

/** @returns null if the text is invalid. */
export function parseStainLook(text: string): StainSettings | null {
  const [setText = "", shown = "", mode = "", ...numbers] = text.split(",");
  const set = STAIN_SET_NAMES.find((name) => name === setText);
  if (!set || !SHOWN_TEXT.test(shown) || !["c", "g"].includes(mode)) return null;
  const background = numbers.slice(0, 3);
  const own = numbers.slice(3);
  const { vectors } = stainSet(set);
  if (background.length < 3 || !background.every((light) => LIGHT.test(light) && Number(light) <= 255)) return null;
  if (background.some((light) => Number(light) < 1)) return null;
  if (!own.every((share) => SHARES.test(share)) || ![0, vectors.length * 3].includes(own.length)) return null;
  const look: StainSettings = {
    set,
    vectors: own.length === 0 ? vectors : vectors.map((_vector, stain) => tripleOf(own, stain * 3)),
    background: tripleOf(background, 0),
    shown: [shown[0] === "1", shown[1] === "1", shown[2] === "1"],
    isGrey: mode === "g",
  };
  return stainMatrixOf(look.vectors) ? look : null;
}

function tripleOf(texts: readonly string[], from: number): readonly [number, number, number] {
  return [Number(texts[from]), Number(texts[from + 1]), Number(texts[from + 2])];
}
