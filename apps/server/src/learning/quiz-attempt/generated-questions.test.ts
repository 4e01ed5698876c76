/** An Auto-Generated quiz from start to statistics. */
import { exportOwnData } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { saveAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { getPaper, listResults, previewRegrade } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { getQuizStatistics } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildItem } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld(titles: readonly string[]) {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const slides = [];
  for (const title of titles) slides.push(await buildSlide(site, { title, parentId }));
  const settings = { source_folder_id: parentId, is_auto_evaluation_enabled: true };
  const { quizId } = await buildQuiz(site, { type: "Auto-Generated", parentId, questions: [], settings });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const rename = (id: number, title: string) =>
    server.owner.updateTable("item").set({ title }).where("id", "=", id).execute();
  return { site, parentId, quizId, slides, teacher, learner, rename, taker: takerOf(server, quizId, learner) };
}

const ORGANS = ["Liver", "Kidney", "Spleen", "Lung", "Skin"];

/** Answers each question with the option at a position. */
async function answerAll(
  { quizId, learner, taker }: Awaited<ReturnType<typeof buildWorld>>,
  choose: (image: number, options: readonly { id: string; option: string }[]) => string | undefined,
) {
  const { questions } = await taker.read();
  const quizAnswers = questions.map(({ id: questionId, itemId, subject, quizAnswerOptions }) => {
    const answer = choose(subject?.id ?? 0, quizAnswerOptions) ?? null;
    return { questionId, itemId, questionType: "multiple-choice" as const, answer };
  });
  return sendCall(server, saveAnswers, { as: learner, params: { id: String(quizId) }, body: { quizId, quizAnswers } });
}

