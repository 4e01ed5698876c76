import { rectangleShape } from "@parfocal/core/cell-analysis/analysis-region.ts";
import {
  cancelCellAnalysis,
  correctCellAnalysis,
  createCellAnalysis,
  deleteCellAnalysis,
  getCellAnalysis,
  listCellAnalyses,
  listCellNuclei,
  previewCellAnalysis,
  renameCellAnalysis,
  restoreCellAnalysis,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { type CellSettings, DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { joinNuclei, type PackedNuclei, packNuclei, unpackNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { RawPicture } from "@parfocal/slides/codec/raw-picture.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Platform } from "#platform/platform.ts";
import { buildCellAnalysis, nucleusAt } from "#testing/build-cell-analysis.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { pyramidOf } from "#testing/picture-slide.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { analyseCells } from "./analyse-cells.ts";

const DAB = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];
const WIDTH = 1100;
const HEIGHT = 300;
const SPACING = 50;
const RADIUS = 8;

let server: TestServer;
let file: string;
beforeAll(async () => {
  server = await createTestServer();
  file = await pyramidOf(server, nucleiPicture());
});
afterAll(() => server.close());

/** A nucleus every 50 px, at 25, 25 the first; every second column is brown. */
function nucleiPicture(): RawPicture {
  const samples = Buffer.alloc(WIDTH * HEIGHT * 3, 240);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const isIn = Math.hypot((x % SPACING) - 25, (y % SPACING) - 25) <= RADIUS;
      if (isIn) samples.set(Math.floor(x / SPACING) % 2 === 0 ? [110, 60, 30] : [110, 90, 170], 3 * (y * WIDTH + x));
    }
  return { width: WIDTH, height: HEIGHT, channels: 3, samples };
}

async function buildClass() {
  const site = await buildSite(server);
  const slide = await buildSlide(site, { file });
  // The file does not say it.
  await sql`UPDATE slide_file SET pixel_size_x_um = 0.5, pixel_size_y_um = 0.5 WHERE id = ${slide.slideFileId}`.execute(
    server.owner,
  );
  const lea = await buildUser(site);
  const leo = await buildUser(site);
  const expert = await buildUser(site, { role: "expert" });
  return { site, slide, lea, leo, expert };
}

const rectangle = (minX: number, minY: number, maxX: number, maxY: number) =>
  formatWkt(rectangleShape({ minX, minY, maxX, maxY }));

const create = (as: TestUser, slide: TestSlide, geometry: string, settings: CellSettings = DAB) =>
  sendCall(server, createCellAnalysis, {
    as,
    body: { imageId: slide.id, settings: settings as never, regionKind: "rectangle", geometry },
  });
const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const get = async (as: TestUser, id: number) => (await sendCall(server, getCellAnalysis, on(as, id))).answer;

/** As the queue does it. */
const work = (site: TestSite, id: number, signal = new AbortController().signal, report = (_done: number) => {}) =>
  analyseCells(server.platform, { siteId: site.id, subjectId: id, signal, report, assertOwned: async () => {} });

async function nucleiOf(as: TestUser, id: number): Promise<PackedNuclei> {
  const { answer } = await sendCall(server, listCellNuclei, { ...on(as, id), query: {} });
  return joinNuclei(answer.tiles.map(({ nuclei }) => unpackNuclei(Buffer.from(nuclei, "base64"))));
}

describe("an analysis", () => {
  it("finds the nuclei of a rectangle at their position on the slide, and summarises them", async () => {
    const { site, slide, lea } = await buildClass();
    const { status, answer } = await create(lea, slide, rectangle(100, 200, 300, 300));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ state: "running", tileCount: 1, summary: null, areaSquareMicrometres: 5000 });
    await work(site, answer.id);
    const done = await get(lea, answer.id);
    expect(done).toMatchObject({ state: "done", tilesDone: 1, nucleusCount: 8 });
    expect(done.summary).toMatchObject({ count: 8, positiveCount: 4, negativeCount: 4, positiveShare: 0.5 });
    expect(done.summary?.densityPerSquareMillimetre).toBeCloseTo(1600, 6);
    const { centroids, classes } = await nucleiOf(lea, answer.id);
    const places = Array.from({ length: 8 }, (_unused, at) => [
      Math.round(centroids[2 * at]! / 5) * 5,
      Math.round(centroids[2 * at + 1]! / 5) * 5,
      classes[at],
    ]);
    expect(places.sort().slice(0, 3)).toEqual([
      [125, 225, 1],
      [125, 275, 1],
      [175, 225, 0],
    ]);
  });

  it("of several tiles finds each nucleus once, including those on seams", async () => {
    const { site, slide, expert } = await buildClass();
    const { answer } = await create(expert, slide, rectangle(0, 0, WIDTH, HEIGHT));
    expect(answer.tileCount).toBe(2);
    await work(site, answer.id);
    expect(await get(expert, answer.id)).toMatchObject({ state: "done", nucleusCount: (WIDTH / 50) * (HEIGHT / 50) });
  });

  it("of a triangle counts the nuclei with their centroid inside", async () => {
    const { site, slide, lea } = await buildClass();
    const { answer } = await create(lea, slide, "POLYGON((0 0,400 0,0 300,0 0))");
    await work(site, answer.id);
    expect(answer.areaSquareMicrometres).toBe(15_000);
    // Its box has 48, some of them on its long side.
    const { nucleusCount } = await get(lea, answer.id);
    expect(nucleusCount).toBeGreaterThanOrEqual(20);
    expect(nucleusCount).toBeLessThanOrEqual(28);
  });

  it("that was killed resumes at its current tile", async () => {
    const { site, slide, expert } = await buildClass();
    const { answer } = await create(expert, slide, rectangle(0, 0, WIDTH, HEIGHT));
    const kill = new AbortController();
    await expect(work(site, answer.id, kill.signal, () => kill.abort(new Error("killed")))).rejects.toThrow("killed");
    expect(await get(expert, answer.id)).toMatchObject({ state: "running", tilesDone: 1 });
    const reports: number[] = [];
    await work(site, answer.id, undefined, (done) => reports.push(done));
    expect(reports).toEqual([1]);
    expect(await get(expert, answer.id)).toMatchObject({ state: "done", nucleusCount: 132 });
  });

  it("runs in the job queue", async () => {
    const { slide, lea } = await buildClass();
    const { answer } = await create(lea, slide, rectangle(0, 0, 200, 200));
    await server.startJobs();
    await expect.poll(async () => (await get(lea, answer.id)).state, { timeout: 20_000 }).toBe("done");
    await server.platform.jobs.stop();
  });

  it("stores neither tiles nor an end once another server has its job", async () => {
    const { site, slide, expert } = await buildClass();
    const { answer } = await create(expert, slide, rectangle(0, 0, WIDTH, HEIGHT));
    const { signal } = new AbortController();
    const context = { siteId: site.id, subjectId: answer.id, signal, report: () => {} };
    /** Is lost after this number of stored results. */
    const loseAfter = (most: number, platform: Platform = server.platform) => {
      let results = 0;
      const assertOwned = async () => {
        if (results++ >= most) throw new Error("taken");
      };
      return expect(analyseCells(platform, { ...context, assertOwned })).rejects.toThrow("taken");
    };
    await loseAfter(1);
    expect(await get(expert, answer.id)).toMatchObject({ state: "running", tilesDone: 1 });
    const files = { ...server.platform.files, slideAt: () => expect.fail("unreadable") };
    await loseAfter(0, { ...server.platform, files });
    await loseAfter(1);
    expect(await get(expert, answer.id)).toMatchObject({ state: "running", tilesDone: 2 });
    await work(site, answer.id);
    expect(await get(expert, answer.id)).toMatchObject({ state: "done", nucleusCount: (WIDTH / 50) * (HEIGHT / 50) });
  });

  it("that is cancelled stops at its next tile and keeps its nuclei, without a density", async () => {
    const { site, slide, expert } = await buildClass();
    const { answer } = await create(expert, slide, rectangle(0, 0, WIDTH, HEIGHT));
    let cancelled: Promise<unknown> = Promise.resolve();
    await work(site, answer.id, undefined, () => {
      cancelled = sendCall(server, cancelCellAnalysis, on(expert, answer.id));
    });
    await cancelled;
    const stopped = await get(expert, answer.id);
    expect(stopped.state).toBe("cancelled");
    expect(stopped.tilesDone).toBe(1);
    expect(stopped.summary).toMatchObject({ count: stopped.nucleusCount, densityPerSquareMillimetre: null });
  });

  it("of a slide whose file is damaged fails with a message", async () => {
    const { site, slide, lea } = await buildClass();
    const { answer } = await create(lea, slide, rectangle(0, 0, 200, 200));
    await sql`UPDATE slide_file SET width = 200, height = 200 WHERE id = ${slide.slideFileId}`.execute(server.owner);
    await sql`UPDATE cell_analysis SET tile_count = 7 WHERE id = ${answer.id}`.execute(server.owner);
    await work(site, answer.id);
    expect(await get(lea, answer.id)).toMatchObject({ state: "failed", failure: "slide" });
  });
});

