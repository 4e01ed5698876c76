/** Learners' manual counts in the regions of results. */
import { CLASS_COUNTS_MAX } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import type { CountByHand } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { CellAnalysisCountTable } from "./cell-analysis.table.ts";

const countOf = (
  row: Pick<CellAnalysisCountTable, "positive_count" | "negative_count" | "other_count">,
): CountByHand => ({
  positiveCount: row.positive_count,
  negativeCount: row.negative_count,
  otherCount: row.other_count,
});

/** @returns by ID of the result. */
export async function listOwnCounts(
  db: SiteDb,
  siteId: number,
  { userId, analysisIds }: { readonly userId: number; readonly analysisIds: readonly number[] },
): Promise<ReadonlyMap<number, CountByHand>> {
  if (analysisIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("cell_analysis_count")
    .select(["analysis_id", "positive_count", "negative_count", "other_count"])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("analysis_id", "in", analysisIds)
    .execute();
  return new Map(rows.map((row) => [row.analysis_id, countOf(row)]));
}

/** Does not change a saved count. */
export async function insertCount(
  db: SiteDb,
  siteId: number,
  { analysisId, userId, count }: { readonly analysisId: number; readonly userId: number; readonly count: CountByHand },
): Promise<void> {
  await db
    .insertInto("cell_analysis_count")
    .values({
      site_id: siteId,
      analysis_id: analysisId,
      user_id: userId,
      positive_count: count.positiveCount,
      negative_count: count.negativeCount,
      other_count: count.otherCount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of all people, without names; the newest ones. */
export async function listClassCounts(db: SiteDb, siteId: number, analysisId: number): Promise<CountByHand[]> {
  const rows = await db
    .selectFrom("cell_analysis_count")
    .select(["positive_count", "negative_count", "other_count"])
    .where("site_id", "=", siteId)
    .where("analysis_id", "=", analysisId)
    .orderBy("created_at", "desc")
    .limit(CLASS_COUNTS_MAX)
    .execute();
  return rows.map(countOf);
}

export async function updateCountFirst(db: SiteDb, siteId: number, id: number, isCountFirst: boolean): Promise<void> {
  await db
    .updateTable("cell_analysis")
    .set({ is_count_first: isCountFirst })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
