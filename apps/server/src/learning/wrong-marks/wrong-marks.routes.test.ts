import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { getWrongMarks, type WrongMarks } from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation, buildDeletedAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
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

const box = (left: number, top: number, side: number) =>
  `POLYGON ((${left} ${top}, ${left + side} ${top}, ${left + side} ${top + side}, ${left} ${top + side}, ${left} ${top}))`;
const TUBULE = { title: "Distal tubule", geometry: box(4000, 4000, 500) };

/** A slide with 0.5 µm per pixel, a question about a region of it; and one of another type. */
async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const parentId = await buildCourse(site);
  const slide = await buildSlide(site, { parentId });
  const region = { ...testOption("Glomerulus", true), region: box(0, 0, 1000) };
  const mark = { type: "annotation" as const, itemId: slide.id };
  const { quizId, questionIds } = await buildQuiz(site, {
    parentId,
    questions: [{ ...mark, title: "Mark it", answerOptions: [region] }, { title: "Organ?" }],
  });
  const taker = async () => takerOf(server, quizId, await buildUser(site));
  const take = async (...marks: readonly string[]) => (await taker()).take({ "Mark it": marks });
  const ask = (place = 0, as = teacher) =>
    sendCall(server, getWrongMarks, { as, params: { id: String(questionIds[place]) }, query: {} });
  const read = async (place = 0): Promise<WrongMarks> => (await ask(place)).answer;
  return { site, teacher, slide, taker, take, ask, read };
}

const point = (x: number, y: number) => `POINT (${x} ${y})`;

describe("locations of wrong marks", () => {
  it("do not exist for a question without submissions", async () => {
    const { read, taker } = await buildWorld();
    await (await taker()).start();
    const none = { userCount: 0, answeredCount: 0, wrongUserCount: 0, wrongMarkCount: 0, places: [], marks: [] };
    expect(await read()).toMatchObject({ ...none, regions: [{ title: "Glomerulus", wkt: box(0, 0, 1000) }] });
  });

  it("are named by the expert annotation that contains the marks; right marks, and learners' outlines, do not count", async () => {
    const { site, teacher, slide, take, read } = await buildWorld();
    await buildAnnotation(site, { slide, author: teacher, ...TUBULE });
    const learner = await buildUser(site);
    await buildAnnotation(site, { slide, author: learner, title: "Mine", geometry: box(4000, 4000, 300) });
    const drawn = { slide, author: teacher, title: "Deleted", geometry: box(4000, 4000, 200) };
    await buildDeletedAnnotation(site, drawn);
    await take(point(4100, 4100), point(500, 500));
    await take(point(4400, 4400));
    await take(box(4000, 4000, 400));
    await take(point(100, 100));
    await take();
    const found = await read();
    expect(found).toMatchObject({
      userCount: 5,
      answeredCount: 4,
      wrongUserCount: 3,
      wrongMarkCount: 3,
    });
    expect(found.places).toEqual([{ name: "Distal tubule", kind: "annotation", userCount: 3, markCount: 3 }]);
    expect(found.marks.map(({ wkt, place }) => `${wkt} ${place}`).toSorted()).toEqual([
      "POINT (4100 4100) 0",
      "POINT (4200 4200) 0",
      "POINT (4400 4400) 0",
    ]);
    for (const { wkt } of found.marks) expect(parseWkt(wkt).ok).toBe(true);
  });

  it("outside of annotations are where two people marked within 50 µm; single marks are listed without a location", async () => {
    const { take, read } = await buildWorld();
    await take(point(3000, 3000));
    await take(point(3090, 3000));
    await take(point(6000, 6000), point(6010, 6000));
    const found = await read();
    expect(found.places).toEqual([{ name: null, kind: null, userCount: 2, markCount: 2 }]);
    expect(found.marks.map(({ place }) => place)).toEqual([0, 0, null, null]);
  });

  it("within a region are where an area overlaps it too little", async () => {
    const { take, read } = await buildWorld();
    await take(box(400, 400, 100));
    await take(box(300, 300, 100));
    expect((await read()).places).toEqual([{ name: "Glomerulus", kind: "region", userCount: 2, markCount: 2 }]);
  });

  it("count each person's first submitted attempt, as the statistics do", async () => {
    const { taker, read } = await buildWorld();
    const again = await taker();
    await again.take({ "Mark it": [point(3000, 3000)] });
    await again.restart();
    await again.take({ "Mark it": [point(100, 100)] });
    expect(await read()).toMatchObject({ userCount: 1, wrongUserCount: 1 });
  });

  it("are available for annotation questions only, to content managers only", async () => {
    const { site, ask } = await buildWorld();
    expect((await ask(1)).status).toBe(404);
    expect((await ask(0, await buildUser(site))).status).toBe(403);
    expect((await ask(0, await buildUser(site, { role: "expert" }))).status).toBe(403);
  });
});