describe("an analysis is rejected", () => {
  const cases: [what: string, geometry: string, code: string][] = [
    ["a point", "POINT(10 10)", "geometry"],
    ["a region beyond the slide", rectangle(0, 0, WIDTH + 100, 100), "geometry"],
    ["a self-intersecting outline", "POLYGON((0 0,100 100,100 0,0 100,0 0))", "selfCrossing"],
    ["no geometry", "hello", "geometry"],
  ];
  for (const [what, geometry, code] of cases)
    it(`for ${what}`, async () => {
      const { slide, lea } = await buildClass();
      const { status, failure } = await create(lea, slide, geometry);
      expect([status, failure.data]).toEqual([400, [code]]);
    });

  it("with invalid settings, by name", async () => {
    const { slide, lea } = await buildClass();
    const { status, failure } = await create(lea, slide, rectangle(0, 0, 50, 50), { ...DAB, nucleusThreshold: 7 });
    expect(status).toBe(400);
    expect(failure.message).toContain("nucleusThreshold");
  });

  it("for a slide without a pixel size, and one with too large pixels", async () => {
    const { site, lea } = await buildClass();
    for (const [pixelSizeUm, code] of [
      [null, "slide"],
      [{ x: 1.5, y: 1.5 }, "tooCoarse"],
    ] as const) {
      const slide = await buildSlide(site, { pixelSizeUm });
      const { status, failure } = await create(lea, slide, rectangle(0, 0, 50, 50));
      expect([status, failure.data]).toEqual([400, [code]]);
    }
  });

  it("for a learner's region of more than 4 mm², not for an expert's", async () => {
    const { slide, lea, expert } = await buildClass();
    await sql`UPDATE slide_file SET pixel_size_x_um = 1, pixel_size_y_um = 1, width = 3000, height = 3000
      WHERE id = ${slide.slideFileId}`.execute(server.owner);
    const { status, failure } = await create(lea, slide, rectangle(0, 0, 2100, 2000));
    expect([status, failure.data]).toEqual([400, ["tooLarge"]]);
    expect((await create(expert, slide, rectangle(0, 0, 2100, 2000))).status).toBe(200);
  });

  it("as the fourth while three are running", async () => {
    const { slide, lea } = await buildClass();
    for (let count = 0; count < 3; count += 1)
      expect((await create(lea, slide, rectangle(0, 0, 50, 50))).status).toBe(200);
    const { status, failure } = await create(lea, slide, rectangle(0, 0, 50, 50));
    expect([status, failure.data]).toEqual([429, ["tooManyRunning"]]);
  });

  it("as the fifty-first result on one slide", async () => {
    const { site, slide, lea } = await buildClass();
    for (let count = 0; count < 50; count += 1) await buildCellAnalysis(site, { slide, author: lea });
    const { status, failure } = await create(lea, slide, rectangle(0, 0, 50, 50));
    expect([status, failure.data]).toEqual([413, ["tooManyAnalyses"]]);
  });
});

