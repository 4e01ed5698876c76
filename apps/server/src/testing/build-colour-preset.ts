import { type ColourAdjustment, NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { insertColourPreset } from "#colour-preset/colour-preset.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

interface PresetOptions {
  readonly imageId: number;
  readonly name?: string;
  readonly colour?: Partial<ColourAdjustment>;
  readonly isDefault?: boolean;
}

/** @returns its ID. */
export async function buildColourPreset(
  site: TestSite,
  { imageId, name = "Faded stain", colour = { contrast: 130 }, isDefault = false }: PresetOptions,
): Promise<number> {
  const preset = { name, colour: { ...NEUTRAL_COLOUR, ...colour }, isDefault };
  const { id } = await withSite(site.server.platform.database, site.id, (db) =>
    insertColourPreset(db, site.id, imageId, preset),
  );
  return id;
}
