import { replaceImageFile } from "@parfocal/core/image/edit-image.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildLooseSlide } from "#testing/build-loose-slide.ts";
import { buildQuiz, testOption, testQuestion } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { removeQuizPart } from "./remove-quiz-part.ts";
import { addQuestion } from "./write-question.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

it("a replacement file of another size can convert the regions of questions, also of removed ones", async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const slide = await buildSlide(site, { width: 700, height: 500, pixelSizeUm: { x: 0.5, y: 0.5 } });
  const other = await buildSlide(site);
  const region = { ...testOption("Here"), region: SQUARE_WKT };
  const question = { type: "annotation", answerOptions: [region] } as const;
  const above = await buildQuiz(site, { imageId: slide.id, questions: [] });
  const by = { siteId: site.id, userId: teacher.id };
  const [standing, removed, linkedElsewhere] = await withSite(server.platform.database, site.id, async (db) => {
    const parentId = above.slideId as number;
    const ids: number[] = [];
    for (const itemId of [null, null, other.id])
      ids.push(await addQuestion(db, by, parentId, testQuestion({ ...question, itemId })));
    await removeQuizPart(db, { siteId: site.id, removedBy: teacher.id }, { id: ids[1] as number, parentId });
    return ids;
  });
  const linked = (await buildQuiz(site, { questions: [{ ...question, itemId: slide.id }] })).questionIds[0];
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  const { status } = await sendCall(server, replaceImageFile, {
    as: teacher,
    params: { id: String(slide.id) },
    body: { imageId: finer.id, annotations: "scale" },
  });
  expect(status).toBe(200);
  const rows = await server.owner
    .selectFrom("quiz_answer_option")
    .innerJoin("placement", "placement.item_id", "quiz_answer_option.item_id")
    .select(["placement.parent_id", "quiz_answer_option.region"])
    .where("quiz_answer_option.site_id", "=", site.id)
    .execute();
  const regionOf = new Map(rows.map((row) => [row.parent_id, row.region]));
  const scaled = "POLYGON ((20 20, 220 20, 220 220, 20 220, 20 20))";
  for (const id of [standing, removed, linked]) expect(regionOf.get(id as number)).toBe(scaled);
  expect(regionOf.get(linkedElsewhere as number)).toBe(SQUARE_WKT);
});