describe("a result", () => {
  it("belongs to its author: experts see it, others do not, and only the author can change it", async () => {
    const { site, slide, lea, leo, expert } = await buildClass();
    const id = await buildCellAnalysis(site, { slide, author: lea, name: "Mine" });
    const namesFor = async (as: TestUser) =>
      (await sendCall(server, listCellAnalyses, { as, params: { itemId: String(slide.id) } })).answer.analyses.map(
        ({ name }) => name,
      );
    expect(await namesFor(lea)).toEqual(["Mine"]);
    expect(await namesFor(expert)).toEqual(["Mine"]);
    expect(await namesFor(leo)).toEqual([]);
    expect((await sendCall(server, getCellAnalysis, on(leo, id))).status).toBe(404);
    const rename = (as: TestUser) => sendCall(server, renameCellAnalysis, { ...on(as, id), body: { name: "Cortex" } });
    expect((await rename(expert)).status).toBe(403);
    expect((await rename(lea)).answer.name).toBe("Cortex");
  });

  it("that was deleted can be restored by its author", async () => {
    const { site, slide, lea, expert } = await buildClass();
    const id = await buildCellAnalysis(site, { slide, author: lea });
    expect((await sendCall(server, deleteCellAnalysis, on(lea, id))).status).toBe(204);
    expect((await sendCall(server, getCellAnalysis, on(lea, id))).status).toBe(404);
    expect((await sendCall(server, restoreCellAnalysis, on(expert, id))).status).toBe(404);
    expect((await sendCall(server, restoreCellAnalysis, on(lea, id))).answer).toMatchObject({ id, nucleusCount: 2 });
  });

  it("returns its nuclei in batches", async () => {
    const { site, slide, lea } = await buildClass();
    const crowd = Array.from({ length: 70_000 }, (_unused, at) => nucleusAt(at, at));
    const id = await buildCellAnalysis(site, { slide, author: lea, nuclei: [nucleusAt(1, 1)] });
    await sql`UPDATE cell_analysis SET tile_count = 3, tiles_done = 3 WHERE id = ${id}`.execute(server.owner);
    const packed = Buffer.from(packNuclei(crowd));
    for (const tile of [1, 2])
      await sql`INSERT INTO cell_analysis_tile (site_id, analysis_id, tile, nucleus_count, nuclei)
        VALUES (${site.id}, ${id}, ${tile}, ${crowd.length}, ${packed})`.execute(server.owner);
    const ask = async (from: string) =>
      (await sendCall(server, listCellNuclei, { ...on(lea, id), query: { from } })).answer;
    const first = await ask("0");
    expect([first.tiles.map(({ tile }) => tile), first.next, first.hasMore]).toEqual([[0, 1], 2, true]);
    const last = await ask(String(first.next));
    expect([last.tiles.map(({ tile }) => tile), last.next, last.hasMore]).toEqual([[2], 3, false]);
  });
});

