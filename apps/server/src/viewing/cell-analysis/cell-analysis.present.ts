import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import type { AuthoredAnalysis } from "./cell-analysis.queries.ts";

/** As the answer has them: arrays that may be changed. */
const presentCorrections = ({ removed, changed, added }: Corrections): CellAnalysis["corrections"] => ({
  removed: [...removed],
  changed: changed.map((change) => ({ ...change })),
  added: added.map(({ at: [x, y], cellClass }) => ({ at: [x, y], cellClass })),
});

export function presentAnalysis(row: AuthoredAnalysis, callerId: number): CellAnalysis {
  const { summary } = row;
  return {
    id: row.id,
    imageId: row.image_id,
    name: row.name,
    author: row.author,
    isUserOwner: row.author_id === callerId,
    analyser: row.analyser,
    settings: row.settings,
    regionKind: row.region_kind,
    geometry: row.geometry,
    areaSquareMicrometres: row.area_um2,
    micrometresPerPixel: row.um_per_px,
    state: row.state,
    failure: row.failure,
    servicePage: row.service_page,
    tileCount: row.tile_count,
    tilesDone: row.tiles_done,
    nucleusCount: row.nucleus_count,
    summary: summary && { ...summary, countByIntensity: [...summary.countByIntensity] },
    corrections: presentCorrections(row.corrections),
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}
