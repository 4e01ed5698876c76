import { rm } from "node:fs/promises";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getAssociatedImage, getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { tileGridOf } from "@parfocal/slides/slide-source.ts";
import { describeSharedFile } from "@parfocal/slides/testing/shared-data.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishStoredSlide } from "#image/slide-work.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { labelledSlide } from "#testing/labelled-slide.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildSeen(options: Parameters<typeof buildSlide>[1] = {}) {
  const site = await buildSite(server);
  return {
    site,
    slide: await buildSlide(site, options),
    learner: await buildUser(site),
    teacher: await buildUser(site, { role: "teacher" }),
  };
}

type Place = Partial<Record<"version" | "level" | "x" | "y", string | number>>;

const tile = (as: TestUser, { id, version }: TestSlide, place: Place = {}, headers: Record<string, string> = {}) =>
  sendCall(server, getTile, {
    as,
    params: { imageId: String(id), version: String(version), level: "0", x: "0", y: "0", ...place } as never,
    headers,
  });

async function expectTilesOfFile(as: TestUser, slide: TestSlide): Promise<void> {
  const source = await openSlideFile(slide.path);
  try {
    for (const [level, facts] of source.levels.entries()) {
      const { columns, rows } = tileGridOf(facts);
      for (let y = 0; y < rows; y += 1) {
        for (let x = 0; x < columns; x += 1) {
          const [{ raw }, expected] = [await tile(as, slide, { level, x, y }), await source.readTile(level, x, y)];
          expect(raw.statusCode).toBe(200);
          expect(raw.headers["content-type"]).toBe(expected.mediaType);
          expect(raw.rawPayload.equals(expected.bytes), `${level}/${x}/${y}`).toBe(true);
        }
      }
    }
  } finally {
    await source.close();
  }
}

describe("a tile", () => {
  it("equals, byte for byte, the tile of the slide file, at every position of every level", async () => {
    const { slide, learner } = await buildSeen();
    await expectTilesOfFile(learner, slide);
  });

  it("at the edge is cropped to the image", async () => {
    const { slide, learner } = await buildSeen({ width: 700, height: 500 });
    const { raw } = await tile(learner, slide, { x: 2, y: 1 });
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ width: 700 - 512, height: 500 - 256 });
  });

  it("that the browser cancelled is not logged as an error", async () => {
    const { slide, learner } = await buildSeen();
    const origin = await server.listen();
    const before = server.logLines.length;
    for (let round = 0; round < 20; round += 1) {
      const stop = new AbortController();
      const pending = fetch(`${origin}/tiles/${slide.id}/${slide.version}/0/0/0?round=${round}`, {
        headers: { "x-site-token": learner.token },
        signal: stop.signal,
      });
      setTimeout(() => stop.abort(), round % 5);
      await pending
        .then((answer) => answer.arrayBuffer())
        .catch((error: Error) => expect(error.name).toBe("AbortError"));
    }
    expect((await tile(learner, slide)).raw.statusCode).toBe(200);
    expect(server.logLines.slice(before).filter((line) => line.includes("request failed"))).toEqual([]);
  });

  it("may be cached permanently, only by its reader, and answers 304 when it is requested again", async () => {
    const { slide, learner } = await buildSeen();
    const { raw } = await tile(learner, slide);
    expect(raw.headers).toMatchObject({
      "cache-control": "private, max-age=31536000, immutable",
      vary: "cookie, x-site-token",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    const etag = String(raw.headers.etag);
    const again = await tile(learner, slide, {}, { "if-none-match": etag });
    expect([again.status, again.raw.body, again.raw.headers.etag]).toEqual([304, "", etag]);
    expect((await tile(learner, slide, { x: 1 }, { "if-none-match": etag })).status).toBe(200);
  });

  it("is neither shown nor reported as unchanged without access to it", async () => {
    const { slide, learner } = await buildSeen();
    const stranger = await buildUser(await buildSite(server), { role: "administrator" });
    const etag = String((await tile(learner, slide)).raw.headers.etag);
    expect((await tile(stranger, slide, {}, { "if-none-match": etag })).status).toBe(404);
    const nobody = await sendCall(server, getTile, {
      params: { imageId: String(slide.id), version: String(slide.version), level: "0", x: "0", y: "0" },
      siteId: learner.siteId,
      headers: { "if-none-match": etag },
    });
    expect(nobody.status).toBe(401);
  });

  const missing: [what: string, place: Place][] = [
    ["a level too far", { level: 2 }],
    ["a column too far", { x: 3 }],
    ["a row too far", { y: 2 }],
    ["a negative column", { x: -1 }],
    ["a fraction", { y: "0.5" }],
    ["a number with a plus", { x: "+1" }],
    ["a number with a leading zero", { x: "01" }],
    ["a number that no slide has", { x: "999999999999999" }],
    ["a hexadecimal number", { x: "0x1" }],
    ["the next version", { version: 99 }],
    ["version 0", { version: 0 }],
    ["a path out of the folder", { y: "..%2f..%2foriginal" }],
    ["a suffix", { y: "0.jpg" }],
  ];
  for (const [what, place] of missing) {
    it(`at ${what} is not found`, async () => {
      const { slide, learner } = await buildSeen();
      const { status, failure } = await tile(learner, slide, place);
      expect(status).toBe(404);
      expect(failure.message).toBe("Image not found.");
    });
  }

  it("of an inactive image is visible only to content managers", async () => {
    const { slide, learner, teacher } = await buildSeen({ isActive: false });
    expect((await tile(learner, slide)).status).toBe(404);
    expect((await tile(teacher, slide)).status).toBe(200);
  });

  it("of an image in a hidden course is visible only to content managers", async () => {
    const { slide, learner, teacher } = await buildSeen();
    await server.owner.updateTable("course").set({ is_visible: false }).where("item_id", "=", slide.parentId).execute();
    expect((await tile(learner, slide)).status).toBe(404);
    expect((await tile(teacher, slide)).status).toBe(200);
  });

  it("is visible to guests if the site's content is public", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    const slide = await buildSlide(site);
    const params = { imageId: String(slide.id), version: String(slide.version), level: "0", x: "0", y: "0" };
    expect((await sendCall(server, getTile, { params, siteId: site.id })).status).toBe(200);
  });

  it("of a slide that was just created is visible immediately, also after an earlier request failed", async () => {
    const { site, slide, learner } = await buildSeen({ isProcessing: true });
    expect((await tile(learner, { ...slide, version: 2 })).status).toBe(404);
    await publishStoredSlide(server.platform, site.id, slide.slideFileId);
    const { answer } = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
    const url = answer.slideInformation?.tilesMapUrl?.replace("{z}", "0").replace("{x}", "0").replace("{y}", "0") ?? "";
    const seen = await server.app.inject({ url, headers: { "x-site-token": learner.token } });
    expect(seen.statusCode).toBe(200);
  });

  it("whose file is missing is an error without a path in it", async () => {
    const { slide, learner } = await buildSeen();
    await rm(slide.path);
    const { status, failure } = await tile(learner, slide);
    expect(status).toBe(500);
    expect(JSON.stringify(failure)).not.toMatch(/ENOENT|slides|original/);
  });

  it("costs few database transactions for many tiles", async () => {
    const { slide, learner } = await buildSeen();
    await tile(learner, slide);
    const count = async () =>
      Number(
        (
          await sql<{ count: string }>`
            SELECT xact_commit::text AS count FROM pg_stat_database WHERE datname = current_database()
          `.execute(server.owner)
        ).rows[0]?.count,
      );
    const costOfThirty = async () => {
      await sql`SELECT pg_stat_force_next_flush()`.execute(server.platform.database);
      const before = await count();
      for (let turn = 0; turn < 30; turn += 1) expect((await tile(learner, slide, { x: turn % 3 })).status).toBe(200);
      await sql`SELECT pg_stat_force_next_flush()`.execute(server.platform.database);
      return (await count()) - before;
    };
    // Earlier work of other connections may be counted only now: the minimum of some rounds is that of the tiles.
    expect(Math.min(await costOfThirty(), await costOfThirty(), await costOfThirty())).toBeLessThan(15);
  });
});

