/** Access to results of cell analysis. */
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { AppError, notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { isAskedAbout } from "#annotation/asked-about.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { RouteContext } from "#platform/http/route.ts";
import { presentAnalysis } from "./cell-analysis.present.ts";
import { type AuthoredAnalysis, findAnalysis } from "./cell-analysis.queries.ts";
import { listOwnCounts } from "./cell-count.queries.ts";

export type Context = Pick<RouteContext, "db" | "siteId" | "caller">;

export const noAnalysis = () => notFoundOrNoAccess("Cell analysis");

/** @throws AppError `forbidden` while a quiz asks the caller about the slide. */
export async function assertNotInQuiz({ db, siteId, caller }: Context, imageId: number): Promise<void> {
  if (await isAskedAbout(db, siteId, caller, imageId))
    throw new AppError("forbidden", "Cells cannot be analysed while a quiz asks about this slide.", {
      codes: ["quiz"],
    });
}

/** Whether the caller must save a count of their own before another person's result is shown. */
const isToBeCounted = ({ caller }: Context, row: AuthoredAnalysis): boolean =>
  row.author_id !== caller.signedIn().id && !caller.can("annotateAsExpert");

/** Readable by its author and by experts; a count-first result by everyone, unless a quiz is asking about its slide. */
async function assertReadable(context: Context, row: AuthoredAnalysis | undefined): Promise<AuthoredAnalysis> {
  const { db, siteId, caller } = context;
  if (!row) throw noAnalysis();
  if (isToBeCounted(context, row) && (!row.is_count_first || (await isAskedAbout(db, siteId, caller, row.image_id))))
    throw noAnalysis();
  await findVisibleItem(db, { siteId, caller, id: row.image_id, kind: "image", rejection: noAnalysis });
  return row;
}

/** @throws AppError `notFound` if the caller cannot see it, `forbidden` if it is another person's. */
export async function assertOwn(context: Context, found: AuthoredAnalysis | undefined): Promise<AuthoredAnalysis> {
  const row = await assertReadable(context, found);
  if (row.author_id !== context.caller.signedIn().id)
    throw notAllowed("You are not allowed to change this cell analysis.");
  return row;
}

/** @throws AppError `notFound`. */
export const findReadable = async (context: Context, id: number) =>
  assertReadable(context, await findAnalysis(context.db, context.siteId, id));

export const findOwn = async (context: Context, id: number) =>
  assertOwn(context, await findAnalysis(context.db, context.siteId, id));

/** @throws AppError `forbidden` for a count-first result until the caller has saved a count; `notFound`. */
export async function findShown(context: Context, id: number): Promise<AuthoredAnalysis> {
  const row = await findReadable(context, id);
  if ((await presentOne(context, row)).isWithheld)
    throw new AppError("forbidden", "Save your own count first.", { codes: ["countFirst"] });
  return row;
}

export async function presentAnalyses(context: Context, rows: readonly AuthoredAnalysis[]): Promise<CellAnalysis[]> {
  const { db, siteId, caller } = context;
  const { id: callerId } = caller.signedIn();
  const toBeCounted = rows.filter((row) => isToBeCounted(context, row)).map(({ id }) => id);
  const counts = await listOwnCounts(db, siteId, { userId: callerId, analysisIds: toBeCounted });
  return rows.map((row) => {
    const ownCount = counts.get(row.id) ?? null;
    return presentAnalysis(row, { callerId, ownCount, isWithheld: ownCount === null && toBeCounted.includes(row.id) });
  });
}

export async function presentOne(context: Context, row: AuthoredAnalysis): Promise<CellAnalysis> {
  const [presented] = await presentAnalyses(context, [row]);
  return presented!;
}

export async function answerOne(context: Context, id: number): Promise<CellAnalysis> {
  const row = await findAnalysis(context.db, context.siteId, id);
  if (!row) throw noAnalysis();
  return presentOne(context, row);
}
