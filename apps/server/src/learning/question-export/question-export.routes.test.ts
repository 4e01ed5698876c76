import { getMediaFileById } from "@parfocal/core/media/media.contract.ts";
import { exportQuestions } from "@parfocal/core/question-export/question-export.contract.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { listQuizQuestions } from "@parfocal/core/quiz/quiz-question.contract.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const REGION = "POLYGON ((0 0, 90 0, 90 90, 0 0))";

let server: SharedTestServer;
let site: TestSite;
let teacher: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  teacher = await buildUser(site, { role: "teacher" });
});

const download = (quizId: number, format: "moodleXml" | "qti") =>
  sendCall(server, exportQuestions, { as: teacher, params: { id: String(quizId) }, query: { format } });

const list = async (quizId: number) =>
  (await sendCall(server, listQuizQuestions, { as: teacher, params: { quizId: String(quizId) } })).answer;

describe("the questions of a quiz", () => {
  it.each(["moodleXml", "qti"] as const)(
    "as %s include their images, also those with the same name",
    async (format) => {
      const draw = (colour: string) =>
        sharp({ create: { width: 6, height: 4, channels: 3, background: colour } })
          .png()
          .toBuffer();
      const [red, blue] = [await draw("#a04060"), await draw("#3060a0")];
      const [text, why] = [red, blue].map(
        (png) => `<img src="data:image/png;base64,${png.toString("base64")}" alt="A &amp; B">`,
      );
      const { quizId } = await buildQuiz(site, { questions: [] });
      const moodle = `<quiz><question type="truefalse"><name><text>Which?</text></name>
      <questiontext format="html"><text><![CDATA[<p>See ${text} here</p>]]></text></questiontext>
      <generalfeedback format="html"><text><![CDATA[${text}${why}]]></text></generalfeedback>
      <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`;
      const send = async (body: object) =>
        (await sendCall(server, importQuestions, { as: teacher, body: body as never })).answer;
      const first = await send({ parentId: quizId, text: moodle });
      const { raw } = await download(quizId, format);
      const { quizId: parentId } = await buildQuiz(site, { questions: [] });
      const file = format === "qti" ? { package: raw.rawPayload.toString("base64") } : { text: raw.body };
      const again = await send({ parentId, ...file });
      expect(again.rows).toMatchObject([{ notes: [], lostImages: [], problem: null }]);
      const bytesOf = async (id: number) =>
        (await sendCall(server, getMediaFileById, { as: teacher, params: { id: String(id) } })).raw.rawPayload;
      expect(await Promise.all(again.mediaIds.map(bytesOf))).toEqual([red, blue]);
      const [[before], [after]] = [await list(quizId), await list(parentId)];
      const numbered = (html = "", ids: readonly number[]) =>
        html.replace(/media\/(\d+)\/\w+/g, (_, id) => `media/${ids.indexOf(Number(id))}`);
      expect(numbered(after?.content, again.mediaIds)).toBe(numbered(before?.content, first.mediaIds));
      expect(numbered(after?.explanation, again.mediaIds)).toBe(numbered(before?.explanation, first.mediaIds));
      expect(numbered(after?.explanation, again.mediaIds)).toContain(
        '<img src="/api/v2/media/1/file" alt="A &amp; B" />',
      );
    },
  );

  it.each([
    ["moodleXml", "application/xml; charset=utf-8", "xml"],
    ["qti", "application/zip", "zip"],
  ] as const)("as %s are a file that another quiz imports without a loss", async (format, type, ending) => {
    const slide = await buildSlide(site);
    const { quizId } = await buildQuiz(site, {
      imageId: slide.id,
      questions: [
        {
          title: "Organ & <stain>?",
          content: '<p style="color: red">Look: <b>5 µm</b></p>',
          explanation: "<p>Why</p>",
        },
        {
          title: "Region",
          type: "annotation",
          itemId: slide.id,
          answerOptions: [{ ...testOption("A"), region: REGION }],
        },
        { title: "Size?", type: "short-answer", correctAnswer: "4.5 ± 0.5", answerOptions: [], score: 2.25 },
      ],
    });
    const { status, raw } = await download(quizId, format);
    expect(status).toBe(200);
    expect(raw.headers).toMatchObject({
      "content-type": type,
      "content-disposition": `attachment; filename="quiz-${quizId}-questions.${ending}"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const { quizId: parentId } = await buildQuiz(site, { questions: [] });
    const file = format === "qti" ? { package: raw.rawPayload.toString("base64") } : { text: raw.body };
    const imported = await sendCall(server, importQuestions, { as: teacher, body: { parentId, ...file } });
    expect(imported.answer.rows.map(({ title, notes, problem }) => [title, notes, problem])).toEqual([
      ["Organ & <stain>?", [], null],
      ["Size?", [], null],
    ]);
    const facts = (await list(quizId)).filter(({ type: kind }) => kind !== "annotation");
    expect(await list(parentId)).toMatchObject(
      facts.map(({ title, content, explanation = "", type: kind, score, correctAnswer, answerOptions }) => ({
        ...{ title, content, type: kind, score, correctAnswer, ...(explanation && { explanation }) },
        answerOptions: answerOptions.map(({ option, isCorrect }) => ({ option, isCorrect })),
      })),
    );
  });

  it("are not exported from other content types, nor if none can be exported", async () => {
    const slide = await buildSlide(site);
    const region = { ...testOption("A"), region: REGION };
    const { quizId } = await buildQuiz(site, {
      questions: [{ type: "annotation", itemId: slide.id, answerOptions: [region] }],
    });
    expect((await download(slide.id, "qti")).status).toBe(404);
    const { status, failure } = await download(quizId, "qti");
    expect([status, failure.message]).toEqual([400, "The quiz has no questions that can be exported."]);
  });

  it("are rejected if a single import could not add them all", async () => {
    const long = `<p>${"x".repeat(99_000)}</p>`;
    const { quizId } = await buildQuiz(site, { questions: Array.from({ length: 51 }, () => ({ content: long })) });
    expect((await download(quizId, "moodleXml")).status).toBe(413);
  });
});