describe("an Auto-Generated quiz", () => {
  it("asks for the title of each image, with three other titles, and grades by the image", async () => {
    const world = await buildWorld(ORGANS);
    const { slides, taker, teacher, quizId } = world;
    const params = { id: String(quizId) };
    expect((await taker.start()).status).toBe(200);
    const { questions } = await taker.read();
    expect(questions.map(({ subject }) => subject?.id)).toEqual(slides.map(({ id }) => id));
    for (const { title, subject, quizAnswerOptions } of questions) {
      expect([title, subject?.title, quizAnswerOptions.length]).toEqual(["", null, 4]);
    }
    const titleOf = new Map(slides.map(({ id }, at) => [id, ORGANS[at]]));
    const wrongOf = slides[0]?.id;
    expect(
      (
        await answerAll(
          world,
          (image, options) => options.find(({ option }) => (option === titleOf.get(image)) === (image !== wrongOf))?.id,
        )
      ).status,
    ).toBe(200);
    const { answer } = await taker.submit();
    expect(answer.result).toMatchObject({ score: 4, maxScore: 5 });
    const [first] = answer.answers.filter(({ questionId }) => questionId === wrongOf);
    expect(first?.verdict?.isRight).toBe(false);
    const { learners } = (await sendCall(server, listResults, { as: teacher, params, query: {} })).answer;
    expect(learners).toMatchObject([{ score: 4, maxScore: 5 }]);
    const attemptId = String(learners[0]?.attemptId);
    const paper = (await sendCall(server, getPaper, { as: teacher, params: { ...params, attemptId } })).answer;
    expect(paper.quiz.questions.map(({ quizAnswerOptions }) => quizAnswerOptions.length)).toEqual([4, 4, 4, 4, 4]);
    expect((await sendCall(server, previewRegrade, { as: teacher, params })).answer.changeCount).toBe(0);
    const { questions: figures } = (await sendCall(server, getQuizStatistics, { as: teacher, params })).answer;
    expect(figures.map(({ facility }) => facility)).toEqual([0, 100, 100, 100, 100]);
  });

  it("is unchanged until the attempt ends, even if titles or images change", async () => {
    const { taker, rename, slides, parentId, site } = await buildWorld(ORGANS);
    await taker.start();
    const texts = async () =>
      (await taker.read()).questions.map(({ quizAnswerOptions }) => quizAnswerOptions.map(({ option }) => option));
    const before = await texts();
    await rename(slides[0]?.id ?? 0, "Renamed");
    await buildSlide(site, { title: "Added", parentId });
    await taker.start();
    expect(await texts()).toEqual(before);
    await taker.restart();
    expect((await texts()).flat()).toContain("Renamed");
  });

  it("keeps its questions if names become equal or images leave the folder; a deleted image deletes its question", async () => {
    const world = await buildWorld(["Liver", "Kidney"]);
    const { taker, rename, slides, quizId, teacher, parentId } = world;
    const [liver, kidney] = slides.map(({ id }) => id);
    await taker.start();
    await rename(kidney ?? 0, "liver");
    await server.owner.updateTable("placement").set({ is_active: false }).where("parent_id", "=", parentId).execute();
    await server.owner.updateTable("placement").set({ is_active: true }).where("item_id", "=", quizId).execute();
    expect((await taker.read()).questions).toHaveLength(2);
    const choose = (image: number, options: readonly { id: string; option: string }[]) =>
      options.find(({ option }) => option === (image === liver ? "Liver" : "Kidney"))?.id;
    expect((await answerAll(world, choose)).status).toBe(200);
    expect((await taker.submit()).answer.result).toMatchObject({ score: 2, maxScore: 2 });
    expect((await taker.read()).questions).toHaveLength(2);
    const params = { id: String(quizId) };
    const { questions } = (await sendCall(server, getQuizStatistics, { as: teacher, params })).answer;
    expect(questions.map(({ facility, answers }) => [facility, answers.map(({ text }) => text)])).toEqual([
      [100, ["Liver"]],
      [100, ["Kidney"]],
    ]);
    await server.owner
      .updateTable("item")
      .set({ deleted_at: new Date() })
      .where("id", "=", kidney ?? 0)
      .execute();
    expect((await taker.read()).questions.map(({ subject }) => subject?.id)).toEqual([liver]);
  });

  it("uses the value of the primary field instead of the title, and asks about no case", async () => {
    const world = await buildWorld(["Slide 1", "Slide 2", "Slide 3"]);
    const { site, slides, taker, parentId } = world;
    await buildItem(site, { kind: "case", title: "A case", parentId });
    const { id: field_id } = await server.owner
      .insertInto("custom_field")
      .values({
        ...{ site_id: site.id, title: "Diagnosis", post_type: "image", field_type: "text", field_key: "diagnosis" },
        is_primary: true,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [at, value] of ["Melanoma", "Naevus"].entries())
      await server.owner
        .insertInto("custom_field_value")
        .values({ site_id: site.id, field_id, item_id: slides[at]?.id ?? 0, value })
        .execute();
    await taker.start();
    const { questions } = await taker.read();
    expect(questions).toHaveLength(3);
    expect(questions[0]?.quizAnswerOptions.map(({ option }) => option).sort()).toEqual([
      "Melanoma",
      "Naevus",
      "Slide 3",
    ]);
  });

  it("is not started if no two images have different names", async () => {
    const { taker } = await buildWorld(["Liver", " LIVER"]);
    const { status, failure } = await taker.start();
    expect([status, failure.data]).toEqual([400, ["autoGenerated"]]);
  });

  it("does not reveal the right answers in an export of personal data", async () => {
    const world = await buildWorld(ORGANS);
    await world.taker.start();
    await answerAll(world, (_, [first]) => first?.id);
    const { raw } = await sendCall(server, exportOwnData, { as: world.learner });
    const files = unzipSync(raw.rawPayload);
    const rows = JSON.parse(strFromU8(files["quiz_answer.json"] ?? new Uint8Array())) as Record<string, unknown>[];
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row).toMatchObject({ question_id: null, answer: { type: "multiple-choice" } });
    expect(Object.keys(files)).not.toContain("quiz_generated_question.json");
  });
});
