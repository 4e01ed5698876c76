/**
 * Colour adjustment of a slide: brightness, contrast, saturation, hue rotation, inversion, in this order.
 *
 * Source: spec part 1, section 4, "Colour adjustment" (defaults 100, 100, 100, 0, 0). The values have the effect of the
 * filter functions of the same names: W3C, Filter Effects Module Level 1, section 8 ("Filter functions"), on sRGB
 * values.
 */

export interface ColourAdjustment {
  /** Percent: 100 is unchanged, 0 is black. */
  readonly brightness: number;
  /** Percent: 100 is unchanged, 0 is uniform grey. */
  readonly contrast: number;
  /** Percent: 100 is unchanged, 0 is greyscale. */
  readonly saturation: number;
  /** Hue rotation in degrees. */
  readonly hueRotation: number;
  /** Percent: 0 is unchanged, 100 is the negative. */
  readonly invert: number;
}

export type ColourValue = keyof ColourAdjustment;

interface ColourValueFacts {
  readonly min: number;
  readonly max: number;
  /** Value without effect. */
  readonly neutral: number;
  readonly unit: "%" | "°";
  /** Name of the CSS function. */
  readonly css: string;
}

/** In order of application. */
export const COLOUR_VALUES = {
  brightness: { min: 0, max: 200, neutral: 100, unit: "%", css: "brightness" },
  contrast: { min: 0, max: 200, neutral: 100, unit: "%", css: "contrast" },
  saturation: { min: 0, max: 200, neutral: 100, unit: "%", css: "saturate" },
  hueRotation: { min: -180, max: 180, neutral: 0, unit: "°", css: "hue-rotate" },
  invert: { min: 0, max: 100, neutral: 0, unit: "%", css: "invert" },
} as const satisfies Record<ColourValue, ColourValueFacts>;

export const COLOUR_VALUE_NAMES = Object.keys(COLOUR_VALUES) as readonly ColourValue[];

export const NEUTRAL_COLOUR: ColourAdjustment = {
  brightness: COLOUR_VALUES.brightness.neutral,
  contrast: COLOUR_VALUES.contrast.neutral,
  saturation: COLOUR_VALUES.saturation.neutral,
  hueRotation: COLOUR_VALUES.hueRotation.neutral,
  invert: COLOUR_VALUES.invert.neutral,
};

export function isSameColour(one: ColourAdjustment, other: ColourAdjustment): boolean {
  return COLOUR_VALUE_NAMES.every((name) => one[name] === other[name]);
}

/** Whether the adjustment has no effect. */
export const isNeutral = (adjustment: ColourAdjustment): boolean => isSameColour(adjustment, NEUTRAL_COLOUR);

/** The nearest valid adjustment: whole numbers within the limits; values that are not numbers become neutral. */
export function colourWithinLimits(adjustment: ColourAdjustment): ColourAdjustment {
  const within = (name: ColourValue): number => {
    const { min, max, neutral } = COLOUR_VALUES[name];
    const value = adjustment[name];
    return Number.isFinite(value) ? Math.round(Math.min(max, Math.max(min, value))) : neutral;
  };
  return {
    brightness: within("brightness"),
    contrast: within("contrast"),
    saturation: within("saturation"),
    hueRotation: within("hueRotation"),
    invert: within("invert"),
  };
}

/**
 * The adjustment as a CSS filter, for elements and canvas drawing.
 *
 * @returns `none` if the adjustment is neutral; neutral values are omitted.
 */
export function cssFilterOf(adjustment: ColourAdjustment): string {
  const parts = COLOUR_VALUE_NAMES.filter((name) => adjustment[name] !== COLOUR_VALUES[name].neutral).map((name) => {
    const { css, unit } = COLOUR_VALUES[name];
    return `${css}(${adjustment[name]}${unit === "°" ? "deg" : "%"})`;
  });
  return parts.length === 0 ? "none" : parts.join(" ");
}

/** The five values in order, for URLs: `110,90,100,0,0`. */
export function formatColour(adjustment: ColourAdjustment): string {
  return COLOUR_VALUE_NAMES.map((name) => adjustment[name]).join(",");
}

const COLOUR_TEXT = /^(\d{1,3}),(\d{1,3}),(\d{1,3}),(-?\d{1,3}),(\d{1,3})$/;

/** @returns null if the text is not five whole numbers within the limits. */
export function parseColour(text: string): ColourAdjustment | null {
  const match = COLOUR_TEXT.exec(text);
  if (!match) return null;
  const [brightness = 0, contrast = 0, saturation = 0, hueRotation = 0, invert = 0] = match.slice(1).map(Number);
  const adjustment = { brightness, contrast, saturation, hueRotation, invert };
  return isSameColour(adjustment, colourWithinLimits(adjustment)) ? adjustment : null;
}
