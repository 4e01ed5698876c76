import {
  getCellAnalysis,
  listCellAnalyses,
  listCellNuclei,
  renameCellAnalysis,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { getClassCounts, saveCellCount, setCountFirst } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import { expect, it } from "vitest";
import { buildCellAnalysis } from "#testing/build-cell-analysis.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { sharedTestServer } from "#testing/test-server.ts";

const server = await sharedTestServer();
const COUNT = { positiveCount: 3, negativeCount: 1, otherCount: 0 };

async function buildClass() {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const expert = await buildUser(site, { role: "expert" });
  const lea = await buildUser(site);
  const id = await buildCellAnalysis(site, { slide, author: expert });
  const params = { id: String(id) };
  const mark = (isCountFirst: boolean, as = expert) =>
    sendCall(server, setCountFirst, { as, params, body: { isCountFirst } });
  const get = (as: TestUser) => sendCall(server, getCellAnalysis, { as, params });
  const nuclei = (as: TestUser) => sendCall(server, listCellNuclei, { as, params, query: {} });
  const save = (as: TestUser, count = COUNT) => sendCall(server, saveCellCount, { as, params, body: count });
  const counts = (as: TestUser) => sendCall(server, getClassCounts, { as, params });
  const listed = async (as: TestUser) =>
    (await sendCall(server, listCellAnalyses, { as, params: { itemId: String(slide.id) } })).answer.analyses;
  return { site, slide, expert, lea, id, params, mark, get, nuclei, save, counts, listed };
}

it("a count-first result is shown to learners without nuclei and numbers until they have saved a count", async () => {
  const { lea, id, params, mark, get, nuclei, save, counts, listed } = await buildClass();
  expect(await listed(lea)).toEqual([]);
  expect((await get(lea)).status).toBe(404);
  expect((await save(lea)).status).toBe(404);
  await mark(true);
  const WITHHELD = {
    ...{ id, isWithheld: true, ownCount: null, nucleusCount: 0, summary: null, servicePage: null },
    corrections: { removed: [], changed: [], added: [] },
  };
  expect(await listed(lea)).toMatchObject([WITHHELD]);
  const { answer } = await get(lea);
  expect(answer).toMatchObject({ ...WITHHELD, isUserOwner: false, state: "done" });
  expect(answer.geometry).toContain("POLYGON");
  for (const sent of [nuclei, counts]) {
    const { status, failure } = await sent(lea);
    expect([status, failure.data]).toEqual([403, ["countFirst"]]);
  }
  expect((await save(lea)).answer).toMatchObject({ isWithheld: false, ownCount: COUNT, nucleusCount: 2 });
  expect((await get(lea)).answer.summary).toMatchObject({ count: 2, positiveCount: 1 });
  expect((await nuclei(lea)).answer.tiles).toHaveLength(1);
  const renamed = await sendCall(server, renameCellAnalysis, { as: lea, params, body: { name: "Mine" } });
  expect(renamed.status).toBe(403);
  await mark(false);
  expect((await get(lea)).status).toBe(404);
});

it("a count is saved once: the same again changes nothing, another is rejected", async () => {
  const { site, expert, lea, mark, get, save } = await buildClass();
  await mark(true);
  expect((await save(lea, { ...COUNT, otherCount: -1 })).status).toBe(400);
  await save(lea);
  expect((await save(lea)).status).toBe(200);
  const { status, failure } = await save(lea, { ...COUNT, positiveCount: 4 });
  expect([status, failure.data]).toEqual([409, ["counted"]]);
  expect((await get(lea)).answer.ownCount).toEqual(COUNT);
  // They see the result anyway: their count would not represent the class.
  for (const as of [expert, await buildUser(site, { role: "teacher" })]) expect((await save(as)).status).toBe(403);
});

it("learners see the distribution of at least three counts, experts always", async () => {
  const { site, expert, lea, mark, save, counts } = await buildClass();
  await mark(true);
  expect((await counts(expert)).answer).toEqual({ number: 0, counts: null, positivePercents: null });
  await save(lea);
  expect((await counts(expert)).answer).toMatchObject({ number: 1, counts: { median: 4 } });
  await save(await buildUser(site), { positiveCount: 0, negativeCount: 0, otherCount: 6 });
  expect((await counts(lea)).answer).toEqual({ number: 2, counts: null, positivePercents: null });
  await save(await buildUser(site), { positiveCount: 2, negativeCount: 2, otherCount: 1 });
  // Only two counts have a percentage: too few.
  expect((await counts(lea)).answer).toEqual({
    number: 3,
    counts: { bars: [4, 5, 6].map((from) => ({ from, to: from + 1, number: 1 })), median: 5 },
    positivePercents: null,
  });
  expect((await counts(expert)).answer.positivePercents).toMatchObject({ median: 62.5 });
});

it("only experts can let others count first, with their own complete results", async () => {
  const { site, slide, lea, mark } = await buildClass();
  expect((await mark(true, await buildUser(site, { role: "teacher" }))).status).toBe(403);
  const own = await buildCellAnalysis(site, { slide, author: lea });
  const params = { id: String(own) };
  const { status } = await sendCall(server, setCountFirst, { as: lea, params, body: { isCountFirst: true } });
  expect(status).toBe(403);
});

it("during a quiz about the slide, its taker does not see such a result", async () => {
  const { site, slide, lea, mark, get, save, listed } = await buildClass();
  await mark(true);
  const { quizId } = await buildQuiz(site, { imageId: slide.id, questions: [{ itemId: slide.id }] });
  await takerOf(server, quizId, lea).start();
  expect(await listed(lea)).toEqual([]);
  expect([(await get(lea)).status, (await save(lea)).status]).toEqual([404, 404]);
});
