import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rectangleShape } from "@parfocal/core/cell-analysis/analysis-region.ts";
import {
  createCellAnalysis,
  getCellAnalysis,
  listCellAnalyses,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import {
  CELL_SERVICE_CREDENTIAL,
  type Misbehaviour,
  startCellService,
  type TestCellService,
} from "#testing/cell-service.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { analyseCells } from "./analyse-cells.ts";
import { CellServiceError, createCellService } from "./cell-service.ts";

const DAB = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];

let service: TestCellService;
let server: TestServer;
let webFolder: string;
beforeAll(async () => {
  service = await startCellService();
  webFolder = await mkdtemp(join(tmpdir(), "parfocal-test-web-"));
  await writeFile(join(webFolder, "index.html"), "<!doctype html><html><head></head><body></body></html>");
  server = await createTestServer({ cellService: service.settings, webFolder });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
  await service.close();
});
beforeEach(() => {
  service.misbehaviour = "none";
  service.received.length = 0;
});

async function buildLearner() {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const lea = await buildUser(site);
  const create = (side = 100) =>
    sendCall(server, createCellAnalysis, {
      as: lea,
      body: {
        imageId: slide.id,
        analyser: "service",
        settings: DAB as never,
        regionKind: "rectangle",
        geometry: formatWkt(rectangleShape({ minX: 0, minY: 0, maxX: side, maxY: side })),
      },
    });
  const analyse = async () => {
    const { answer } = await create();
    const { signal } = new AbortController();
    await analyseCells(server.platform, {
      siteId: site.id,
      subjectId: answer.id,
      signal,
      report: () => {},
      assertOwned: async () => {},
    });
    return (await sendCall(server, getCellAnalysis, { as: lea, params: { id: String(answer.id) } })).answer;
  };
  return { site, slide, lea, create, analyse };
}

it("the service is offered if configured, and is called with a token and the cells of the tile", async () => {
  const { lea, slide, analyse } = await buildLearner();
  const listed = await sendCall(server, listCellAnalyses, { as: lea, params: { itemId: String(slide.id) } });
  expect(listed.answer.hasService).toBe(true);
  const result = await analyse();
  expect(result).toMatchObject({ state: "done", nucleusCount: 1, analyser: "service", micrometresPerPixel: 0.1 });
  // A square of 20 px of 0.1 µm.
  expect(result.summary).toMatchObject({
    positiveCount: 1,
    countByIntensity: [0, 0, 0, 1],
    meanAreaSquareMicrometres: 4,
  });
  expect(result.servicePage).toBe(`${service.settings.url.origin}/results/1`);
  const [{ authorization, body } = { authorization: "", body: {} as Record<string, unknown> }] = service.received;
  expect(authorization).toMatch(/^Bearer token-/);
  expect(body).toMatchObject({
    imageResolution: 0.1,
    dilationKernel: 5,
    classification: { stain: "hematoxylin-dab", dabThresholds: [0.2, 0.4, 0.6] },
  });
  const picture = await sharp(Buffer.from(String(body.image), "base64")).metadata();
  expect([picture.format, picture.width, picture.height]).toEqual(["png", 931, 931]);
});

it("an expired token is replaced once", async () => {
  const own = createCellService(service.settings);
  const before = service.counts.token;
  service.misbehaviour = "tokenEnds";
  service.counts.token = 0;
  const { signal } = new AbortController();
  expect((await own.detectCells(Buffer.from("png"), DAB, signal)).cells).toHaveLength(1);
  expect(service.counts.token).toBe(2);
  service.counts.token = Math.max(before, 2);
});