describe("manual corrections", () => {
  const NONE = { removed: [], changed: [], added: [] };
  const correct = (as: TestUser, id: number, body: object) =>
    sendCall(server, correctCellAnalysis, { ...on(as, id), body: { version: 1, ...NONE, ...body } as never });

  it("change the summary of the result, and can be undone", async () => {
    const { site, slide, lea } = await buildClass();
    const id = await buildCellAnalysis(site, { slide, author: lea });
    const added = [{ at: [50, 50], cellClass: "negative" }];
    const { answer } = await correct(lea, id, {
      removed: [0],
      changed: [{ nucleus: 1, cellClass: "positive" }],
      added,
    });
    expect(answer).toMatchObject({ version: 2, nucleusCount: 2, corrections: { removed: [0], added } });
    expect(answer.summary).toMatchObject({ count: 2, positiveCount: 1, negativeCount: 1 });
    const { answer: asFound } = await correct(lea, id, { version: 2 });
    expect(asFound.summary).toMatchObject({ count: 2, positiveCount: 1, negativeCount: 1 });
    expect(asFound.corrections).toEqual(NONE);
  });

  const rejected: [what: string, body: object, status: number][] = [
    ["of an earlier version", { version: 7 }, 409],
    ["of a nucleus that does not exist", { removed: [2] }, 400],
    ["that correct a nucleus twice", { removed: [1], changed: [{ nucleus: 1, cellClass: "other" }] }, 400],
    ["that add a nucleus outside the region", { added: [{ at: [250, 50], cellClass: "negative" }] }, 400],
    ["of another class", { added: [{ at: [1, 1], cellClass: "maybe" }] }, 400],
    ["too many", { added: new Array(5_001).fill({ at: [1, 1], cellClass: "other" }) }, 400],
  ];
  for (const [what, body, status] of rejected)
    it(`${what} are rejected`, async () => {
      const { site, slide, lea } = await buildClass();
      const id = await buildCellAnalysis(site, { slide, author: lea });
      expect((await correct(lea, id, body)).status).toBe(status);
      expect(await get(lea, id)).toMatchObject({ version: 1, corrections: NONE });
    });
});

