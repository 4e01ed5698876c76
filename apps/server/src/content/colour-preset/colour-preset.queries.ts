import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { ColourPresetRow } from "./colour-preset.table.ts";

/** In order of creation. */
export function listColourPresetsOf(db: SiteDb, siteId: number, imageId: number): Promise<ColourPresetRow[]> {
  return db
    .selectFrom("colour_preset")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .orderBy("id")
    .execute();
}

/** Locks until the transaction ends, so that concurrent changes to the presets of one slide are serialized. */
export async function lockPresetsOf(db: SiteDb, siteId: number, imageId: number): Promise<void> {
  await db
    .selectFrom("image")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("item_id", "=", imageId)
    .forUpdate()
    .execute();
}

/** Default colours of slides, by image ID; slides without a default are omitted. */
export async function findDefaultColours(
  db: SiteDb,
  siteId: number,
  imageIds: readonly number[],
): Promise<Map<number, ColourAdjustment>> {
  if (imageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("colour_preset")
    .select(["image_id", "colour"])
    .where("site_id", "=", siteId)
    .where("image_id", "in", [...imageIds])
    .where("is_default", "=", true)
    .execute();
  return new Map(rows.map((row) => [row.image_id, row.colour]));
}

interface PresetFields {
  readonly name: string;
  readonly colour: ColourAdjustment;
  readonly isDefault: boolean;
}

export function insertColourPreset(
  db: SiteDb,
  siteId: number,
  imageId: number,
  { name, colour, isDefault }: PresetFields,
): Promise<ColourPresetRow> {
  return db
    .insertInto("colour_preset")
    .values({
      site_id: siteId,
      image_id: imageId,
      name,
      colour: JSON.stringify(colour),
      is_default: isDefault,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns undefined if the slide has no such preset. */
export function updateColourPresetRow(
  db: SiteDb,
  siteId: number,
  { imageId, presetId }: { imageId: number; presetId: number },
  { name, colour, isDefault }: { [Name in keyof PresetFields]: PresetFields[Name] | undefined },
): Promise<ColourPresetRow | undefined> {
  return db
    .updateTable("colour_preset")
    .set((eb) => ({
      name: name ?? eb.ref("name"),
      is_default: isDefault ?? eb.ref("is_default"),
      ...(colour === undefined ? {} : { colour: JSON.stringify(colour) }),
    }))
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("id", "=", presetId)
    .returningAll()
    .executeTakeFirst();
}

/** The slide opens with unchanged colours until another preset becomes its default. */
export async function clearDefaultColour(db: SiteDb, siteId: number, imageId: number): Promise<void> {
  await db
    .updateTable("colour_preset")
    .set({ is_default: false })
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("is_default", "=", true)
    .execute();
}

/** @returns whether the slide had this preset. */
export async function deleteColourPresetRow(
  db: SiteDb,
  siteId: number,
  { imageId, presetId }: { imageId: number; presetId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("colour_preset")
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("id", "=", presetId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