describe("a service that misbehaves", () => {
  const ways: readonly Misbehaviour[] = [
    "refusesToken",
    "badJson",
    "otherShape",
    "manyCells",
    "hugeAnswer",
    "slow",
    "redirect",
    "error500",
    "hangsUp",
  ];
  for (const way of ways)
    it(`(${way}) ends in our own error without the credential or the service's text`, async () => {
      service.misbehaviour = way;
      const own = createCellService(service.settings);
      const { signal } = new AbortController();
      const error = await own.detectCells(Buffer.from("png"), DAB, signal).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CellServiceError);
      expect(JSON.stringify([String(error), error])).not.toMatch(/canary/);
      expect((error as Error).cause).toBeUndefined();
      expect(service.counts.trap).toBe(0);
    });

  it("is not called any more after five failures", async () => {
    service.misbehaviour = "error500";
    const own = createCellService(service.settings);
    const { signal } = new AbortController();
    for (let count = 0; count < 7; count += 1)
      await expect(own.detectCells(Buffer.from("png"), DAB, signal)).rejects.toThrow(CellServiceError);
    expect(service.received).toHaveLength(5);
  });

  it("fails the analysis, and the credential is in no answer and no log", async () => {
    const { analyse } = await buildLearner();
    service.misbehaviour = "error500";
    const result = await analyse();
    expect(result).toMatchObject({ state: "failed", failure: "service" });
    expect(JSON.stringify(result)).not.toContain(CELL_SERVICE_CREDENTIAL);
    expect(server.logLines.join()).toContain("the analysis service failed");
    expect(server.logLines.join()).not.toMatch(/canary/);
  });

  it("has its address and credential in no page, document or list, not even for an administrator", async () => {
    const site = await buildSite(server);
    const slide = await buildSlide(site);
    const { token } = await buildUser(site, { role: "administrator" });
    const page = { accept: "text/html", cookie: `sid=${token}` };
    const api = { "x-site-token": token };
    const requests = [
      ...[`/s${site.id}/i${slide.id}/`, `/s${site.id}/`, `/s${site.id}/manage/status`].map((url) => ({
        url,
        headers: page,
      })),
      ...["/api/session", "/api/v2/status", "/api/openapi.json", `/api/v2/cellAnalysis/item/${slide.id}`].map(
        (url) => ({ url, headers: api }),
      ),
    ];
    for (const { url, headers } of requests) {
      const answer = await server.app.inject({ url, headers });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.body + JSON.stringify(answer.headers)).not.toContain(CELL_SERVICE_CREDENTIAL);
      expect(answer.body).not.toContain(service.settings.url.host);
    }
  });

  it("with a result page at another host gives no link to it", async () => {
    const { analyse } = await buildLearner();
    service.misbehaviour = "foreignPage";
    expect(await analyse()).toMatchObject({ state: "done", servicePage: null });
  });
});

describe("the budget of a person", () => {
  it("is 30 tiles per hour: a region beyond it is rejected", async () => {
    const { create } = await buildLearner();
    const [first, second] = [await create(500), await create(500)];
    expect([first.status, first.answer.tileCount]).toEqual([200, 9]);
    expect(second.status).toBe(200);
    const third = await create(500);
    expect(third.status).toBe(200);
    const { status, failure } = await create(500);
    expect([status, failure.data]).toEqual([429, ["serviceBudget"]]);
  });
});

it("without a service nothing is called, and it cannot be chosen", async () => {
  const plain = await createTestServer();
  try {
    const site = await buildSite(plain);
    const slide = await buildSlide(site);
    const lea = await buildUser(site);
    const { status, failure } = await sendCall(plain, createCellAnalysis, {
      as: lea,
      body: {
        imageId: slide.id,
        analyser: "service",
        settings: DAB as never,
        regionKind: "rectangle",
        geometry: "POLYGON((0 0,9 0,9 9,0 9,0 0))",
      },
    });
    expect([status, failure.data]).toEqual([400, ["noService"]]);
    const listed = await sendCall(plain, listCellAnalyses, { as: lea, params: { itemId: String(slide.id) } });
    expect(listed.answer.hasService).toBe(false);
  } finally {
    await plain.close();
  }
});
