/**
 * How the colours of a slide's picture are shown: brightness, contrast, saturation, hue rotation, inversion, in this order.
 *
 * Source: spec part 1, section 4, "Colour adjustment" (defaults 100, 100, 100, 0, 0). What the values do is that of the
 * filter functions of the same names: W3C, Filter Effects Module Level 1, section 8 ("Filter functions"), on sRGB values.
 */

export interface ColourAdjustment {
  /** Percent: 100 leaves the picture as it is, 0 is black. */
  readonly brightness: number;
  /** Percent: 100 leaves the picture as it is, 0 is grey all over. */
  readonly contrast: number;
  /** Percent: 100 leaves the picture as it is, 0 is without colour. */
  readonly saturation: number;
  /** Degrees by which all hues are turned. */
  readonly hueRotation: number;
  /** Percent: 0 leaves the picture as it is, 100 is its negative. */
  readonly invert: number;
}

export type ColourValue = keyof ColourAdjustment;

interface ColourValueFacts {
  readonly min: number;
  readonly max: number;
  /** What leaves the picture as it is. */
  readonly neutral: number;
  readonly unit: "%" | "°";
  /** Name of the CSS function. */
  readonly css: string;
}

/** In the order in which they are applied. */
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

/** Whether it leaves every picture as it is. */
export const isNeutral = (adjustment: ColourAdjustment): boolean => isSameColour(adjustment, NEUTRAL_COLOUR);

/** The nearest that is allowed: whole numbers within the limits; what is no number is neutral. */
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
 * The same as a CSS filter, for elements and for drawing on a canvas.
 *
 * @returns `none` if there is nothing to do; what is neutral is left out.
 */
export function cssFilterOf(adjustment: ColourAdjustment): string {
  const parts = COLOUR_VALUE_NAMES.filter((name) => adjustment[name] !== COLOUR_VALUES[name].neutral).map((name) => {
    const { css, unit } = COLOUR_VALUES[name];
    return `${css}(${adjustment[name]}${unit === "°" ? "deg" : "%"})`;
  });
  return parts.length === 0 ? "none" : parts.join(" ");
}

/** As an address carries it: the five values in their order, `110,90,100,0,0`. */
export function formatColour(adjustment: ColourAdjustment): string {
  return COLOUR_VALUE_NAMES.map((name) => adjustment[name]).join(",");
}

const COLOUR_TEXT = /^(\d{1,3}),(\d{1,3}),(\d{1,3}),(-?\d{1,3}),(\d{1,3})$/;

/** @returns null for what is not five whole numbers within the limits. */
export function parseColour(text: string): ColourAdjustment | null {
  const match = COLOUR_TEXT.exec(text);
  if (!match) return null;
  const [brightness = 0, contrast = 0, saturation = 0, hueRotation = 0, invert = 0] = match.slice(1).map(Number);
  const adjustment = { brightness, contrast, saturation, hueRotation, invert };
  return isSameColour(adjustment, colourWithinLimits(adjustment)) ? adjustment : null;
}
