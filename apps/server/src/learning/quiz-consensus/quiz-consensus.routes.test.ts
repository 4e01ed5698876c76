import { createAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { ANNOTATION_TYPE_POLYGON_ID } from "@parfocal/core/annotation/annotation-types.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { getConsensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type AnswersByTitle, takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const box = (left: number, top: number, side: number) =>
  `POLYGON ((${left} ${top}, ${left + side} ${top}, ${left + side} ${top + side}, ${left} ${top + side}, ${left} ${top}))`;
const QUESTIONS = [
  { title: "Organ?" },
  {
    title: "Stains?",
    type: "multiple-answer" as const,
    answerOptions: [testOption("HE", true), testOption("PAS", true)],
  },
  { title: "Name it", type: "short-answer" as const, correctAnswer: "Glomerulus", answerOptions: [] },
  {
    title: "Mark it",
    type: "annotation" as const,
    answerOptions: [{ ...testOption("cortex", true), region: box(0, 0, 1000) }],
  },
  {
    title: "Match",
    type: "matching" as const,
    answerOptions: [
      { ...testOption(""), left: "HE", right: "pink" },
      { ...testOption(""), left: "PAS", right: "magenta" },
    ],
  },
];
const CLASS: readonly AnswersByTitle[] = [
  { "Organ?": "Kidney", "Stains?": ["HE"], "Name it": "Glomerulus", "Mark it": [box(100, 100, 400)] },
  { "Organ?": "Kidney", "Stains?": ["HE", "PAS"], "Name it": " glomerulus", "Mark it": [box(300, 100, 400)] },
  { "Organ?": "Liver", "Stains?": ["PAS"], "Name it": "tubule", "Mark it": [box(300, 100, 400)] },
  { "Organ?": "Spleen" },
];

async function buildWorld(threshold = 0.5) {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const slide = await buildSlide(site, { parentId: await buildCourse(site) });
  const settings = { consensus_threshold: threshold };
  const { quizId, questionIds } = await buildQuiz(site, {
    questions: QUESTIONS.map((question) => ({ ...question, itemId: slide.id })),
    settings,
  });
  const takerOfNew = async () => takerOf(server, quizId, await buildUser(site));
  const ask = (place: number, as = teacher) =>
    sendCall(server, getConsensus, { as, params: { id: String(questionIds[place]) }, query: {} });
  const read = async (place: number) => (await ask(place)).answer;
  return { site, slide, takerOfNew, ask, read };
}

async function buildClass(threshold?: number) {
  const world = await buildWorld(threshold);
  for (const answers of CLASS) await (await world.takerOfNew()).take(answers);
  return world;
}

describe("the consensus on a question", () => {
  it("does not exist before the first submission", async () => {
    const { read, takerOfNew } = await buildWorld();
    await (await takerOfNew()).start();
    expect(await read(0)).toMatchObject({ userCount: 0, answeredCount: 0, isReached: false, agreedArea: null });
  });

  it("is the option chosen by the threshold of users, of all who submitted", async () => {
    const { read } = await buildClass();
    expect(await read(0)).toMatchObject({
      ...{ userCount: 4, answeredCount: 4, threshold: 0.5, isReached: true },
      shares: [
        { text: "Kidney", count: 2, share: 0.5, isAgreed: true, isRight: true },
        { text: "Liver", count: 1, share: 0.25, isAgreed: false, isRight: false },
        { text: "Spleen", count: 1, share: 0.25, isAgreed: false },
      ],
    });
    const stains = await read(1);
    expect(stains.shares.map(({ text, share, isAgreed }) => [text, share, isAgreed])).toEqual([
      ["HE", 0.5, true],
      ["PAS", 0.5, true],
    ]);
  });

  it("treats texts that differ in case and blanks as equal, and counts each person's latest submission", async () => {
    const { read, takerOfNew } = await buildClass();
    const again = await takerOfNew();
    await again.take({ "Name it": "tubule" });
    await again.restart();
    await again.take({ "Name it": "glomerulus" });
    const { shares, userCount, answeredCount } = await read(2);
    expect([userCount, answeredCount]).toEqual([5, 4]);
    expect(shares).toMatchObject([
      { text: "Glomerulus", count: 3, isAgreed: true, isRight: true },
      { text: "tubule", count: 1, isAgreed: false, isRight: false },
    ]);
  });

  it("of marks is the area marked by the threshold of users, with areas for other shares", async () => {
    const { read } = await buildClass();
    const { agreedArea, areas, shares, isReached } = await read(3);
    expect([isReached, shares]).toEqual([true, []]);
    expect(areas.map(({ share }) => share)).toEqual([0.25, 0.5, 0.75]);
    const bounds = (wkt: string | null) => {
      const parsed = parseWkt(wkt ?? "");
      if (!parsed.ok || parsed.shape.kind !== "polygon") throw new Error("no polygon");
      const xs = parsed.shape.rings.flat().map(([x]) => x);
      return [Math.min(...xs), Math.max(...xs)].map((x) => Math.round(x / 20) * 20);
    };
    expect(bounds(agreedArea)).toEqual([300, 700]);
    expect(bounds(areas[0]?.wkt ?? null)).toEqual([100, 700]);
    expect(bounds(areas[2]?.wkt ?? null)).toEqual([300, 500]);
  });

  it("of marks is found despite a stray mark at the other end of the slide", async () => {
    const { read, takerOfNew } = await buildClass();
    const far = ["POINT (1 1)", "POINT (60000 60000)"];
    await (await takerOfNew()).take({ "Mark it": [box(300, 100, 400), ...far] });
    expect((await read(3)).agreedArea).toMatch(/^POLYGON/);
  });

  it("of marks becomes an expert annotation through the annotation API, also in two parts, and in the slide's corner", async () => {
    const { site, slide, read, takerOfNew } = await buildWorld();
    const keep = async () => {
      const { agreedArea } = await read(3);
      const body = {
        ...{ imageId: slide.id, typeId: ANNOTATION_TYPE_POLYGON_ID, title: "Mark it" },
        geometry: agreedArea ?? "",
      };
      const { status, answer } = await sendCall(server, createAnnotation, {
        as: await buildUser(site, { role: "teacher" }),
        body,
      });
      return { status, kind: agreedArea?.split(" ")[0], isStudent: answer.isStudent };
    };
    await (await takerOfNew()).take({ "Mark it": [box(100, 100, 400)] });
    expect(await keep()).toEqual({ status: 200, kind: "POLYGON", isStudent: false });
    for (let count = 0; count < 2; count += 1)
      await (await takerOfNew()).take({ "Mark it": [box(100, 100, 400), box(600, 600, 100)] });
    expect(await keep()).toEqual({ status: 200, kind: "MULTIPOLYGON", isStudent: false });
    for (let count = 0; count < 4; count += 1) await (await takerOfNew()).take({ "Mark it": ["POINT (0 0)"] });
    expect(await keep()).toEqual({ status: 200, kind: "POLYGON", isStudent: false });
  });

  it("counts each person once for pairs", async () => {
    const { read, takerOfNew } = await buildWorld();
    await (await takerOfNew()).take({ Match: ["HE → pink", "PAS → pink"] });
    const { shares } = await read(4);
    expect(shares.map(({ text, share, isRight }) => [text, share, isRight])).toEqual([
      ["HE – pink", 1, true],
      ["PAS – pink", 1, false],
    ]);
  });

  it("is not reached below the threshold", async () => {
    const { read } = await buildClass(0.9);
    expect(await read(0)).toMatchObject({ isReached: false });
    expect(await read(3)).toMatchObject({ isReached: false, agreedArea: null });
  });

  it("is for content managers only, also after submission", async () => {
    const { ask, site } = await buildClass();
    expect((await ask(0, await buildUser(site))).status).toBe(403);
    expect((await ask(0, await buildUser(site, { role: "expert" }))).status).toBe(403);
  });
});
