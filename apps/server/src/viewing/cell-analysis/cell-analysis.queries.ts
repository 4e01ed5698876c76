/** Results of cell analysis and their nuclei. Deletion times are compared with the database's clock. */
import type { RegionKind } from "@parfocal/core/cell-analysis/analysis-region.ts";
import {
  ANALYSES_LISTED_MAX,
  ANALYSIS_RESTORE_DAYS,
  type AnalyserName,
  type CellAnalysis,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import type { NucleiSummary } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { CellAnalysisRow } from "./cell-analysis.table.ts";
import { ANALYSE_CELLS, ANALYSE_MANY_CELLS } from "./cell-analysis-jobs.ts";

export type AuthoredAnalysis = CellAnalysisRow & { readonly author: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Results for the slide's present file: those of a replaced file reappear if it is restored. */
const selectAnalyses = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("cell_analysis")
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.site_id", "=", "cell_analysis.site_id")
        .onRef("site_user.id", "=", "cell_analysis.author_id"),
    )
    .innerJoin("image", (join) =>
      join
        .onRef("image.site_id", "=", "cell_analysis.site_id")
        .onRef("image.item_id", "=", "cell_analysis.image_id")
        .onRef("image.slide_file_id", "=", "cell_analysis.slide_file_id"),
    )
    .selectAll("cell_analysis")
    .select("site_user.display_name as author")
    .where("cell_analysis.site_id", "=", siteId);

const analysisToChange = (db: SiteDb, siteId: number, id: number) =>
  db.updateTable("cell_analysis").where("site_id", "=", siteId).where("id", "=", id);

interface ListOptions {
  readonly imageId: number;
  /** null: all authors. */
  readonly authorId: number | null;
  /** Whether to include count-first results of others. */
  readonly withCountFirst: boolean;
}

/** Newest first. */
export function listAnalyses(
  db: SiteDb,
  siteId: number,
  { imageId, authorId, withCountFirst }: ListOptions,
): Promise<AuthoredAnalysis[]> {
  return selectAnalyses(db, siteId)
    .where("cell_analysis.image_id", "=", imageId)
    .where("cell_analysis.deleted_at", "is", null)
    .$if(authorId !== null, (rows) =>
      rows.where(({ eb, or }) =>
        or([
          eb("cell_analysis.author_id", "=", authorId),
          ...(withCountFirst ? [eb("cell_analysis.is_count_first", "=", true)] : []),
        ]),
      ),
    )
    .orderBy("cell_analysis.id", "desc")
    .limit(ANALYSES_LISTED_MAX)
    .execute();
}

/** undefined also for a deleted result. */
export function findAnalysis(db: SiteDb, siteId: number, id: number): Promise<AuthoredAnalysis | undefined> {
  return selectAnalyses(db, siteId)
    .where("cell_analysis.id", "=", id)
    .where("cell_analysis.deleted_at", "is", null)
    .executeTakeFirst();
}

export function findRestorableAnalysis(db: SiteDb, siteId: number, id: number): Promise<AuthoredAnalysis | undefined> {
  return selectAnalyses(db, siteId)
    .where("cell_analysis.id", "=", id)
    .where("cell_analysis.deleted_at", ">", sql<Date>`now() - make_interval(days => ${ANALYSIS_RESTORE_DAYS})`)
    .executeTakeFirst();
}

export async function countAnalysesOf(
  db: SiteDb,
  siteId: number,
  { imageId, authorId }: { readonly imageId: number; readonly authorId: number },
): Promise<{ readonly stored: number; readonly running: number }> {
  return db
    .selectFrom("cell_analysis")
    .select([
      sql<number>`(count(*) FILTER (WHERE image_id = ${imageId}))::int`.as("stored"),
      sql<number>`(count(*) FILTER (WHERE state = 'running'))::int`.as("running"),
    ])
    .where("site_id", "=", siteId)
    .where("author_id", "=", authorId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** Tiles of one person that were sent to the external service within an hour, or will be sent; including deleted results. */
export async function countServiceCalls(db: SiteDb, siteId: number, authorId: number): Promise<number> {
  const { calls } = await db
    .selectFrom("cell_analysis")
    .select(sql<number>`coalesce(sum(tile_count), 0)::int`.as("calls"))
    .where("site_id", "=", siteId)
    .where("author_id", "=", authorId)
    .where("analyser", "=", "service")
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return calls;
}

export async function keepServicePage(db: SiteDb, siteId: number, id: number, page: string): Promise<void> {
  await analysisToChange(db, siteId, id).set({ service_page: page }).execute();
}

interface NewAnalysis {
  readonly imageId: number;
  readonly authorId: number;
  readonly name: string;
  readonly analyser: AnalyserName;
  readonly settings: CellSettings;
  readonly regionKind: RegionKind;
  readonly geometry: string;
  readonly areaSquareMicrometres: number;
  readonly micrometresPerPixel: number;
  readonly tileCount: number;
}

/** @returns its ID. */
export async function insertAnalysis(db: SiteDb, siteId: number, added: NewAnalysis): Promise<number> {
  const { id } = await db
    .insertInto("cell_analysis")
    .values({
      site_id: siteId,
      image_id: added.imageId,
      slide_file_id: ({ selectFrom }) =>
        selectFrom("image")
          .select("slide_file_id")
          .where("site_id", "=", siteId)
          .where("item_id", "=", added.imageId)
          .$castTo<number>(),
      author_id: added.authorId,
      name: added.name,
      analyser: added.analyser,
      settings: JSON.stringify(added.settings),
      region_kind: added.regionKind,
      geometry: added.geometry,
      area_um2: added.areaSquareMicrometres,
      um_per_px: added.micrometresPerPixel,
      tile_count: added.tileCount,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameAnalysis(db: SiteDb, siteId: number, id: number, name: string): Promise<void> {
  await analysisToChange(db, siteId, id).set({ name }).execute();
}

/** @returns false without writing if they are based on another version. */
export async function keepCorrections(
  db: SiteDb,
  siteId: number,
  id: number,
  {
    corrections,
    summary,
    version,
  }: { readonly corrections: Corrections; readonly summary: NucleiSummary; readonly version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await analysisToChange(db, siteId, id)
    .set({
      corrections: JSON.stringify(corrections),
      summary: JSON.stringify(summary),
      version: sql`version + 1`,
    })
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface FoundTile {
  readonly tile: number;
  readonly nucleusCount: number;
  readonly nuclei: Uint8Array;
}

/**
 * Stores the tile and the progress of the analysis, in the caller's transaction.
 *
 * @returns false without writing if it is no longer running, or another worker has stored this tile.
 */
export async function keepTile(
  db: SiteDb,
  siteId: number,
  id: number,
  { tile, nucleusCount, nuclei }: FoundTile,
): Promise<boolean> {
  const { numUpdatedRows } = await analysisToChange(db, siteId, id)
    .set({ tiles_done: tile + 1, nucleus_count: sql`nucleus_count + ${nucleusCount}` })
    .where("state", "=", "running")
    .where("deleted_at", "is", null)
    .where("tiles_done", "=", tile)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .insertInto("cell_analysis_tile")
    .values({ site_id: siteId, analysis_id: id, tile, nucleus_count: nucleusCount, nuclei: Buffer.from(nuclei) })
    .execute();
  return true;
}

/** Only if it is running. */
export async function finishAnalysis(
  db: SiteDb,
  siteId: number,
  id: number,
  ending: {
    readonly state: CellAnalysis["state"];
    readonly failure?: CellAnalysis["failure"];
    readonly summary?: NucleiSummary;
  },
): Promise<void> {
  const { state, failure = null, summary } = ending;
  await analysisToChange(db, siteId, id)
    .set({ state, failure, ...(summary ? { summary: JSON.stringify(summary) } : {}) })
    .where("state", "=", "running")
    .execute();
}

export async function listTileSizes(
  db: SiteDb,
  siteId: number,
  { id, from, limit }: { readonly id: number; readonly from: number; readonly limit: number },
): Promise<{ tile: number; bytes: number }[]> {
  return db
    .selectFrom("cell_analysis_tile")
    .select(["tile", sql<number>`octet_length(nuclei)`.as("bytes")])
    .where("site_id", "=", siteId)
    .where("analysis_id", "=", id)
    .where("tile", ">=", from)
    .orderBy("tile")
    .limit(limit)
    .execute();
}

/** In order. @param to exclusive end. */
export async function listTiles(
  db: SiteDb,
  siteId: number,
  { id, from, to }: { readonly id: number; readonly from: number; readonly to: number },
): Promise<{ tile: number; nuclei: Buffer }[]> {
  return db
    .selectFrom("cell_analysis_tile")
    .select(["tile", "nuclei"])
    .where("site_id", "=", siteId)
    .where("analysis_id", "=", id)
    .where("tile", ">=", from)
    .where("tile", "<", to)
    .orderBy("tile")
    .execute();
}

export async function markAnalysisDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await analysisToChange(db, siteId, id)
    .set({ deleted_at: sql`now()`, state: sql`CASE WHEN state = 'running' THEN 'cancelled' ELSE state END` })
    .execute();
}

export async function unmarkAnalysisDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await analysisToChange(db, siteId, id).set({ deleted_at: null }).execute();
}

/** Deletes results that can no longer be restored, with their nuclei. @param now ms since the epoch. */
export async function deleteOldAnalyses(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("cell_analysis")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", new Date(now - ANALYSIS_RESTORE_DAYS * DAY_MS))
    .execute();
}

/** Ends results whose job was given up after repeated kills of its server. */
export async function failAbandonedAnalyses(db: SiteDb, siteId: number): Promise<void> {
  await db
    .updateTable("cell_analysis")
    .set({ state: "failed", failure: "other" })
    .where("site_id", "=", siteId)
    .where("state", "=", "running")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("job")
            .select("job.id")
            .where("job.site_id", "=", siteId)
            .whereRef("job.subject_id", "=", "cell_analysis.id")
            .where("job.kind", "in", [ANALYSE_CELLS, ANALYSE_MANY_CELLS])
            .where("job.state", "in", ["queued", "running"]),
        ),
      ),
    )
    .execute();
}
