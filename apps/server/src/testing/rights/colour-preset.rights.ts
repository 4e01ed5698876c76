import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { buildColourPreset } from "../build-colour-preset.ts";
import type { RightsRows } from "./rights-row.ts";

export const colourPresetRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/image/{id}/colourPreset": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/image/{id}/colourPreset": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id }, body: { name: "Faded stain", colour: NEUTRAL_COLOUR } }),
  },
  // biome-ignore format: a table
  "PUT /v2/image/{id}/colourPreset/{presetId}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, slide }) => ({
      params: { id: slide.id, presetId: await buildColourPreset(site, { imageId: slide.id }) },
      body: { name: "Faded" },
    }),
  },
  // biome-ignore format: a table
  "DELETE /v2/image/{id}/colourPreset/{presetId}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site, slide }) => ({
      params: { id: slide.id, presetId: await buildColourPreset(site, { imageId: slide.id }) },
    }),
  },
};
