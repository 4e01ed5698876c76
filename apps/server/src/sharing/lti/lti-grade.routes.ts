import { notFound } from "@parfocal/core/errors.ts";
import { listUnsentGrades, sendGradesAgain } from "@parfocal/core/lti/lti-grade.contract.ts";
import { route } from "#platform/http/route.ts";
import { clearGoneLineItems, findUnsentGrades, insertGradeJobs, updateGradesAgain } from "./lti-grade.queries.ts";

export const ltiGradeRoutes = [
  route(listUnsentGrades, ({ db, siteId }) => findUnsentGrades(db, siteId)),

  route(sendGradesAgain, async ({ db, siteId, platform, afterCommit }, { body: { ids } }) => {
    await clearGoneLineItems(db, siteId, ids);
    const due = await updateGradesAgain(db, siteId, ids);
    if (due.length === 0) throw notFound("Grade");
    await insertGradeJobs(db, siteId, due);
    afterCommit(() => platform.jobs.wake());
    return { count: due.length };
  }),
];
