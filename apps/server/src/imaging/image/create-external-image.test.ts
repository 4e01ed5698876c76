import { createServer } from "node:http";
import { createAnnotation, listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getIiifInformation, getManifest } from "@parfocal/core/iiif/iiif.contract.ts";
import { externalTileUrl } from "@parfocal/core/image/external-tiles.ts";
import { createExternalImage, getImage } from "@parfocal/core/image/image.contract.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { putTileSourceHosts } from "@parfocal/core/site/site.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tidySlideFolders } from "#image/tidy-slide-folders.ts";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { addressOf, sendCall, tokenOf } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const DEEP_ZOOM = readExternalDescriptor(
  '<Image TileSize="254" Overlap="1" Format="jpg"><Size Width="1000" Height="900"/></Image>',
);
const HOST = "slides.example.org";
const URL_OF_DZI = `https://${HOST}/liver.dzi`;

async function buildAllowing(hosts: string[] = [HOST]) {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const courseId = await buildCourse(site);
  await sendCall(server, putTileSourceHosts, { as: administrator, body: { hosts } });
  const body: BodyFor<typeof createExternalImage> = {
    title: "Liver",
    parentId: courseId,
    tileDataSourceType: "deepzoom",
    tilesDataSourceUrl: URL_OF_DZI,
    facts: DEEP_ZOOM,
    micronsPerPixel: 0.25,
  };
  return { site, administrator, teacher, learner, courseId, body };
}

