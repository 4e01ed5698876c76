import { correctedNuclei } from "@parfocal/core/cell-analysis/corrections.ts";
import { joinNuclei, unpackNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { type NucleiSummary, summariseNuclei } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type AuthoredAnalysis, listTiles } from "./cell-analysis.queries.ts";

/** Statistics of its nuclei, including manual corrections. A cancelled analysis has no density. */
export async function summariseAnalysis(
  db: SiteDb,
  siteId: number,
  { id, tile_count: to, tiles_done: done, corrections, area_um2: area }: AuthoredAnalysis,
): Promise<NucleiSummary> {
  const tiles = await listTiles(db, siteId, { id, from: 0, to });
  const nuclei = joinNuclei(tiles.map((tile) => unpackNuclei(tile.nuclei)));
  return summariseNuclei(correctedNuclei(nuclei, corrections), done === to ? area : 0);
}
