import { getWrongMarks } from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import { route } from "#platform/http/route.ts";
import { loadWrongMarks } from "./load-wrong-marks.ts";

export const wrongMarksRoutes = [
  route(getWrongMarks, ({ db, siteId, caller }, { params: { id: questionId }, query: { itemId } }) =>
    loadWrongMarks(db, { siteId, caller, questionId, itemId }),
  ),
];
