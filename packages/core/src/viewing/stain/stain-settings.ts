/** Which stains of a slide are seen, and what they are taken for. */
import type { Rgb } from "../colour/apply-colour.ts";
import { stainMatrixOf } from "./stain-matrix.ts";
import { STAIN_SET_NAMES, type StainSetName, type StainVector, stainSet } from "./stain-sets.ts";

export interface StainSettings {
  readonly set: StainSetName;
  /** Of the set, or picked on the slide; as many as the set has. */
  readonly vectors: readonly StainVector[];
  /** Light where there is no tissue: what the paper calls the incident light. */
  readonly background: Rgb;
  /** By stain; the third of a pair is what remains, in grey when it is alone. All three: the slide as it is. */
  readonly shown: readonly [boolean, boolean, boolean];
  /** One stain alone is shown in grey instead of its own colour. */
  readonly isGrey: boolean;
}

export const WHITE: Rgb = [255, 255, 255];

/** @returns with every stain shown: the slide as it is. */
export function stainSettingsOf(set: StainSetName): StainSettings {
  return { set, vectors: stainSet(set).vectors, background: WHITE, shown: [true, true, true], isGrey: false };
}

/** Whether the slide looks as it is. */
export const showsAllStains = ({ shown }: StainSettings): boolean => shown.every((isShown) => isShown);

/** Whether its stains' colours were picked on a slide. */
export function hasOwnVectors({ set, vectors }: StainSettings): boolean {
  return stainSet(set).vectors.some((vector, stain) => vector.some((value, axis) => value !== vectors[stain]?.[axis]));
}

const VECTOR_DIGITS = 4;

/** As an address carries it: set, which are shown, colour or grey, background, and own vectors: `he,100,c,255,255,255`. */
export function formatStainLook(look: StainSettings): string {
  const shown = look.shown.map((isShown) => (isShown ? "1" : "0")).join("");
  const own = hasOwnVectors(look) ? look.vectors.flat().map((value) => Number(value.toFixed(VECTOR_DIGITS))) : [];
  return [look.set, shown, look.isGrey ? "g" : "c", ...look.background, ...own].join(",");
}

const SHOWN_TEXT = /^[01]{3}$/;
const SHARES = /^[01](\.\d{1,4})?$/;
const LIGHT = /^\d{1,3}$/;

/** @returns null for what cannot be shown. */
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
