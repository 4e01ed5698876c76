import { getCase } from "@parfocal/core/case/case.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { updateQuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import {
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { getQuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replaceOwnThumbnail } from "#image/own-thumbnail.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { addQuestion } from "#quiz/write-question.ts";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildQuiz, testQuestion } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { forgetAllTileRights } from "#tile/tile-rights.ts";

const ANSWER = "Zyxkidney";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
// A permission is cached for ten seconds.
beforeEach(forgetAllTileRights);

/**
 * A quiz in an open course about a slide and a case of a closed folder; the slide of a third question has no
 * placement.
 */
async function buildWorld(settings: Partial<QuizSettings> = {}) {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const closed = await buildFolder(site, { parentId: courseId, isActive: false });
  const slide = await buildSlide(site, { title: ANSWER, parentId: closed });
  const ofCase = await buildSlide(site, { title: `${ANSWER}, PAS`, parentId: closed });
  const switchedOff = await buildSlide(site, { title: `${ANSWER}, CD3`, parentId: closed });
  const notInQuiz = await buildSlide(site, { title: `${ANSWER}, other`, parentId: closed });
  const unplaced = await buildSlide(site, { title: `${ANSWER}, alone`, parentId: closed });
  const caseId = await buildCase(site, {
    title: `${ANSWER}itis`,
    parentId: closed,
    items: [{ id: ofCase.id }, { id: switchedOff.id }],
  });
  await withSite(server.platform.database, site.id, async (db) => {
    await db.deleteFrom("placement").where("site_id", "=", site.id).where("item_id", "=", unplaced.id).execute();
    await db
      .updateTable("placement")
      .set({ is_active: false })
      .where("site_id", "=", site.id)
      .where("parent_id", "=", caseId)
      .where("item_id", "=", switchedOff.id)
      .execute();
  });
  const { quizId } = await buildQuiz(site, {
    parentId: courseId,
    questions: [slide.id, caseId, unplaced.id].map((itemId) => ({ title: "Which organ?", itemId })),
    settings: { is_auto_evaluation_enabled: true, ...settings },
  });
  const learner = await buildUser(site);
  const other = await buildUser(site);
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, quizId, caseId, slide, ofCase, switchedOff, notInQuiz, unplaced, learner, other, teacher };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const start = ({ quizId, learner }: World) =>
  sendCall(server, saveAnswers, { as: learner, params: { id: String(quizId) }, body: { quizId, quizAnswers: [] } });
const submit = ({ quizId, learner }: World) =>
  sendCall(server, submitAnswers, { as: learner, params: { id: String(quizId) }, body: {} });
const subjectOf = ({ quizId, learner }: World, itemId: number, as: TestUser = learner) =>
  sendCall(server, getQuizSubject, { as, params: { quizId: String(quizId), itemId: String(itemId) } });

async function pictureStatus(path: string, as: TestUser): Promise<number> {
  const { statusCode } = await server.app.inject({ method: "GET", url: path, headers: { "x-site-token": as.token } });
  return statusCode;
}
const tile = ({ id, version }: TestSlide, as: TestUser) => pictureStatus(`/tiles/${id}/${version}/0/0/0`, as);

