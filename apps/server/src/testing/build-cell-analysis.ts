import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { packNuclei, type SlideNucleus } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import {
  findAnalysis,
  finishAnalysis,
  insertAnalysis,
  keepTile,
  markAnalysisDeleted,
} from "#cell-analysis/cell-analysis.queries.ts";
import { updateCountFirst } from "#cell-analysis/cell-count.queries.ts";
import { summariseAnalysis } from "#cell-analysis/summarise-analysis.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import type { TestSlide } from "./build-slide.ts";
import type { TestUser } from "./build-user.ts";

interface AnalysisOptions {
  readonly slide: TestSlide;
  readonly author: TestUser;
  readonly name?: string;
  /** Default: one positive and one negative nucleus. */
  readonly nuclei?: readonly SlideNucleus[];
  readonly isDeleted?: boolean;
  /** Whether learners see it only after counting. */
  readonly isCountFirst?: boolean;
}

/** A square of 2 px around the point, for a slide with 0.5 µm per pixel. */
export const nucleusAt = (x: number, y: number, cellClass: SlideNucleus["cellClass"] = "other"): SlideNucleus => ({
  centroidPx: [x, y],
  outlinePx: Float32Array.of(x - 1, y - 1, x + 1, y - 1, x + 1, y + 1, x - 1, y + 1),
  areaSquareMicrometres: 1,
  circularity: 0.785,
  hematoxylinMean: 0.4,
  dabMean: cellClass === "positive" ? 0.5 : 0.1,
  intensityClass: cellClass === "positive" ? 2 : 0,
  cellClass,
});

/** A finished result. @returns its ID. */
export function buildCellAnalysis(
  site: TestSite,
  {
    slide,
    author,
    name = "Cortex",
    nuclei = [nucleusAt(20, 20, "positive"), nucleusAt(40, 20, "negative")],
    isDeleted = false,
    isCountFirst = false,
  }: AnalysisOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const id = await insertAnalysis(db, site.id, {
      imageId: slide.id,
      authorId: author.id,
      name,
      analyser: "builtIn",
      settings: DEFAULT_CELL_SETTINGS["hematoxylin-dab"],
      regionKind: "rectangle",
      geometry: "POLYGON((0 0,200 0,200 200,0 200,0 0))",
      areaSquareMicrometres: 10_000,
      micrometresPerPixel: 0.5,
      tileCount: 1,
    });
    await keepTile(db, site.id, id, { tile: 0, nucleusCount: nuclei.length, nuclei: packNuclei(nuclei) });
    const row = await findAnalysis(db, site.id, id);
    if (row)
      await finishAnalysis(db, site.id, id, { state: "done", summary: await summariseAnalysis(db, site.id, row) });
    await updateCountFirst(db, site.id, id, isCountFirst);
    if (isDeleted) await markAnalysisDeleted(db, site.id, id);
    return id;
  });
}
