/**
 * Named colour adjustments of a slide, saved by teachers. Source: issue 4, "Slide viewer" ("per-slide presets saved by
 * a teacher").
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { colourAdjustment } from "../item/colour-adjustment.contract.ts";
import { PRESET_NAME_MAX_CHARACTERS } from "./preset-limits.ts";

const name = z.string().trim().min(1).max(PRESET_NAME_MAX_CHARACTERS);

const colourPreset = z.object({
  id,
  imageId: id,
  name: z.string(),
  colour: colourAdjustment,
  /** Whether the slide opens with it; at most one preset per slide. */
  isDefault: z.boolean(),
});
export type ColourPreset = z.output<typeof colourPreset>;

const presetParams = z.object({ id: idText, presetId: idText });

export const listColourPresets = {
  method: "GET",
  path: "/v2/image/{id}/colourPreset",
  summary: "List the colour presets of a slide in order of creation",
  policy: "seesSite",
  params: idParams,
  answer: z.array(colourPreset),
} as const satisfies Call;

export const createColourPreset = {
  method: "POST",
  path: "/v2/image/{id}/colourPreset",
  summary: "Create a colour preset for a slide",
  policy: "manageContent",
  isCreating: true,
  params: idParams,
  body: z.strictObject({ name, colour: colourAdjustment, isDefault: z.boolean().default(false) }),
  answer: colourPreset,
} as const satisfies Call;

export const updateColourPreset = {
  method: "PUT",
  path: "/v2/image/{id}/colourPreset/{presetId}",
  summary: "Update a colour preset or make it the slide's default; omitted fields are unchanged",
  policy: "manageContent",
  params: presetParams,
  body: z.strictObject({
    name: name.optional(),
    colour: colourAdjustment.optional(),
    isDefault: z.boolean().optional(),
  }),
  answer: colourPreset,
} as const satisfies Call;

export const deleteColourPreset = {
  method: "DELETE",
  path: "/v2/image/{id}/colourPreset/{presetId}",
  summary: "Delete a colour preset",
  policy: "manageContent",
  params: presetParams,
  answer: z.void(),
} as const satisfies Call;
