/**
 * The job of an analysis: tile by tile, each stored in a separate transaction. A killed server resumes at its current
 * tile; a cancelled or deleted analysis ends at its next tile.
 */
import { analysisFrame, ringsOfRegion } from "@parfocal/core/cell-analysis/analysis-region.ts";
import { type CellAnalysis, NUCLEI_MAX } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { AnalysisTile } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import type { Rings } from "@parfocal/core/geometry/contains-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { findImageRow } from "#image/image.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import type { Platform } from "#platform/platform.ts";
import { type AnalysedSlide, analysedSlideOf, readPixels } from "./analysed-slide.ts";
import { builtInAnalyser } from "./built-in-analyser.ts";
import type { CellAnalyser } from "./cell-analyser.ts";
import {
  type AuthoredAnalysis,
  findAnalysis,
  finishAnalysis,
  keepServicePage,
  keepTile,
} from "./cell-analysis.queries.ts";
import { ANALYSE_CELLS, ANALYSE_MANY_CELLS } from "./cell-analysis-jobs.ts";
import { CellServiceError } from "./cell-service.ts";
import { externalAnalyserOf } from "./external-analyser.ts";
import type { PackedTile } from "./pack-tile.ts";
import { planAnalysis } from "./plan-analysis.ts";
import { summariseAnalysis } from "./summarise-analysis.ts";

export function cellAnalysisJobHandlers(platform: Platform): Record<string, JobHandler> {
  const analyse: JobHandler = (context) => analyseCells(platform, context);
  return { [ANALYSE_CELLS]: analyse, [ANALYSE_MANY_CELLS]: analyse };
}

/** A final failure of an analysis, with its reason. */
class AnalysisFailure extends Error {
  override readonly name = "AnalysisFailure";
  readonly failure: NonNullable<CellAnalysis["failure"]>;

  constructor(failure: NonNullable<CellAnalysis["failure"]>) {
    super(failure);
    this.failure = failure;
  }
}

interface Work {
  readonly row: AuthoredAnalysis;
  readonly slide: AnalysedSlide;
  readonly rings: Rings;
  readonly tiles: readonly AnalysisTile[];
  readonly analyser: CellAnalyser;
}

/** @throws the signal's reason; an error after which the queue retries. */
export async function analyseCells(platform: Platform, context: JobContext): Promise<void> {
  const { siteId, subjectId: id, signal } = context;
  try {
    const work = await findWork(platform, context);
    if (!work) return;
    if (!(await analyseTiles(platform, context, work))) return;
    await storeIfOwned(platform, context, async (db) => {
      const row = await findAnalysis(db, siteId, id);
      if (row)
        await finishAnalysis(db, siteId, id, { state: "done", summary: await summariseAnalysis(db, siteId, row) });
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = failureOf(error);
    if (failure === "other") platform.log.error({ err: error, analysis: id }, "a cell analysis failed");
    // Its messages contain neither the credential nor the service's answer.
    if (error instanceof CellServiceError)
      platform.log.warn({ reason: error.message, analysis: id }, "the analysis service failed");
    await storeIfOwned(platform, context, (db) => finishAnalysis(db, siteId, id, { state: "failed", failure }));
  }
}

function failureOf(error: unknown): NonNullable<CellAnalysis["failure"]> {
  if (error instanceof AnalysisFailure) return error.failure;
  if (error instanceof CellServiceError) return "service";
  return error instanceof SlideFileError ? "slide" : "other";
}

/** @returns null: nothing left to do. */
async function findWork(platform: Platform, context: JobContext): Promise<Work | null> {
  const { siteId, subjectId: id } = context;
  const found = await withSite(platform.database, siteId, async (db) => {
    const row = await findAnalysis(db, siteId, id);
    const image = row?.state === "running" ? await findImageRow(db, siteId, row.image_id) : undefined;
    return row && image ? { row, slideFile: image.slideFile } : null;
  });
  if (!found) return null;
  const { row, slideFile } = found;
  const slide = analysedSlideOf(slideFile);
  const parsed = parseWkt(row.geometry);
  const rings = parsed.ok ? ringsOfRegion(parsed.shape) : null;
  if (!slide || !parsed.ok || !rings) throw new AnalysisFailure("slide");
  const { settings, um_per_px: micrometresPerPixel } = row;
  const analyser = analyserFor(platform, context, row);
  const { tilePx } = analyser;
  const tiles = planAnalysis({
    slide,
    shape: parsed.shape,
    settings,
    micrometresPerPixel,
    ...(tilePx ? { tilePx } : {}),
  });
  // The slide's file was replaced.
  if (tiles.length !== row.tile_count) throw new AnalysisFailure("slide");
  return { row, slide, rings, tiles, analyser };
}

function analyserFor(platform: Platform, context: JobContext, { id, analyser }: AuthoredAnalysis): CellAnalyser {
  if (analyser === "builtIn") return builtInAnalyser;
  const service = externalAnalyserOf(platform);
  // It was removed from the configuration while this job was waiting.
  if (!service) throw new AnalysisFailure("service");
  return service((page) => storeIfOwned(platform, context, (db) => keepServicePage(db, context.siteId, id, page)));
}

/** @returns whether all tiles are done; false: it was cancelled, deleted or taken over by another server. */
async function analyseTiles(platform: Platform, context: JobContext, work: Work): Promise<boolean> {
  const { siteId, subjectId: id, signal, report } = context;
  let { nucleus_count: total } = work.row;
  for (let tile = work.row.tiles_done; tile < work.tiles.length; tile += 1) {
    signal.throwIfAborted();
    const { count, packed } = await analyseTile(platform, siteId, work, work.tiles[tile] as AnalysisTile, signal);
    total += count;
    if (total > NUCLEI_MAX) throw new AnalysisFailure("tooManyNuclei");
    const found = { tile, nucleusCount: count, nuclei: packed };
    const isStored = await storeIfOwned(platform, context, (db) => keepTile(db, siteId, id, found));
    if (!isStored) return false;
    report((tile + 1) / work.tiles.length);
  }
  return true;
}

async function analyseTile(
  platform: Platform,
  siteId: number,
  { row, slide, rings, analyser }: Work,
  tile: AnalysisTile,
  signal: AbortSignal,
): Promise<PackedTile> {
  const { settings, um_per_px: micrometresPerPixel } = row;
  const region = await readPixels(platform, siteId, slide, { rectangle: tile.read, micrometresPerPixel, signal });
  const frame = analysisFrame(slide.pixel, micrometresPerPixel);
  return analyser.analyse({ region, settings, place: { tile, frame, rings } }, signal);
}
