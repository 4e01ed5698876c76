import {
  analysisFrame,
  analysisRectangle,
  boxAreaSquareMm,
  boxOnSlide,
  LEARNER_REGION_MAX_SQUARE_MM,
  previewBox,
  regionAreaSquareMicrometres,
  ringsOfRegion,
} from "@parfocal/core/cell-analysis/analysis-region.ts";
import {
  AI_RESOLUTION,
  ANALYSES_OF_PERSON_MAX,
  type AnalyserName,
  cancelCellAnalysis,
  correctCellAnalysis,
  createCellAnalysis,
  deleteCellAnalysis,
  getCellAnalysis,
  listCellAnalyses,
  listCellNuclei,
  NUCLEI_IN_ANSWER_MAX_BYTES,
  previewCellAnalysis,
  renameCellAnalysis,
  restoreCellAnalysis,
  SERVICE_CALLS_PER_HOUR,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { planParts } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { containsPoint } from "@parfocal/core/geometry/contains-point.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { isAskedAbout } from "#annotation/asked-about.queries.ts";
import { findImageRow } from "#image/image.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, type RouteContext, route } from "#platform/http/route.ts";
import { type AnalysedSlide, analysedBounds, analysedSlideOf, readPixels } from "./analysed-slide.ts";
import {
  answerOne,
  assertNotInQuiz,
  assertOwn,
  type Context,
  findOwn,
  findReadable,
  findShown,
  noAnalysis,
  presentAnalyses,
  presentOne,
} from "./analysis-access.ts";
import { builtInAnalyser, PREVIEW_PARTS, previewAnalyser } from "./built-in-analyser.ts";
import {
  countAnalysesOf,
  countServiceCalls,
  findRestorableAnalysis,
  finishAnalysis,
  insertAnalysis,
  keepCorrections,
  listAnalyses,
  listTileSizes,
  listTiles,
  markAnalysisDeleted,
  renameAnalysis,
  unmarkAnalysisDeleted,
} from "./cell-analysis.queries.ts";
import { ANALYSE_CELLS, ANALYSE_MANY_CELLS } from "./cell-analysis-jobs.ts";
import { SERVICE_TILE_PX } from "./external-analyser.ts";
import { planAnalysis } from "./plan-analysis.ts";
import { summariseAnalysis } from "./summarise-analysis.ts";

/** Concurrent analyses per person. */
const RUNNING_MAX = 3;
/** Tiles considered for one answer. */
const TILES_IN_ANSWER_MAX = 400;

const refuse = (message: string, code: string) => new AppError("invalid", message, { codes: [code] });

/**
 * @throws AppError `notFound` if the caller cannot see the image, `invalid` if it cannot be analysed, `forbidden` while a quiz
 * is asking the caller about it.
 */
async function findAnalysedSlide({ db, siteId, caller }: Context, imageId: number): Promise<AnalysedSlide> {
  await findVisibleItem(db, { siteId, caller, id: imageId, kind: "image" });
  const row = await findImageRow(db, siteId, imageId);
  const slide = row && analysedSlideOf(row.slideFile);
  if (!slide)
    throw refuse("This slide has no pixel size or no stored pixels, so its cells cannot be analysed.", "slide");
  await assertNotInQuiz({ db, siteId, caller }, imageId);
  return slide;
}

function pixelSizeOf(slide: AnalysedSlide): number {
  const size = builtInAnalyser.pixelSizeFor(slide.pixel);
  if (size === null)
    throw refuse("This slide is too coarse for cell analysis: its pixels are larger than 1 µm.", "tooCoarse");
  return size;
}

/** Pixel size and tile size for the analyser. @throws AppError `invalid` if it is not available, or not for this slide. */
function measuresFor(platform: RouteContext["platform"], name: AnalyserName, slide: AnalysedSlide) {
  if (name === "builtIn") return { micrometresPerPixel: pixelSizeOf(slide), tilePx: builtInAnalyser.tilePx };
  if (platform.cellService === null) throw refuse("This site has no external analysis service.", "noService");
  return { micrometresPerPixel: AI_RESOLUTION, tilePx: SERVICE_TILE_PX };
}

async function assertServiceBudget({ db, siteId, caller }: Context, tileCount: number): Promise<void> {
  if (tileCount > SERVICE_CALLS_PER_HOUR)
    throw refuse("This region is too large for the analysis service. Zoom in or choose a smaller region.", "tooLarge");
  const before = await countServiceCalls(db, siteId, caller.signedIn().id);
  if (before + tileCount <= SERVICE_CALLS_PER_HOUR) return;
  throw new AppError(
    "tooManyRequests",
    "You have used the analysis service often. Try again in an hour, or use the built-in analyser.",
    {
      codes: ["serviceBudget"],
    },
  );
}

/** @throws AppError `invalid` unless it is an area on the slide. */
function readRegion(wkt: string, slide: AnalysedSlide): Shape {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw refuse(parsed.problem, "geometry");
  const { shape } = parsed;
  if (!ringsOfRegion(shape)) throw refuse("Cells are analysed in an area: draw a polygon.", "geometry");
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  const isOnSlide = minX >= -1 && minY >= -1 && maxX <= slide.width + 1 && maxY <= slide.height + 1;
  if (!isOnSlide) throw refuse("The region extends beyond the slide.", "geometry");
  if (findSelfCrossing(shape)) throw refuse("The outline of the region crosses itself.", "selfCrossing");
  if (!(regionAreaSquareMicrometres(shape, slide.pixel) > 0)) throw refuse("The region has no area.", "geometry");
  return shape;
}

async function assertRoom({ db, siteId, caller }: Context, imageId: number): Promise<void> {
  const { stored, running } = await countAnalysesOf(db, siteId, { imageId, authorId: caller.signedIn().id });
  if (running >= RUNNING_MAX)
    throw new AppError("tooManyRequests", `You already have ${RUNNING_MAX} running analyses. Wait for one to finish.`, {
      codes: ["tooManyRunning"],
    });
  if (stored >= ANALYSES_OF_PERSON_MAX)
    throw new AppError("tooLarge", `You have ${ANALYSES_OF_PERSON_MAX} analyses on this slide. Delete one first.`, {
      codes: ["tooManyAnalyses"],
    });
}

export const cellAnalysisRoutes = [
  route(listCellAnalyses, async (context, { params }) => {
    const { db, siteId, caller } = context;
    const { id: callerId } = caller.signedIn();
    await findVisibleItem(db, { siteId, caller, id: params.itemId, kind: "image" });
    const authorId = caller.can("annotateAsExpert") ? null : callerId;
    const withCountFirst = !(await isAskedAbout(db, siteId, caller, params.itemId));
    const rows = await listAnalyses(db, siteId, { imageId: params.itemId, authorId, withCountFirst });
    return {
      analyses: await presentAnalyses(context, rows),
      hasService: context.platform.cellService !== null,
    };
  }),

  route(getCellAnalysis, async (context, { params }) => presentOne(context, await findReadable(context, params.id))),

  route(listCellNuclei, async (context, { params, query: { from } }) => {
    const { db, siteId } = context;
    const { id, tiles_done: tilesDone } = await findShown(context, params.id);
    const sizes = await listTileSizes(db, siteId, { id, from, limit: TILES_IN_ANSWER_MAX });
    let bytes = 0;
    let to = from;
    for (const size of sizes) {
      bytes += size.bytes;
      if (bytes > NUCLEI_IN_ANSWER_MAX_BYTES && to > from) break;
      to = size.tile + 1;
    }
    const tiles = await listTiles(db, siteId, { id, from, to });
    return {
      tiles: tiles.map(({ tile, nuclei }) => ({ tile, nuclei: nuclei.toString("base64") })),
      next: to,
      hasMore: to < tilesDone,
    };
  }),

  route(createCellAnalysis, async (context, { body }) => {
    const { db, siteId, caller, platform, afterCommit } = context;
    const { imageId, name, analyser, settings, regionKind } = body;
    const slide = await findAnalysedSlide(context, imageId);
    const shape = readRegion(body.geometry, slide);
    const isLarge = boxAreaSquareMm(shape, slide.pixel) > LEARNER_REGION_MAX_SQUARE_MM;
    if (isLarge && !caller.can("annotateAsExpert"))
      throw refuse(`Choose a region of at most ${LEARNER_REGION_MAX_SQUARE_MM} mm².`, "tooLarge");
    const { tilePx, micrometresPerPixel } = measuresFor(platform, analyser, slide);
    const tiles = planAnalysis({ slide, shape, settings, micrometresPerPixel, ...(tilePx ? { tilePx } : {}) });
    if (analyser === "service") await assertServiceBudget(context, tiles.length);
    if (tiles.length === 0) throw refuse("The region has no area.", "geometry");
    await assertRoom(context, imageId);
    const id = await insertAnalysis(db, siteId, {
      imageId,
      authorId: caller.signedIn().id,
      name,
      analyser,
      settings,
      regionKind,
      geometry: formatWkt(shape),
      areaSquareMicrometres: regionAreaSquareMicrometres(shape, slide.pixel),
      micrometresPerPixel,
      tileCount: tiles.length,
    });
    const kind = isLarge ? ANALYSE_MANY_CELLS : ANALYSE_CELLS;
    await platform.jobs.add(db, siteId, { kind, subjectId: id, isQuiet: true });
    afterCommit(() => platform.jobs.wake());
    return answerOne(context, id);
  }),

  longRoute(previewCellAnalysis, async ({ siteId, caller, platform, request }, { body }) => {
    const slide = await withSite(platform.database, siteId, (db) =>
      findAnalysedSlide({ db, siteId, caller }, body.imageId),
    );
    const micrometresPerPixel = pixelSizeOf(slide);
    const frame = analysisFrame(slide.pixel, micrometresPerPixel);
    const seen = boxOnSlide(body.bounds, slide);
    if (!seen) throw refuse("There is nothing of the slide in view.", "bounds");
    const bounds = previewBox(seen, frame);
    const whole = analysedBounds(slide, frame);
    const around = analysisRectangle(bounds, frame);
    const rectangle = {
      ...around,
      widthPx: Math.max(1, Math.min(around.widthPx, whole.widthPx - around.xPx)),
      heightPx: Math.max(1, Math.min(around.heightPx, whole.heightPx - around.yPx)),
    };
    const gone = new AbortController();
    request.raw.once("close", () => request.raw.destroyed && gone.abort(new Error("nobody waits for this preview")));
    const { settings } = body;
    const parts = planParts({ region: rectangle, micrometresPerPixel, settings }, PREVIEW_PARTS);
    const { signal } = gone;
    const found = await Promise.all(
      parts.map(async (tile) => {
        const region = await readPixels(platform, siteId, slide, { rectangle: tile.read, micrometresPerPixel, signal });
        return previewAnalyser.analyse({ region, settings, place: { tile, frame, rings: null } }, signal);
      }),
    );
    return {
      bounds,
      areaSquareMicrometres: (bounds.maxX - bounds.minX) * slide.pixel.x * (bounds.maxY - bounds.minY) * slide.pixel.y,
      parts: found.map(({ packed }) => Buffer.from(packed.buffer).toString("base64")),
    };
  }),

  route(renameCellAnalysis, async (context, { params, body }) => {
    await findOwn(context, params.id);
    await renameAnalysis(context.db, context.siteId, params.id, body.name);
    return answerOne(context, params.id);
  }),

  route(correctCellAnalysis, async (context, { params, body }) => {
    const { db, siteId } = context;
    const { version, ...corrections } = body;
    const row = await findOwn(context, params.id);
    await assertNotInQuiz(context, row.image_id);
    if (row.state === "running")
      throw new AppError("conflict", "The analysis is still running.", { codes: ["running"] });
    const numbers = [...corrections.removed, ...corrections.changed.map(({ nucleus }) => nucleus)];
    if (numbers.some((number) => number >= row.nucleus_count))
      throw refuse("There is no such nucleus in this result.", "nucleus");
    // Nuclei outside would increase the density of the region.
    const parsed = parseWkt(row.geometry);
    const rings = parsed.ok ? ringsOfRegion(parsed.shape) : null;
    if (corrections.added.some(({ at }) => !rings || !containsPoint(rings, at)))
      throw refuse("An added nucleus lies outside the region.", "outside");
    const summary = await summariseAnalysis(db, siteId, { ...row, corrections });
    if (!(await keepCorrections(db, siteId, params.id, { corrections, summary, version })))
      throw new AppError("conflict", "This result has been corrected elsewhere. Load it again.", {
        codes: ["version"],
      });
    return answerOne(context, params.id);
  }),

  route(cancelCellAnalysis, async (context, { params }) => {
    const { db, siteId } = context;
    const row = await findOwn(context, params.id);
    if (row.state === "running")
      await finishAnalysis(db, siteId, params.id, {
        state: "cancelled",
        summary: await summariseAnalysis(db, siteId, row),
      });
    return answerOne(context, params.id);
  }),

  route(deleteCellAnalysis, async (context, { params }) => {
    await findOwn(context, params.id);
    await markAnalysisDeleted(context.db, context.siteId, params.id);
  }),

  route(restoreCellAnalysis, async (context, { params }) => {
    const { db, siteId, caller } = context;
    const row = await findRestorableAnalysis(db, siteId, params.id);
    if (!row || row.author_id !== caller.signedIn().id) throw noAnalysis();
    await assertOwn(context, row);
    await assertRoom(context, row.image_id);
    await unmarkAnalysisDeleted(db, siteId, params.id);
    return answerOne(context, params.id);
  }),
];
