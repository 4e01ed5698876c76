/** Images of the media library in a question and its explanation: who gets their URLs, and when. */
import { getMedia, getMediaUsage } from "@parfocal/core/media/media.contract.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { createQuestion, getQuestion, updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { buildCourse } from "#testing/build-content.ts";
import { addressOfMedia, buildMedia } from "#testing/build-media.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall, tokenOf } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A quiz whose questions show one image, and another with the key. */
async function buildWorld(settings: Partial<QuizSettings> = { is_auto_evaluation_enabled: true }) {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const [teacher, learner] = [await buildUser(site, { role: "teacher" }), await buildUser(site, { role: "learner" })];
  const [asked, why] = [await buildMedia(site), await buildMedia(site)];
  const pathOf = async (mediaId: number) => {
    const { id, key } = await addressOfMedia(site, mediaId);
    return `/api/v2/media/${id}/${key}/file`;
  };
  const paths = { asked: await pathOf(asked), why: await pathOf(why) };
  const picture = (path: string) => `<p>Look.</p><img src="${path}" alt="A tuft" />`;
  const { quizId } = await buildQuiz(site, { parentId, questions: [], settings });
  const ask = async (body: object) => {
    const question = { parentId: quizId, content: picture(paths.asked), explanation: picture(paths.why), ...body };
    return (await sendCall(server, createQuestion, { as: teacher, body: question as never })).answer;
  };
  const answerOptions = [testOption("Kidney", true), testOption("Liver")];
  const choice = await ask({ title: "Organ?", type: "multiple-choice", answerOptions });
  const open = await ask({ title: "Describe it.", type: "short-answer" });
  return { site, teacher, learner, quizId, asked, why, paths, choice, open, taker: takerOf(server, quizId, learner) };
}

const statusOf = async (path: string, as: TestUser | null) =>
  (await server.app.inject({ method: "GET", url: path, headers: tokenOf(as) })).statusCode;

describe("an image in a question", () => {
  it("is visible in a running attempt to a learner without access to the library, and at no URL without its key", async () => {
    const { learner, asked, paths, taker, quizId } = await buildWorld();
    const front = await sendCall(server, getQuiz, { as: learner, params: { id: String(quizId) } });
    expect(front.raw.payload).not.toContain("/media/");
    await taker.start();
    const { questions } = await taker.read();
    expect(questions.map(({ content }) => content.includes(paths.asked))).toEqual([true, true]);
    expect(await statusOf(paths.asked, learner)).toBe(200);
    expect((await sendCall(server, getMedia, { as: learner, params: { id: String(asked) } })).status).toBe(403);
    expect(await statusOf(`/api/v2/media/${asked}/file`, learner)).toBe(404);
    expect(await statusOf(paths.asked.replace(/[0-9a-f]{44}/, "0".repeat(44)), learner)).toBe(404);
    const stranger = await buildUser(await buildSite(server), { role: "learner" });
    expect(await statusOf(paths.asked, stranger)).toBe(404);
  });

  it("counts as a use of the file, in the question and in the explanation", async () => {
    const { teacher, asked, why } = await buildWorld();
    for (const id of [asked, why]) {
      const { answer } = await sendCall(server, getMediaUsage, { as: teacher, params: { id: String(id) } });
      expect(answer.uses).toHaveLength(2);
    }
  });
});

describe("an explanation", () => {
  it("is sent with the key after submission, also for an ungraded question, and never before", async () => {
    const { paths, taker } = await buildWorld();
    const started = (await taker.start()).raw.payload;
    await taker.answer({ "Organ?": "Liver", "Describe it.": "a tuft" });
    expect(started + JSON.stringify(await taker.read())).not.toContain(paths.why);
    await taker.submit();
    const { answers } = await taker.read();
    expect(answers.map(({ solution }) => solution?.explanation?.includes(paths.why))).toEqual([true, true]);
    expect(answers.map(({ verdict }) => verdict?.isRight ?? null)).toEqual([false, null]);
  });

  it.each([
    ["without automatic evaluation", { is_auto_evaluation_enabled: false }],
    ["with hidden submitted questions", { is_auto_evaluation_enabled: true, hide_submitted_questions: true }],
  ])("%s is not sent after submission either", async (_name, settings) => {
    const { paths, taker } = await buildWorld(settings);
    await taker.take({ "Organ?": "Kidney" });
    expect(JSON.stringify(await taker.read())).not.toContain(paths.why);
  });

  it("is sanitised, kept by changes that omit it, and removed by an empty one", async () => {
    const { teacher, choice } = await buildWorld();
    const params = { id: String(choice.id) };
    const update = (body: object) => sendCall(server, updateQuestion, { as: teacher, params, body });
    expect((await update({ explanation: '<p onclick="x()">Why</p><script>x()</script>' })).answer.explanation).toBe(
      "<p>Why</p>",
    );
    await update({ title: "Which organ?" });
    const read = async () => (await sendCall(server, getQuestion, { as: teacher, params })).answer;
    expect((await read()).explanation).toBe("<p>Why</p>");
    await update({ explanation: "" });
    expect(await read()).not.toHaveProperty("explanation");
  });
});
