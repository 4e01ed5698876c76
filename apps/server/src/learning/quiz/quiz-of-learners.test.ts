import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { addressOf, sendCall, tokenOf } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { API_ROUTES } from "../../app.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A course with a slide, and a learner. */
async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const he = await buildSlide(site, { title: "HE", parentId: courseId });
  return { site, courseId, he, learner: await buildUser(site) };
}

describe("a learner (SEC-03)", () => {
  it("reads the topic of a quiz, and no part of its questions", async () => {
    const { site, learner, courseId } = await buildWorld();
    const { quizId } = await buildQuiz(site, { parentId: courseId });
    const { answer } = await sendCall(server, getQuiz, { as: learner, params: { id: String(quizId) } });
    expect(answer).toEqual({
      view: "announcement",
      isInitialized: false,
      answers: [],
      id: quizId,
      itemId: quizId,
      postId: quizId,
      title: "Week 1",
      content: "",
      thumbnail: null,
      type: "Individual",
      timerDuration: null,
      isBlocked: false,
      path: expect.any(Array),
      questionCount: 1,
      slideCount: 0,
    });
  });

  it("finds no canary of a question, an option, a pair, an answer or a region in any GET", async () => {
    const { site, learner, courseId, he } = await buildWorld();
    const region = "POLYGON ((7171 0, 9 0, 9 9, 7171 0))";
    const { quizId, slideId, questionIds, optionIds } = await buildQuiz(site, {
      parentId: courseId,
      imageId: he.id,
      questions: [
        { title: "CANARY title", content: "<p>CANARY text</p>", answerOptions: [testOption("CANARY option", true)] },
        { type: "short-answer", correctAnswer: "CANARY answer" },
        { type: "matching", answerOptions: [{ ...testOption(""), left: "CANARY left", right: "CANARY right" }] },
        { type: "annotation", itemId: he.id, answerOptions: [{ ...testOption("CANARY region"), region }] },
      ],
    });
    const ids = [quizId, slideId ?? 0, he.id, questionIds[0] ?? 0, optionIds[0] ?? 0];
    const ask = async (path: string) => {
      const response = await server.app.inject({ method: "GET", url: path, headers: tokenOf(learner) });
      return { path, status: response.statusCode, leaks: /CANARY [a-z]|(?<![\w-])7171(?![\w-])/.test(response.body) };
    };
    const contracts = API_ROUTES.map(({ contract }) => contract).filter(({ method }) => method === "GET");
    const paths = contracts.flatMap((contract) => {
      const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
      if (names.length === 0) return [addressOf(contract, {}), `${addressOf(contract, {})}?query=CANARY&q=CANARY`];
      const types = names.includes("type") ? ["image", "quiz", "quizQuestion", "quizAnswerOption"] : ["image"];
      return ids.flatMap((id) =>
        types.map((type) =>
          addressOf(contract, Object.fromEntries(names.map((name) => [name, name === "type" ? type : id]))),
        ),
      );
    });
    const answers = await Promise.all(paths.map(ask));
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ leaks }) => leaks)).toEqual([]);
  }, 90_000);
});
