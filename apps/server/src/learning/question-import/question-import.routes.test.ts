import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { getMedia } from "@parfocal/core/media/media.contract.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { listQuizQuestions } from "@parfocal/core/quiz/quiz-question.contract.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const SAMPLES = new URL("../../../../../../shared/data/quiz/", import.meta.url);

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld(type: "Individual" | "Common" | "Auto-Generated" = "Individual") {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const slide = await buildSlide(site, { parentId });
  const { quizId, slideId } = await buildQuiz(site, { type, parentId, imageId: slide.id, questions: [] });
  const teacher = await buildUser(site, { role: "teacher" });
  const send = (body: object, key: string = randomUUID()) =>
    sendCall(server, importQuestions, {
      as: teacher,
      body: { parentId: quizId, ...body } as never,
      headers: { "idempotency-key": key },
    });
  const list = async () =>
    (await sendCall(server, listQuizQuestions, { as: teacher, params: { quizId: String(quizId) } })).answer;
  const get = async (id: number) =>
    (await sendCall(server, getMedia, { as: teacher, params: { id: String(id) } })).answer;
  return { quizId, slideId: slideId ?? 0, send, list, get };
}

const xml = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join("\n")}\n</quiz>`;
const text = (words: string) => `<questiontext format="html"><text><![CDATA[${words}]]></text></questiontext>`;
const answer = (fraction: string | number, words: string, more = "") =>
  `<answer fraction="${fraction}"><text>${words}</text>${more}</answer>`;
const question = (type: string, ...parts: string[]) =>
  `<question type="${type}"><name><text>Name of ${type}</text></name>${parts.join("")}</question>`;

describe("importing questions", () => {
  it("in a dry run lists what a file adds, loses and cannot add, and writes nothing", async () => {
    const { send, list } = await buildWorld();
    const file = "$CATEGORY: Kidney\n\nWhich? {=A#Yes ~%50%B}\n\nJust a text.\n\nBroken {=a";
    const { status, answer: read } = await send({ text: file, isTrial: true });
    expect(status).toBe(200);
    expect(read).toEqual({
      format: "gift",
      rows: [
        {
          line: 3,
          title: "Which?",
          type: "multiple-choice",
          notes: ["feedback", "partialCredit"],
          lostImages: [],
          problem: null,
          detail: "",
        },
        { line: 5, title: "Just a text.", type: null, notes: [], lostImages: [], problem: "description", detail: "" },
        { line: 7, title: "Broken {=a", type: null, notes: [], lostImages: [], problem: "notClosed", detail: "" },
      ],
      categories: [{ line: 1, name: "Kidney" }],
      questionIds: [],
      mediaIds: [],
    });
    expect(await list()).toEqual([]);
  });

  it("truncates a long title without splitting a surrogate pair, which the database would reject", async () => {
    const { send } = await buildWorld();
    for (const before of ["", "a"]) {
      const { status, answer: read } = await send({ text: `${before}${"\u{1f52c}".repeat(300)} {=a`, isTrial: false });
      expect(status).toBe(200);
      expect(read.rows[0]?.title.isWellFormed()).toBe(true);
    }
  });

  it("adds them in file order after the existing ones, with sanitised texts", async () => {
    const { send, list, slideId } = await buildWorld();
    const first = await send({ text: "One?\nA) a\nB) b\nANSWER: B", parentId: slideId });
    expect(first.answer.format).toBe("aiken");
    const second = await send({ text: "<b>Two</b><script>x()</script>? {#2:1}\n\nThree? {T}", parentId: slideId });
    const questions = await list();
    expect(questions.map(({ id }) => id)).toEqual([...first.answer.questionIds, ...second.answer.questionIds]);
    expect(questions).toMatchObject([
      { order: 1, slideId, title: "One?", answerOptions: [{ isCorrect: false }, { option: "b", isCorrect: true }] },
      { order: 2, type: "short-answer", content: "<b>Two</b>?", correctAnswer: "2 ± 1" },
      { order: 3, answerOptions: [{ option: "True", isCorrect: true }, { option: "False" }] },
    ]);
  });

  it("imports the question types of Moodle XML", async () => {
    const { send, list } = await buildWorld();
    const file = xml(
      `<question type="category"><category><text>$course$/Liver</text></category></question>`,
      question(
        "multichoice",
        text("<p>a &lt; b?</p>"),
        answer(100, "Yes"),
        answer(0, "No"),
        "<generalfeedback format='html'><text><![CDATA[<p>Because<script>x()</script>.</p>]]></text></generalfeedback>",
        "<defaultgrade>2.5000000</defaultgrade><single>true</single>",
      ),
      question(
        "multichoice",
        text("Some?"),
        "<single>false</single>",
        answer("33.33333", "A"),
        answer("33.33333", "B"),
        answer("33.33333", "C"),
        answer(-100, "D"),
      ),
      question(
        "truefalse",
        text("True?"),
        answer(0, "true"),
        answer(100, "false", "<feedback><text>No.</text></feedback>"),
      ),
      question(
        "shortanswer",
        text("Name?"),
        "<usecase>1</usecase>",
        answer(100, "R&amp;D"),
        answer(100, "A*"),
        answer(50, "half"),
      ),
      question("numerical", text("How many?"), answer(100, "23", "<tolerance>0.5</tolerance>"), answer(0, "*")),
      question(
        "matching",
        text("Match"),
        "<subquestion><text>Canada</text><answer><text>Ottawa</text></answer></subquestion>",
        "<subquestion><text></text><answer><text>Tokyo</text></answer></subquestion>",
      ),
      question("essay", text("Describe"), answer(0, "")),
      question("cloze", text("{1:SA:=x}")),
    );
    const { status, answer: read } = await send({ text: file });
    expect(status).toBe(200);
    expect(read.categories).toEqual([{ line: 3, name: "$course$/Liver" }]);
    expect(
      read.rows.map(({ line, type, notes, problem, detail }) => [line, type ?? problem, notes.join() || detail]),
    ).toEqual([
      [4, "multiple-choice", ""],
      [5, "multiple-answer", ""],
      [6, "multiple-choice", "feedback"],
      [7, "short-answer", "letterCase,partialCredit,wildcard"],
      [8, "short-answer", ""],
      [9, "matching", ""],
      [10, "short-answer", "essay"],
      [11, "unknownType", "cloze"],
    ]);
    expect(await list()).toMatchObject([
      {
        title: "Name of multichoice",
        content: "<p>a &lt; b?</p>",
        explanation: "<p>Because.</p>",
        score: 2.5,
        answerOptions: [{ isCorrect: true }, {}],
      },
      { answerOptions: [{ isCorrect: true }, { isCorrect: true }, { isCorrect: true }, { isCorrect: false }] },
      {
        answerOptions: [
          { option: "True", isCorrect: false },
          { option: "False", isCorrect: true },
        ],
      },
      { correctAnswer: "R&D" },
      { correctAnswer: "23 ± 0.5" },
      {
        answerOptions: [
          { left: "Canada", right: "Ottawa" },
          { left: "", right: "Tokyo" },
        ],
      },
      { type: "short-answer", correctAnswer: "" },
    ]);
  });

  it("keeps images of the texts in the media library, each once, and names those that it cannot keep", async () => {
    const { send, list, get } = await buildWorld();
    const picture = (width: number) =>
      sharp({ create: { width, height: 4, channels: 3, background: "#a04060" } }).png();
    const red = await picture(6).toBuffer();
    const file = (name: string, bytes: Buffer | string) =>
      `<file name="${name}" path="/" encoding="base64">${Buffer.from(bytes).toString("base64")}</file>`;
    const image = (address: string) => `<img src="${address}" alt="A cell" onerror="x()">`;
    const markup = (...addresses: string[]) => `<text><![CDATA[<p>${addresses.map(image).join("")}</p>]]></text>`;
    const plugin = (name: string) => `@@PLUGINFILE@@/${name}`;
    const huge = await picture(8_000).resize(8_001, 8_001).toBuffer();
    const sent = xml(
      question(
        "truefalse",
        `<questiontext format="html">${markup(
          ...["red%20%281%29.png", "page.png", "torn.png", "gone.png", "huge.png", "%E0.png"].map(plugin),
          "https://example.org/far.png",
          "import-image:0",
        )}${file("red (1).png", red)}${file("page.png", "<svg onload='x()'/>")}${file("torn.png", red.subarray(0, 40))}${file("huge.png", huge)}${file("unused.mp3", "ID3")}</questiontext>`,
        `<generalfeedback format="html">${markup(plugin("same.png"), `data:image/png;base64,${red.toString("base64")}`)}${file("same.png", red)}</generalfeedback>`,
        answer(100, "true"),
        answer(0, "false"),
      ),
    );
    const lost = [
      ["gone.png", "missing"],
      ["%E0.png", "missing"],
      ["far.png", "missing"],
      ["import-image:0", "missing"],
      ["page.png", "type"],
      ["torn.png", "unreadable"],
      ["huge.png", "tooLarge"],
    ];
    const trial = await send({ text: sent, isTrial: true });
    expect(trial.answer.mediaIds).toEqual([]);
    const { answer: added } = await send({ text: sent });
    for (const { rows } of [trial.answer, added]) {
      expect(rows[0]?.lostImages.map(({ name, problem }) => [name, problem])).toEqual(lost);
      expect(rows[0]?.notes).toEqual(["files"]);
    }
    expect(added.mediaIds).toHaveLength(1);
    const media = await get(added.mediaIds[0] ?? 0);
    expect(media).toMatchObject({
      title: "red (1)",
      filename: "red (1).png",
      mimeType: "image/png",
      width: 6,
      height: 4,
    });
    expect(await list()).toMatchObject([
      {
        content: `<p><img src="${media.src}" alt="A cell" /></p>`,
        explanation: `<p><img src="${media.src}" alt="A cell" /><img src="${media.src}" alt="A cell" /></p>`,
      },
    ]);
  });

  it("adds questions and images once if sent twice with the same key", async () => {
    const { send, list } = await buildWorld();
    const red = await sharp({ create: { width: 6, height: 4, channels: 3, background: "#a04060" } })
      .png()
      .toBuffer();
    const text = `<img src="data:image/png;base64,${red.toString("base64")}"> Which? {=A ~B}`.replaceAll("=", "\\=");
    const sent = { text: text.replace("{\\=A", "{=A"), format: "gift" };
    const key = randomUUID();
    const [first, second] = [await send(sent, key), await send(sent, key)];
    expect(first.answer.mediaIds).toHaveLength(1);
    expect(second.answer).toEqual(first.answer);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ["entities that grow", `<!DOCTYPE q [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><quiz>&b;</quiz>`, "DOCTYPE"],
    ["deep nesting", `<quiz>${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}</quiz>`, "XML"],
    ["too many elements", `<quiz>${"<a/>".repeat(80_001)}</quiz>`, "Split"],
    ["an open element", "<quiz>\n<question>\n</quiz>", "damaged in line"],
    ["another root", "<?xml version='1.0'?><!-- <quiz> --><html/>", "neither QTI nor Moodle XML"],
    ["QTI 1.2", "<questestinterop/>", "QTI 1.2 cannot be imported"],
    ["no questions", "<quiz></quiz>", "contains no questions"],
    ["too many questions", "Q? {T}\n\n".repeat(501), "500 questions"],
    ["a text that is too long", `Q? {T}\n${"x".repeat(1_000_000)}`, "1,000,000 characters"],
    ["an empty text", "", "empty"],
    ["only blanks", " \n ", "contains no questions"],
  ])("rejects %s and says what to do", async (_, file, message) => {
    const { send, list } = await buildWorld();
    const { status, answer: rejected } = await send({ text: file });
    expect(status).toBe(400);
    expect(JSON.stringify(rejected)).toContain(message);
    expect(await list()).toEqual([]);
  });

  it("is rejected by a quiz that cannot have the questions, in a dry run too", async () => {
    const auto = await buildWorld("Auto-Generated");
    const common = await buildWorld("Common");
    for (const isTrial of [true, false]) {
      expect((await auto.send({ text: "Q? {T}", isTrial })).status).toBe(400);
      expect((await common.send({ text: "Q? {T}", parentId: common.slideId, isTrial })).status).toBe(400);
      expect((await common.send({ text: "Q? {T}", isTrial })).status).toBe(200);
    }
  });

  it.skipIf(!existsSync(SAMPLES))("reads Moodle's own files (skipped without the samples)", async () => {
    const { send } = await buildWorld();
    const read = async (name: string) => {
      const { status, answer: found } = await send({
        text: readFileSync(new URL(name, SAMPLES), "utf8"),
        isTrial: true,
      });
      return status === 200 ? found.rows.map(({ type, problem }) => type ?? problem) : status;
    };
    expect(await read("moodle_multichoice.xml")).toEqual(["multiple-choice"]);
    expect(await read("moodle_multianswer.xml")).toEqual(["unknownType"]);
    expect(await read("moodle_nested_categories_with_questions.xml")).toEqual([
      "multiple-choice",
      "short-answer",
      "multiple-choice",
      "multiple-choice",
      "multiple-choice",
    ]);
  });
});
