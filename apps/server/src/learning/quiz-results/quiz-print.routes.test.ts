import { getPrintedQuiz } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const printed = (quizId: number, as: TestUser) =>
  sendCall(server, getPrintedQuiz, { as, params: { id: String(quizId) } });

/** A folder with three slides, one of them hidden from learners. */
async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slides: TestSlide[] = [];
  for (const title of ["Kidney", "Hidden", "Liver"]) slides.push(await buildSlide(site, { title, parentId: folderId }));
  await withSite(server.platform.database, site.id, (db) =>
    db
      .updateTable("placement")
      .set({ is_active: false })
      .where("site_id", "=", site.id)
      .where("item_id", "=", slides[1]?.id ?? 0)
      .execute(),
  );
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const ofFolder = { parentId: courseId, settings: { source_folder_id: folderId } };
  return { site, courseId, slides, teacher, learner, ofFolder };
}

describe("a printed quiz", () => {
  it("over a source folder contains the slides of a running attempt, in the same order", async () => {
    const { site, slides, teacher, learner, ofFolder } = await buildWorld();
    const { quizId } = await buildQuiz(site, { ...ofFolder, type: "Common" });
    const { answer } = await printed(quizId, teacher);
    expect(answer.slides.map(({ itemId, title }) => [itemId, title])).toEqual([
      [slides[0]?.id, "Kidney"],
      [slides[2]?.id, "Liver"],
    ]);
    const taker = takerOf(server, quizId, learner);
    await taker.start();
    const { questions } = await taker.read();
    expect(questions.map(({ subject }) => subject?.id)).toEqual(answer.slides.map(({ itemId }) => itemId));
  });

  it("that is Auto-Generated contains a sample like an attempt: the same for each print, without a trace", async () => {
    const { site, slides, teacher, learner, ofFolder } = await buildWorld();
    const { quizId } = await buildQuiz(site, { ...ofFolder, type: "Auto-Generated", questions: [] });
    const { answer } = await printed(quizId, teacher);
    expect(answer.slides).toEqual([]);
    expect(answer.sample.map(({ itemId, title }) => [itemId, title])).toEqual([
      [slides[0]?.id, ""],
      [slides[2]?.id, ""],
    ]);
    for (const { itemId, answerOptions } of answer.sample) {
      expect(answerOptions.map(({ option }) => option).sort()).toEqual(["Kidney", "Liver"]);
      expect(answerOptions.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)).toEqual([itemId]);
    }
    expect((await printed(quizId, teacher)).answer).toEqual(answer);
    const results = await sendCall(server, listResults, { as: teacher, params: { id: String(quizId) }, query: {} });
    expect(results.answer.learners.filter(({ attemptId }) => attemptId !== null)).toEqual([]);
    const taker = takerOf(server, quizId, learner);
    await taker.start();
    const { questions } = await taker.read();
    expect(questions.map(({ subject }) => subject?.id)).toEqual(answer.sample.map(({ itemId }) => itemId));
  });

  it("with slides of its own, or of another type, contains none", async () => {
    const { site, courseId, slides, teacher, ofFolder } = await buildWorld();
    const own = await buildQuiz(site, { parentId: courseId, type: "Common", imageId: slides[0]?.id ?? 0 });
    expect((await printed(own.quizId, teacher)).answer.slides).toEqual([]);
    const individual = await buildQuiz(site, ofFolder);
    expect((await printed(individual.quizId, teacher)).answer.slides).toEqual([]);
  });

  it("is for content managers of the site: not for learners, nor for teachers of another one", async () => {
    const { site, learner, ofFolder } = await buildWorld();
    const { quizId } = await buildQuiz(site, { ...ofFolder, type: "Common" });
    const stranger = await buildUser(await buildSite(server), { role: "teacher" });
    expect((await printed(quizId, learner)).status).toBe(403);
    expect((await printed(quizId, stranger)).status).toBe(404);
  });
});
