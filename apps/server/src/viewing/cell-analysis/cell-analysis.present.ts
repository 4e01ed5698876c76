import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { type Corrections, NO_CORRECTIONS } from "@parfocal/core/cell-analysis/corrections.ts";
import type { CountByHand } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import type { AuthoredAnalysis } from "./cell-analysis.queries.ts";

/** As in the answer: mutable arrays. */
const presentCorrections = ({ removed, changed, added }: Corrections): CellAnalysis["corrections"] => ({
  removed: [...removed],
  changed: changed.map((change) => ({ ...change })),
  added: added.map(({ at: [x, y], cellClass }) => ({ at: [x, y], cellClass })),
});

interface Viewer {
  readonly callerId: number;
  /** null: no saved count. */
  readonly ownCount: CountByHand | null;
  /** Whether the caller must count first. */
  readonly isWithheld: boolean;
}

/** Omits everything that reveals the number of nuclei of a withheld result. */
export function presentAnalysis(row: AuthoredAnalysis, { callerId, ownCount, isWithheld }: Viewer): CellAnalysis {
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
    servicePage: isWithheld ? null : row.service_page,
    tileCount: row.tile_count,
    tilesDone: row.tiles_done,
    nucleusCount: isWithheld ? 0 : row.nucleus_count,
    summary: isWithheld ? null : summary && { ...summary, countByIntensity: [...summary.countByIntensity] },
    corrections: presentCorrections(isWithheld ? NO_CORRECTIONS : row.corrections),
    version: row.version,
    isCountFirst: row.is_count_first,
    isWithheld,
    ownCount,
    createdAt: row.created_at.toISOString(),
  };
}