describe("while a quiz asks about the slide", () => {
  it("corrections are rejected", async () => {
    const { site, slide, lea } = await buildClass();
    const id = await buildCellAnalysis(site, { slide, author: lea });
    const { quizId } = await buildQuiz(site, { imageId: slide.id, questions: [{ itemId: slide.id }] });
    await takerOf(server, quizId, lea).start();
    const body = { version: 1, removed: [0], changed: [], added: [] };
    const { status, answer } = await sendCall(server, correctCellAnalysis, { ...on(lea, id), body });
    expect(status).toBe(403);
    expect(answer).toMatchObject({ data: ["quiz"] });
  });
});

describe("a preview", () => {
  const preview = (
    as: TestUser,
    slide: TestSlide,
    bounds: { minX: number; minY: number; maxX: number; maxY: number },
  ) => sendCall(server, previewCellAnalysis, { as, body: { imageId: slide.id, settings: DAB as never, bounds } });

  const joined = (parts: readonly string[]) =>
    joinNuclei(parts.map((part) => unpackNuclei(Buffer.from(part, "base64"))));

  it("finds the nuclei of the view, at their positions, and stores nothing", async () => {
    const { slide, lea } = await buildClass();
    const { answer } = await preview(lea, slide, { minX: 100, minY: 200, maxX: 300, maxY: 300 });
    const nuclei = joined(answer.parts);
    expect(nuclei.count).toBe(8);
    expect(Math.min(...nuclei.centroids.filter((_value, at) => at % 2 === 0))).toBeCloseTo(125, 0);
    const listed = await sendCall(server, listCellAnalyses, { as: lea, params: { itemId: String(slide.id) } });
    expect(listed.answer.analyses).toEqual([]);
  });

  it("covers the whole visible part of the slide; a nucleus on the seam of two parts counts once", async () => {
    const { slide, lea } = await buildClass();
    const { answer } = await preview(lea, slide, { minX: -500, minY: -10, maxX: WIDTH, maxY: HEIGHT });
    expect(answer.bounds).toEqual({ minX: 0, minY: 0, maxX: WIDTH, maxY: HEIGHT });
    expect(answer.parts).toHaveLength(2);
    expect(joined(answer.parts).count).toBe((WIDTH / SPACING) * (HEIGHT / SPACING));
  });

  it("outside the slide is rejected", async () => {
    const { slide, lea } = await buildClass();
    expect((await preview(lea, slide, { minX: -500, minY: 0, maxX: -10, maxY: 10 })).status).toBe(400);
  });
});
