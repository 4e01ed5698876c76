/** Settings of the stain lab, and how they are stored. */
import type { Rgb } from "@parfocal/core/colour/apply-colour.ts";
import { stainVectorOf } from "@parfocal/core/stain/separate-stains.ts";
import { stainMatrixOf } from "@parfocal/core/stain/stain-matrix.ts";
import { type StainName, stainSet } from "@parfocal/core/stain/stain-sets.ts";
import {
  formatStainLook,
  hasOwnVectors,
  parseStainLook,
  type StainSettings,
  showsAllStains,
  stainSettingsOf,
  WHITE,
} from "@parfocal/core/stain/stain-settings.ts";
import { replaceInAddress } from "#colour/stored-colour.ts";
import { STAINS_PARAMETER, stainsKey, storedStains } from "./stored-stains.ts";

/** `residual`: with a pair of stains, what neither of them explains. */
type ShownStain = StainName | "residual";

export const STAIN_PLACES = [0, 1, 2] as const;
export type StainPlace = (typeof STAIN_PLACES)[number];

export function stainNames({ set }: StainSettings): readonly [ShownStain, ShownStain, ShownStain] {
  const [first, second, third = "residual"] = stainSet(set).names;
  return [first, second, third];
}

export function openingStains(imageId: number, search: string): StainSettings {
  return parseStainLook(storedStains(imageId, search) ?? "") ?? stainSettingsOf("he");
}

/** Stores what differs from the slide's default. */
export function keepStains(imageId: number, look: StainSettings): void {
  const isUntouched = showsAllStains(look) && !isCalibrated(look) && look.set === "he" && !look.isGrey;
  const text = isUntouched ? null : formatStainLook(look);
  try {
    if (text === null) sessionStorage.removeItem(stainsKey(imageId));
    else sessionStorage.setItem(stainsKey(imageId), text);
  } catch {
    // Storage is unavailable: the URL still has it.
  }
  replaceInAddress(STAINS_PARAMETER, text);
}

/** Whether background or stains were picked on the slide. */
export function isCalibrated(look: StainSettings): boolean {
  return hasOwnVectors(look) || look.background.some((light, axis) => light !== WHITE[axis]);
}

export const withAll = (look: StainSettings): StainSettings => ({ ...look, shown: [true, true, true] });

export const withAlone = (look: StainSettings, place: StainPlace): StainSettings => ({
  ...look,
  shown: [place === 0, place === 1, place === 2],
});

export function isAlone({ shown }: StainSettings, place: StainPlace): boolean {
  return shown.every((isShown, at) => isShown === (at === place));
}

export function withShown(look: StainSettings, place: StainPlace, isShown: boolean): StainSettings {
  const [first, second, third] = look.shown;
  const shownAt = (at: StainPlace, before: boolean): boolean => (at === place ? isShown : before);
  return { ...look, shown: [shownAt(0, first), shownAt(1, second), shownAt(2, third)] };
}

export type PickTarget = StainPlace | "background";

type PickOutcome =
  | { readonly isTaken: true; readonly look: StainSettings }
  | { readonly isTaken: false; readonly because: "pickedNothing" | "pickedAlike" };

/** @param light light at the picked point. */
export function withPicked(look: StainSettings, target: PickTarget, light: Rgb): PickOutcome {
  if (target === "background") {
    const [red, green, blue] = light.map((value) => Math.min(255, Math.max(1, Math.round(value))));
    return { isTaken: true, look: { ...look, background: [red ?? 255, green ?? 255, blue ?? 255] } };
  }
  const picked = stainVectorOf(light, look.background);
  if (!picked) return { isTaken: false, because: "pickedNothing" };
  const vectors = look.vectors.map((vector, at) => (at === target ? picked : vector));
  return stainMatrixOf(vectors)
    ? { isTaken: true, look: { ...look, vectors } }
    : { isTaken: false, because: "pickedAlike" };
}

export const withoutPicked = (look: StainSettings): StainSettings => ({
  ...look,
  vectors: stainSet(look.set).vectors,
  background: WHITE,
});
