import type { ExternalTiles } from "@parfocal/core/image/external-tiles.ts";
import { type ScanFacts, scanFactsOf } from "@parfocal/slides/scan-facts/scan-facts.ts";
import type { SlideFormat } from "@parfocal/slides/slide-source.ts";
import { type Selectable, sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import { type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { ImageTable, SlideFileRow } from "./image.table.ts";
import { ownThumbnailIdOfImage } from "./own-thumbnail.queries.ts";

/** Names that identify a scanner. */
const SEARCHED_SCAN_FACTS = ["scannerMaker", "scannerModel", "scannerSerial"] as const satisfies (keyof ScanFacts)[];

type ImageRow = Selectable<ImageTable>;

export async function findImageRow(
  db: SiteDb,
  siteId: number,
  itemId: number,
): Promise<{ image: ImageRow; slideFile: SlideFileRow; ownThumbnailId: number | null } | undefined> {
  const row = await db
    .selectFrom("image")
    .selectAll()
    .select(ownThumbnailIdOfImage)
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { ownThumbnailId, ...image } = row;
  const slideFile = await findSlideFile(db, siteId, image.slide_file_id);
  return slideFile && { image, slideFile, ownThumbnailId };
}

/** ID of the image's file, which cannot change until the transaction ends: the image's row is locked. */
export async function lockFileOfImage(db: SiteDb, siteId: number, itemId: number): Promise<number | undefined> {
  const image = await db
    .selectFrom("image")
    .select("slide_file_id")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .forUpdate()
    .executeTakeFirst();
  return image?.slide_file_id;
}

export function findSlideFile(db: SiteDb, siteId: number, id: number): Promise<SlideFileRow | undefined> {
  return db.selectFrom("slide_file").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

export interface NewSlideFile {
  /** From `nextSlideFileId`; omitted: the next number. */
  readonly id?: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly originalFilename: string;
  /** Whether patient data is removed as soon as the slide is viewable. */
  readonly isDeidentificationRequested?: boolean;
}

/** A number that no other slide file gets. */
export async function nextSlideFileId(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('slide_file', 'id')) AS id`.execute(db);
  return Number(rows[0]?.id);
}

/** In state `processing`: a job must make it ready. */
export async function insertSlideFile(db: SiteDb, siteId: number, file: NewSlideFile): Promise<number> {
  const { id } = await db
    .insertInto("slide_file")
    .values({
      ...(file.id === undefined ? {} : { id: file.id }),
      site_id: siteId,
      sha256: file.sha256,
      bytes: file.bytes,
      original_filename: file.originalFilename,
      is_deidentification_wanted: file.isDeidentificationRequested ?? false,
      state: "processing",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a slide file that nothing refers to yet. */
export async function deleteSlideFileRow(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("slide_file").where("site_id", "=", siteId).where("id", "=", id).execute();
}

export async function insertImage(
  db: SiteDb,
  siteId: number,
  { itemId, slideFileId }: { itemId: number; slideFileId: number },
): Promise<void> {
  await db.insertInto("image").values({ site_id: siteId, item_id: itemId, slide_file_id: slideFileId }).execute();
}

/** IDs of the images that show a slide file. */
export async function listImagesOfFile(db: SiteDb, siteId: number, slideFileId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("image")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("slide_file_id", "=", slideFileId)
    .execute();
  return rows.map(({ item_id: id }) => id);
}

export type SlideFacts = Pick<
  SlideFileRow,
  | "format"
  | "width"
  | "height"
  | "pixel_size_x_um"
  | "pixel_size_y_um"
  | "objective_power"
  | "orientation_deg"
  | "levels"
  | "associated_images"
  | "planes"
  | "properties"
>;

/**
 * Stores the current tile geometry and increases the version, so that no cache shows old tiles.
 *
 * @param labelBarcode read from the label; a barcode in the file takes precedence, and a known barcode is kept.
 */
export async function updateSlideFacts(
  db: SiteDb,
  siteId: number,
  id: number,
  facts: SlideFacts,
  labelBarcode: string | null = null,
): Promise<void> {
  const scan = scanFactsOfRow(facts);
  const barcode = scan.barcode ?? labelBarcode;
  await db
    .updateTable("slide_file")
    .set({
      ...facts,
      // Values that a person entered override those in the file.
      pixel_size_x_um: sql`CASE WHEN is_pixel_size_set THEN pixel_size_x_um ELSE ${facts.pixel_size_x_um}::double precision END`,
      pixel_size_y_um: sql`CASE WHEN is_pixel_size_set THEN pixel_size_y_um ELSE ${facts.pixel_size_y_um}::double precision END`,
      orientation_deg: sql`CASE WHEN is_orientation_set THEN orientation_deg ELSE ${facts.orientation_deg}::integer END`,
      levels: JSON.stringify(facts.levels),
      associated_images: JSON.stringify(facts.associated_images),
      planes: facts.planes && JSON.stringify(facts.planes),
      properties: JSON.stringify(facts.properties),
      scan_facts: JSON.stringify(scan),
      ...(barcode === null ? {} : { barcode }),
      state: "ready",
      version: sql`version + 1`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export function scanFactsOfRow(row: Pick<SlideFileRow, "format" | "objective_power" | "properties">): ScanFacts {
  const { format, objective_power: objectivePower, properties } = row;
  return scanFactsOf({ format: format || "tiff", objectivePower, properties });
}

/**
 * For files added before facts were stored. @returns the number of updated files; if less than `most`, none are left.
 */
export async function fillScanFacts(db: SiteDb, siteId: number, most: number): Promise<number> {
  const rows = await db
    .selectFrom("slide_file")
    .select(["id", "format", "objective_power", "properties"])
    .where("site_id", "=", siteId)
    .where("state", "=", "ready")
    .where("scan_facts", "is", null)
    .orderBy("id")
    .limit(most)
    .execute();
  for (const row of rows) {
    const scan = scanFactsOfRow(row);
    await db
      .updateTable("slide_file")
      .set({ scan_facts: JSON.stringify(scan), barcode: scan.barcode })
      .where("site_id", "=", siteId)
      .where("id", "=", row.id)
      .where("scan_facts", "is", null)
      .execute();
  }
  return rows.length;
}

/** @param texts omitted fields are left unchanged. */
export async function updateItemTexts(
  db: SiteDb,
  siteId: number,
  id: number,
  texts: Partial<Pick<ItemRow, "title" | "subtitle" | "summary" | "tags">>,
): Promise<void> {
  if (Object.keys(texts).length === 0) return;
  await db
    .updateTable("item")
    .set({ ...texts, updated_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Opening view of an image; omitted fields are left unchanged. */
export async function updateImageView(
  db: SiteDb,
  siteId: number,
  id: number,
  view: Partial<Pick<ImageRow, "center_x" | "center_y" | "zoom" | "rotation_deg">>,
): Promise<void> {
  if (Object.keys(view).length === 0) return;
  await db.updateTable("image").set(view).where("site_id", "=", siteId).where("item_id", "=", id).execute();
}

interface SaidOfSlide {
  /** undefined: unchanged. */
  readonly pixelSizeUm: { readonly x: number | null; readonly y: number | null } | undefined;
  readonly orientationDeg: SlideFileRow["orientation_deg"] | undefined;
}

/**
 * Values that a person entered for a slide file; they are kept when the file is probed again. Rotating a slide changes
 * its images.
 */
export async function updateSaidOfSlide(
  db: SiteDb,
  siteId: number,
  id: number,
  { pixelSizeUm, orientationDeg }: SaidOfSlide,
): Promise<void> {
  if (pixelSizeUm === undefined && orientationDeg === undefined) return;
  await db
    .updateTable("slide_file")
    .set({
      ...(pixelSizeUm && { pixel_size_x_um: pixelSizeUm.x, pixel_size_y_um: pixelSizeUm.y, is_pixel_size_set: true }),
      ...(orientationDeg !== undefined && {
        orientation_deg: orientationDeg,
        is_orientation_set: true,
        version: sql<number>`version + 1`,
      }),
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function updateSlideState(
  db: SiteDb,
  siteId: number,
  id: number,
  state: SlideFileRow["state"],
): Promise<void> {
  await db.updateTable("slide_file").set({ state }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/**
 * Patient data was removed from the file. The hash remains that of the original file, so that a copy of it is still
 * recognized.
 */
export async function updateDeidentified(
  db: SiteDb,
  siteId: number,
  id: number,
  { bytes, originalFilename, at }: { bytes: number; originalFilename: string; at: Date },
): Promise<void> {
  await db
    .updateTable("slide_file")
    .set({ bytes, original_filename: originalFilename, barcode: null, deidentified_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Slides with a file here. @param ids null: all from which patient data has not been removed yet. */
export function listIdentifiedImages(
  db: SiteDb,
  siteId: number,
  ids: readonly number[] | null,
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom("image")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "image.item_id").onRef("item.site_id", "=", "image.site_id"),
    )
    .innerJoin("slide_file", (join) =>
      join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
    )
    .select(["item.id", "item.title"])
    .where("image.site_id", "=", siteId)
    .where("item.deleted_at", "is", null)
    .where("slide_file.external_tiles", "is", null)
    .$if(ids === null, (query) => query.where("slide_file.deidentified_at", "is", null))
    .$if(ids !== null, (query) => query.where("item.id", "in", [...(ids ?? [])]))
    .orderBy("item.id")
    .execute();
}

/** @returns false if it is no longer in state `from`. */
export async function changeSlideState(
  db: SiteDb,
  siteId: number,
  id: number,
  { from, to }: { from: SlideFileRow["state"]; to: SlideFileRow["state"] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slide_file")
    .set({ state: to })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Slides with a file here. */
export function listSlideFiles(
  db: SiteDb,
  siteId: number,
): Promise<Pick<SlideFileRow, "id" | "state" | "format" | "bytes">[]> {
  return db
    .selectFrom("slide_file")
    .select(["id", "state", "format", "bytes"])
    .where("site_id", "=", siteId)
    .where("external_tiles", "is", null)
    .execute();
}

/** The highest slide file ID ever assigned in this database, of any site; 0: none. */
export async function findLastSlideFileId(db: SiteDb): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence('slide_file', 'id')) AS last`.execute(db);
  return rows[0]?.last ?? 0;
}

interface ImageSearch extends ItemSearch {
  /** Only these. */
  readonly ids?: readonly number[] | undefined;
}

/** Newest first; also finds title, file name, barcode and names of the scanner. */
export function listImageItems(db: SiteDb, siteId: number, { ids, ...search }: ImageSearch): Promise<ItemRow[]> {
  return itemsOfKind(db, siteId, "image", search, (eb, pattern) =>
    eb.exists(
      eb
        .selectFrom("image")
        .innerJoin("slide_file", (join) =>
          join.onRef("slide_file.id", "=", "image.slide_file_id").onRef("slide_file.site_id", "=", "image.site_id"),
        )
        .select("image.item_id")
        .where("image.site_id", "=", siteId)
        .whereRef("image.item_id", "=", "item.id")
        .where((file) =>
          file.or([
            file("slide_file.original_filename", "ilike", pattern),
            file("slide_file.barcode", "ilike", pattern),
            ...SEARCHED_SCAN_FACTS.map((name) => sql<boolean>`slide_file.scan_facts ->> ${name} ILIKE ${pattern}`),
          ]),
        ),
    ),
  )
    .selectAll("item")
    .$if(ids !== undefined, (query) => query.where("item.id", "in", [...(ids as readonly number[])]))
    .execute();
}

interface NewExternalSlide {
  readonly tiles: ExternalTiles;
  readonly format: SlideFormat;
  /** null: not known. */
  readonly micronsPerPixel: number | null;
}

/** In state `ready`: there is no file to process. */
export async function insertExternalSlide(
  db: SiteDb,
  siteId: number,
  { tiles, format, micronsPerPixel }: NewExternalSlide,
): Promise<number> {
  const { id } = await db
    .insertInto("slide_file")
    .values({
      site_id: siteId,
      sha256: "",
      bytes: 0,
      original_filename: "",
      state: "ready",
      format,
      width: tiles.facts.width,
      height: tiles.facts.height,
      pixel_size_x_um: micronsPerPixel,
      pixel_size_y_um: micronsPerPixel,
      external_tiles: JSON.stringify(tiles),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