describe("a slide on another server", () => {
  it("is ready immediately, with all that a viewer needs to read it there", async () => {
    const { teacher, learner, body } = await buildAllowing();
    const { status, answer: created } = await sendCall(server, createExternalImage, { as: teacher, body });
    expect(status).toBe(200);
    const { answer } = await sendCall(server, getImage, { as: learner, params: { id: String(created.id) } });
    expect(answer).toMatchObject({ title: "Liver", state: "ready", job: null, thumbnail: null, associatedImages: [] });
    const information = answer.slideInformation!;
    expect(information).toMatchObject({
      tileDataSourceType: "deepzoom",
      tilesMapUrl: null,
      tilesDataSourceUrl: URL_OF_DZI,
      externalTiles: DEEP_ZOOM,
      width: 1000,
      height: 900,
      tileSize: 254,
      orientation: 0,
      micronsPerPixel: 0.25,
      micronsPerPixelY: 0.25,
      planes: null,
    });
    expect(information.levels.map(({ width, tileOverlapPx }) => [width, tileOverlapPx])).toEqual([
      [1000, 1],
      [500, 1],
      [250, 1],
    ]);
    const tiles = { url: information.tilesDataSourceUrl!, facts: information.externalTiles! };
    expect(externalTileUrl(tiles, 1, 1, 0)).toBe(`https://${HOST}/liver_files/9/1_0.jpg`);
  });

  it("shows the smallest external image on its card", async () => {
    const { teacher, courseId, body } = await buildAllowing();
    await sendCall(server, createExternalImage, { as: teacher, body });
    const { answer } = await sendCall(server, getCourse, { as: teacher, params: { id: String(courseId) } });
    expect(answer.items.map(({ thumbnail }) => thumbnail)).toEqual([`https://${HOST}/liver_files/8/0_0.jpg`]);
  });

  it("can be annotated", async () => {
    const { teacher, learner, body } = await buildAllowing();
    const { answer } = await sendCall(server, createExternalImage, { as: teacher, body });
    const drawn = await sendCall(server, createAnnotation, {
      as: learner,
      body: { imageId: answer.id, typeId: 211, title: "A tubule", geometry: SQUARE_WKT },
    });
    expect(drawn.status).toBe(200);
    const listed = await sendCall(server, listAnnotations, { as: learner, params: { itemId: String(answer.id) } });
    expect(listed.status).toBe(200);
  });

  it("has no images on this server: no tile, no thumbnail, no IIIF service", async () => {
    const { teacher, courseId, body } = await buildAllowing();
    const { answer } = await sendCall(server, createExternalImage, { as: teacher, body });
    const picture = { imageId: answer.id, version: 1 };
    const addresses = [
      addressOf(getTile, { ...picture, level: 0, x: 0, y: 0 }),
      addressOf(getThumbnail, picture),
      addressOf(getIiifInformation, { identifier: answer.id }),
      addressOf(getManifest, { kind: "course", id: courseId }),
      `/deepzoom/${answer.id}.dzi`,
    ];
    for (const url of addresses) {
      expect((await server.app.inject({ url, headers: tokenOf(teacher) })).statusCode, url).toBe(404);
    }
  });

  it("is unchanged by the cleanup of folders, and breaks no invariant", async () => {
    const { site, teacher, body } = await buildAllowing();
    const { answer } = await sendCall(server, createExternalImage, { as: teacher, body });
    await tidySlideFolders(server.platform, site.id, Date.now());
    const { answer: later } = await sendCall(server, getImage, { as: teacher, params: { id: String(answer.id) } });
    expect(later.state).toBe("ready");
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("is never fetched by the server (SEC-11)", async () => {
    let requests = 0;
    const listener = createServer((_request, response) => {
      requests += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const address = listener.address();
    const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const { site, teacher, body } = await buildAllowing([host]);
    const { status, answer } = await sendCall(server, createExternalImage, {
      as: teacher,
      body: { ...body, tilesDataSourceUrl: `http://${host}/liver.dzi` },
    });
    expect(status).toBe(200);
    await sendCall(server, getImage, { as: teacher, params: { id: String(answer.id) } });
    await server.app.inject({ url: `/deepzoom/${answer.id}.dzi`, headers: tokenOf(teacher) });
    await tidySlideFolders(server.platform, site.id, Date.now());
    listener.close();
    expect(requests).toBe(0);
  });
});

describe("is rejected", () => {
  const wrong: [name: string, change: Record<string, unknown>, message: RegExp][] = [
    [
      "a host that the site does not allow",
      { tilesDataSourceUrl: "https://evil.example/a.dzi" },
      /does not allow slides from evil\.example/,
    ],
    ["another port of an allowed host", { tilesDataSourceUrl: `https://${HOST}:8443/a.dzi` }, /does not allow/],
    ["no TLS", { tilesDataSourceUrl: `http://${HOST}/a.dzi` }, /must start with https/],
    ["a name and a password", { tilesDataSourceUrl: `https://a:b@${HOST}/a.dzi` }, /no user name or password/],
    ["a script URL", { tilesDataSourceUrl: "javascript:alert(1)" }, /must start with https/],
    ["a URL that is too long", { tilesDataSourceUrl: `https://${HOST}/${"a".repeat(2048)}` }, /tilesDataSourceUrl/],
    ["facts of another type", { tileDataSourceType: "iiif" }, /does not match/],
    ["invalid facts", { facts: { ...DEEP_ZOOM, width: 0 } }, /facts/],
    ["facts with additional fields", { facts: { ...DEEP_ZOOM, url: "https://evil.example" } }, /facts/],
    [
      "an image service without capabilities",
      {
        tileDataSourceType: "iiif",
        facts: {
          type: "iiif",
          version: 3,
          width: 9,
          height: 9,
          format: "jpg",
          isLevel0: true,
          tileLevels: [],
          sizes: [],
        },
      },
      /neither tiles nor sizes/,
    ],
    ["a parent that does not exist", { parentId: 999_999_999 }, /course or folder/],
    ["a pixel size of zero", { micronsPerPixel: 0 }, /micronsPerPixel/],
  ];
  for (const [name, change, message] of wrong) {
    it(name, async () => {
      const { teacher, body } = await buildAllowing();
      const { status, failure } = await sendCall(server, createExternalImage, {
        as: teacher,
        body: { ...body, ...change } as typeof body,
      });
      expect(status).toBe(400);
      expect(failure.message).toMatch(message);
    });
  }
});
