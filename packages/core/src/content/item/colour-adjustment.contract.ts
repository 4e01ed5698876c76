import { z } from "zod";
import { COLOUR_VALUES, type ColourValue } from "./colour-adjustment.ts";

const value = (name: ColourValue) => z.int().min(COLOUR_VALUES[name].min).max(COLOUR_VALUES[name].max);

/** Whole numbers within their limits. */
export const colourAdjustment = z.strictObject({
  brightness: value("brightness"),
  contrast: value("contrast"),
  saturation: value("saturation"),
  hueRotation: value("hueRotation"),
  invert: value("invert"),
});