describe("the slides of a quiz", () => {
  it("are accessible while the attempt runs, wherever they are placed: pixels and scale, no text", async () => {
    const world = await buildWorld();
    const { learner, slide, ofCase, unplaced, caseId } = world;
    expect((await start(world)).status).toBe(200);
    for (const one of [slide, ofCase, unplaced]) expect(await tile(one, learner)).toBe(200);
    const { status, answer, raw } = await subjectOf(world, slide.id);
    expect(status).toBe(200);
    expect(answer.slides).toMatchObject([
      { id: slide.id, title: null, slideInformation: { width: 700, height: 500, micronsPerPixel: 0.5 } },
    ]);
    const ofTheCase = await subjectOf(world, caseId);
    expect(ofTheCase.answer).toMatchObject({ kind: "case", title: null, slides: [{ id: ofCase.id, title: null }] });
    expect((await subjectOf(world, unplaced.id)).status).toBe(200);
    const quiz = await sendCall(server, getQuiz, { as: learner, params: { id: String(world.quizId) } });
    expect(quiz.answer).toMatchObject({
      questions: [{ subject: { id: slide.id, title: null, thumbnail: null } }, {}, {}],
    });
    for (const { payload } of [raw, ofTheCase.raw, quiz.raw]) expect(payload).not.toContain(ANSWER);
  });

  it("give access to no more than the question needs: no slide or case page, no chosen image, no other slide", async () => {
    const world = await buildWorld();
    const { site, learner, slide, switchedOff, notInQuiz, caseId } = world;
    await start(world);
    const page = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
    const casePage = await sendCall(server, getCase, { as: learner, params: { id: String(caseId) } });
    expect([page.status, casePage.status]).toEqual([404, 404]);
    const own = await withSite(server.platform.database, site.id, (db) =>
      replaceOwnThumbnail(db, site.id, slide.id, Buffer.from("a picture")),
    );
    const ownPath = `/tiles/${slide.id}/thumbnail/${own}`;
    expect([await pictureStatus(ownPath, learner), await pictureStatus(ownPath, world.teacher)]).toEqual([404, 200]);
    expect(await tile(switchedOff, learner)).toBe(404);
    expect(await tile(notInQuiz, learner)).toBe(404);
    expect((await subjectOf(world, notInQuiz.id)).status).toBe(404);
  });

  it("are not accessible before the start, nor to people who have not started", async () => {
    const world = await buildWorld();
    const { learner, other, slide, caseId } = world;
    expect([(await subjectOf(world, slide.id)).status, await tile(slide, learner)]).toEqual([404, 404]);
    await start(world);
    expect([(await subjectOf(world, caseId, other)).status, await tile(slide, other)]).toEqual([404, 404]);
    expect(await pictureStatus(`/tiles/${slide.id}/${slide.version}/thumbnail`, other)).toBe(404);
  });

  it("are not accessible after a reset, and accessible again after an undo", async () => {
    const world = await buildWorld();
    const { learner, teacher, slide, quizId } = world;
    await start(world);
    const reset = (body: { undo?: string }) =>
      sendCall(server, resetQuiz, { as: teacher, params: { id: String(quizId) }, body });
    const { resetId } = (await reset({})).answer;
    expect([(await subjectOf(world, slide.id)).status, await tile(slide, learner)]).toEqual([404, 404]);
    await reset({ undo: resetId });
    expect([(await subjectOf(world, slide.id)).status, await tile(slide, learner)]).toEqual([200, 200]);
  });

  it("are not accessible through a quiz that the person no longer sees", async () => {
    const world = await buildWorld();
    const { site, learner, slide, quizId } = world;
    await start(world);
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("placement")
        .set({ is_active: false })
        .where("site_id", "=", site.id)
        .where("item_id", "=", quizId)
        .execute(),
    );
    expect([(await subjectOf(world, slide.id)).status, await tile(slide, learner)]).toEqual([404, 404]);
  });

  it("a slide added to the quiz after the start becomes accessible by the start call, which the page repeats", async () => {
    const world = await buildWorld();
    const { site, learner, quizId, notInQuiz } = world;
    await start(world);
    await withSite(server.platform.database, site.id, (db) =>
      addQuestion(db, { siteId: site.id, userId: world.teacher.id }, quizId, testQuestion({ itemId: notInQuiz.id })),
    );
    const early = await subjectOf(world, notInQuiz.id);
    expect([early.status, early.failure.data, await tile(notInQuiz, learner)]).toEqual([409, ["slideAdded"], 404]);
    await start(world);
    expect([(await subjectOf(world, notInQuiz.id)).status, await tile(notInQuiz, learner)]).toEqual([200, 200]);
  });
});

it("expert annotations are sent if the quiz shows annotations, and so are the allowed tools", async () => {
  const world = await buildWorld();
  const { site, slide, learner, other, teacher, quizId } = world;
  await buildAnnotation(site, { slide, author: teacher, title: "Tuft" });
  for (const author of [learner, other]) await buildAnnotation(site, { slide, author, title: "Of a learner" });
  await start(world);
  const before = (await subjectOf(world, slide.id)).answer;
  expect([before.slides[0]?.annotations, before.tools]).toEqual([[], { measuring: true, colour: true }]);
  const body = { showsAnnotations: true, allowsColour: false };
  await sendCall(server, updateQuizAccess, { as: teacher, params: { quizId: String(quizId) }, body });
  const after = (await subjectOf(world, slide.id)).answer;
  expect(after.slides[0]?.annotations).toEqual([{ title: "Tuft", wkt: SQUARE_WKT }]);
  expect(after.tools).toEqual({ measuring: true, colour: false });
  expect((await subjectOf(world, slide.id, other)).status).toBe(404);
});

describe("after the submission", () => {
  it("titles are shown if the right answers are", async () => {
    const world = await buildWorld();
    await start(world);
    expect((await submit(world)).answer.questions[0]?.subject).toMatchObject({ title: ANSWER });
    expect((await subjectOf(world, world.slide.id)).answer).toMatchObject({
      title: ANSWER,
      slides: [{ title: ANSWER }],
    });
    expect(await tile(world.slide, world.learner)).toBe(200);
  });

  it("only the slides are shown if the quiz is not evaluated", async () => {
    const world = await buildWorld({ is_auto_evaluation_enabled: false });
    await start(world);
    expect((await submit(world)).raw.payload).not.toContain(ANSWER);
    const { status, raw } = await subjectOf(world, world.slide.id);
    expect([status, raw.payload.includes(ANSWER)]).toEqual([200, false]);
    expect(await tile(world.slide, world.learner)).toBe(200);
  });

  it("nothing is shown if submitted questions are hidden", async () => {
    const world = await buildWorld({ hide_submitted_questions: true });
    await start(world);
    await submit(world);
    expect([(await subjectOf(world, world.slide.id)).status, await tile(world.slide, world.learner)]).toEqual([
      404, 404,
    ]);
  });

  it("a new attempt hides the titles again", async () => {
    const world = await buildWorld();
    await start(world);
    await submit(world);
    const { learner, quizId, slide } = world;
    const { raw } = await sendCall(server, restartQuiz, { as: learner, params: { id: String(quizId) }, body: {} });
    expect(raw.payload).not.toContain(ANSWER);
    expect((await subjectOf(world, slide.id)).raw.payload).not.toContain(ANSWER);
  });
});

it("teachers see the slides of a quiz with their titles without taking it", async () => {
  const world = await buildWorld();
  const { answer } = await subjectOf(world, world.slide.id, world.teacher);
  expect(answer).toMatchObject({ title: ANSWER, slides: [{ id: world.slide.id, title: ANSWER }] });
});
