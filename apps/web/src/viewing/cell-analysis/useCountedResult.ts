/** The figures of a result, including its corrections, and its display on the slide. */
import { ringsOfRegion } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { type Corrections, correctedNuclei } from "@parfocal/core/cell-analysis/corrections.ts";
import type { PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { type NucleiSummary, summariseNuclei } from "@parfocal/core/cell-analysis/summarise-nuclei.ts";
import type { Rings } from "@parfocal/core/geometry/contains-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import { useMemo } from "react";

interface CountedResult {
  readonly region: ShownCells["region"];
  /** Null: no region. */
  readonly rings: Rings | null;
  /** The same object while nothing has changed. */
  readonly cells: ShownCells;
  readonly summary: NucleiSummary;
  /** µm², of each nucleus. */
  readonly areas: readonly number[];
}

type CountedAnalysis = Pick<CellAnalysis, "geometry" | "areaSquareMicrometres" | "state" | "tilesDone" | "tileCount">;

/** An incomplete result has no density. */
export function useCountedResult(
  { geometry, areaSquareMicrometres, state, tilesDone, tileCount }: CountedAnalysis,
  nuclei: PackedNuclei,
  corrections: Corrections,
): CountedResult {
  const { region, rings } = useMemo(() => {
    const parsed = parseWkt(geometry);
    const found = parsed.ok ? ringsOfRegion(parsed.shape) : null;
    return parsed.ok && found ? { region: parsed.shape, rings: found } : { region: null, rings: null };
  }, [geometry]);
  const cells = useMemo(() => ({ nuclei, corrections, region }), [nuclei, corrections, region]);
  const counted = useMemo(() => correctedNuclei(nuclei, corrections), [nuclei, corrections]);
  const isWhole = state === "done" && tilesDone === tileCount;
  const summary = useMemo(
    () => summariseNuclei(counted, isWhole ? areaSquareMicrometres : 0),
    [counted, isWhole, areaSquareMicrometres],
  );
  const areas = useMemo(() => counted.map((one) => one.areaSquareMicrometres), [counted]);
  return { region, rings, cells, summary, areas };
}