describe("the thumbnail", () => {
  it("is a JPEG, at most 512 px on its longer side, with the image's aspect ratio, and the same each time", async () => {
    const { slide, learner } = await buildSeen({ width: 1100, height: 700 });
    const ask = () =>
      sendCall(server, getThumbnail, {
        as: learner,
        params: { imageId: String(slide.id), version: String(slide.version) },
      });
    const { raw } = await ask();
    const { format, width, height } = await sharp(raw.rawPayload).metadata();
    expect([format, width, height]).toEqual(["jpeg", 512, Math.round((512 * 700) / 1100)]);
    expect((await ask()).raw.rawPayload.equals(raw.rawPayload)).toBe(true);
  });
});

describe("an associated image", () => {
  const ask = (as: TestUser, slide: TestSlide, name: string) =>
    sendCall(server, getAssociatedImage, {
      as,
      params: { imageId: String(slide.id), version: String(slide.version), name: name as "label" },
    });

  it("such as the label is visible only to content managers, even if its URL is known", async () => {
    const { slide, learner, teacher } = await buildSeen({ file: await labelledSlide(server) });
    expect((await ask(learner, slide, "label")).status).toBe(404);
    const { raw } = await ask(teacher, slide, "label");
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  for (const name of ["macro", "original", "..%2foriginal", "toString"]) {
    it(`${name}, which the file does not contain, is not found`, async () => {
      const { slide, teacher } = await buildSeen();
      expect((await ask(teacher, slide, name)).status).toBe(404);
    });
  }
});

describeSharedFile("wsi/CMU-1-Small-Region.svs", (path) => {
  it("is served from its own tiles, byte for byte, and cropped at the edge", async () => {
    const { slide, learner } = await buildSeen({ file: path });
    await expectTilesOfFile(learner, slide);
    const { answer } = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
    expect(answer.slideInformation).toMatchObject({ width: 2220, height: 2967, tileSize: 240, objectivePower: 20 });
    expect(answer.slideInformation?.micronsPerPixel).toBeCloseTo(0.499, 6);
    const { raw } = await tile(learner, slide, { x: 9, y: 12 });
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ width: 2220 - 9 * 240, height: 2967 - 12 * 240 });
    expect((await tile(learner, slide, { x: 10, y: 12 })).status).toBe(404);
  });
});
