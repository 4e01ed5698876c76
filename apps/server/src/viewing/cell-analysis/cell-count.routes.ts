import { getClassCounts, saveCellCount, setCountFirst } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import { positiveShareOfCount, totalOfCount } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import {
  CLASS_COUNTS_MIN,
  type CountHistogram,
  histogramOfCounts,
} from "@parfocal/core/cell-analysis/count-histogram.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { route } from "#platform/http/route.ts";
import { answerOne, findOwn, findReadable, findShown, presentOne } from "./analysis-access.ts";
import { insertCount, listClassCounts, updateCountFirst } from "./cell-count.queries.ts";

const PERCENT = 100;

/** As in the answer: mutable arrays. */
const presentHistogram = (found: CountHistogram | null) =>
  found && { bars: found.bars.map((bar) => ({ ...bar })), median: found.median };

export const cellCountRoutes = [
  route(setCountFirst, async (context, { params, body: { isCountFirst } }) => {
    const row = await findOwn(context, params.id);
    if (isCountFirst && row.state !== "done")
      throw new AppError("conflict", "Only a complete analysis can be counted first.", { codes: ["notDone"] });
    await updateCountFirst(context.db, context.siteId, params.id, isCountFirst);
    return answerOne(context, params.id);
  }),

  route(saveCellCount, async (context, { params, body }) => {
    const { db, siteId, caller } = context;
    const { isWithheld, ownCount } = await presentOne(context, await findReadable(context, params.id));
    if (!isWithheld && !ownCount)
      throw new AppError("forbidden", "You see this result without a count of your own.", {
        codes: ["notToBeCounted"],
      });
    await insertCount(db, siteId, { analysisId: params.id, userId: caller.signedIn().id, count: body });
    const answer = await answerOne(context, params.id);
    const saved = answer.ownCount;
    const isSame =
      saved?.positiveCount === body.positiveCount &&
      saved.negativeCount === body.negativeCount &&
      saved.otherCount === body.otherCount;
    if (!isSame) throw new AppError("conflict", "You have already saved a count.", { codes: ["counted"] });
    return answer;
  }),

  route(getClassCounts, async (context, { params }) => {
    const { db, siteId, caller } = context;
    const row = await findShown(context, params.id);
    const counts = await listClassCounts(db, siteId, params.id);
    const min = caller.can("annotateAsExpert") ? 1 : CLASS_COUNTS_MIN;
    const shares = counts.map(positiveShareOfCount).filter((share) => share !== null);
    const percents = row.settings.stain === "hematoxylin-dab" ? shares.map((share) => PERCENT * share) : [];
    return {
      number: counts.length,
      counts: counts.length < min ? null : presentHistogram(histogramOfCounts(counts.map(totalOfCount))),
      positivePercents: percents.length < min ? null : presentHistogram(histogramOfCounts(percents, PERCENT)),
    };
  }),
];
