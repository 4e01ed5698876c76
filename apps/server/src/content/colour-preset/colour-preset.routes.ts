import {
  type ColourPreset,
  createColourPreset,
  deleteColourPreset,
  listColourPresets,
  updateColourPreset,
} from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { PRESETS_MAX } from "@parfocal/core/colour-preset/preset-limits.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { route } from "#platform/http/route.ts";
import {
  clearDefaultColour,
  deleteColourPresetRow,
  insertColourPreset,
  listColourPresetsOf,
  lockPresetsOf,
  updateColourPresetRow,
} from "./colour-preset.queries.ts";
import type { ColourPresetRow } from "./colour-preset.table.ts";

const presetNotFound = () => notFound("Colour preset");

function presentPreset(row: ColourPresetRow): ColourPreset {
  const { id, image_id: imageId, name, colour, is_default: isDefault } = row;
  return { id, imageId, name, colour, isDefault };
}

export const colourPresetRoutes = [
  route(listColourPresets, async ({ db, siteId, caller }, { params }) => {
    await findVisibleItem(db, { siteId, caller, id: params.id, kind: "image" });
    return (await listColourPresetsOf(db, siteId, params.id)).map(presentPreset);
  }),

  route(createColourPreset, async ({ db, siteId, caller }, { params, body }) => {
    await findVisibleItem(db, { siteId, caller, id: params.id, kind: "image" });
    await lockPresetsOf(db, siteId, params.id);
    const others = await listColourPresetsOf(db, siteId, params.id);
    if (others.length >= PRESETS_MAX)
      throw new AppError("conflict", `A slide can have up to ${PRESETS_MAX} colour presets. Delete one first.`);
    if (body.isDefault) await clearDefaultColour(db, siteId, params.id);
    return presentPreset(await insertColourPreset(db, siteId, params.id, body));
  }),

  route(updateColourPreset, async ({ db, siteId, caller }, { params, body }) => {
    await findVisibleItem(db, { siteId, caller, id: params.id, kind: "image" });
    await lockPresetsOf(db, siteId, params.id);
    if (body.isDefault) await clearDefaultColour(db, siteId, params.id);
    const { name, colour, isDefault } = body;
    const key = { imageId: params.id, presetId: params.presetId };
    const row = await updateColourPresetRow(db, siteId, key, { name, colour, isDefault });
    if (!row) throw presetNotFound();
    return presentPreset(row);
  }),

  route(deleteColourPreset, async ({ db, siteId, caller }, { params }) => {
    await findVisibleItem(db, { siteId, caller, id: params.id, kind: "image" });
    if (!(await deleteColourPresetRow(db, siteId, { imageId: params.id, presetId: params.presetId })))
      throw presetNotFound();
  }),
];
