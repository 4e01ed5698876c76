import { getDeepZoomDescriptor, getDeepZoomTile } from "@parfocal/core/deep-zoom/deep-zoom.contract.ts";
import { externalLevels, externalTileUrl } from "@parfocal/core/image/external-tiles.ts";
import { readExternalDescriptor } from "@parfocal/core/image/read-external-descriptor.ts";
import { copyPicture, decodePicture, type RawPicture } from "@parfocal/slides/codec/raw-picture.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { colourAt, colourDifference, pyramidOf, squaresPicture, turnedSlideOf } from "#testing/picture-slide.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

/** Encodes as JPEG twice. */
const TOLERANCE = 14;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSeen(file: string) {
  const site = await buildSite(server);
  const slide = await buildSlide(site, { file });
  return { site, slide, learner: await buildUser(site), teacher: await buildUser(site, { role: "teacher" }) };
}

/** Assembles a level as a Deep Zoom viewer would, using only the descriptor and the rules of the format. */
async function assemble(descriptorPath: string, headers: Record<string, string>, level: number): Promise<RawPicture> {
  const descriptor = await server.app.inject({ url: descriptorPath, headers });
  expect(descriptor.statusCode).toBe(200);
  expect(descriptor.headers["content-type"]).toBe("application/xml; charset=utf-8");
  const facts = readExternalDescriptor(descriptor.body);
  const { width, height, tileWidth } = externalLevels(facts)[level]!;
  const whole: RawPicture = { width, height, channels: 3, samples: Buffer.alloc(width * height * 3) };
  for (let y = 0; y * tileWidth < height; y += 1) {
    for (let x = 0; x * tileWidth < width; x += 1) {
      const url = externalTileUrl({ url: descriptorPath, facts }, level, x, y);
      const { statusCode, rawPayload, headers: answered } = await server.app.inject({ url, headers });
      expect([statusCode, answered["content-type"]], url).toEqual([200, "image/jpeg"]);
      const tile = await decodePicture(rawPayload);
      expect([tile.width, tile.height], url).toEqual([
        Math.min(tileWidth, width - x * tileWidth),
        Math.min(tileWidth, height - y * tileWidth),
      ]);
      copyPicture(tile, whole, x * tileWidth, y * tileWidth);
    }
  }
  return whole;
}

it("each level shows the whole slide, including levels missing from the file", async () => {
  const picture = squaresPicture();
  const { slide, learner } = await buildSeen(await pyramidOf(server, picture));
  for (const level of [0, 1, 2]) {
    const whole = await assemble(`/deepzoom/${slide.id}.dzi`, { "x-site-token": learner.token }, level);
    for (const [column, row] of [
      [0, 0],
      [9, 0],
      [4, 5],
      [9, 9],
    ] as const) {
      const at = (index: number) => Math.floor(((index + 0.5) * 100) / 2 ** level);
      const shown = colourAt(whole, at(column), at(row));
      const expected = colourAt(picture, column * 100 + 50, row * 100 + 50);
      expect(colourDifference(shown, expected), `level ${level}, square ${column},${row}`).toBeLessThanOrEqual(
        TOLERANCE,
      );
    }
  }
});

it("tiles stored in the file are sent unchanged", async () => {
  const { slide, learner } = await buildSeen(await pyramidOf(server, squaresPicture()));
  const source = await openSlideFile(slide.path);
  for (const [level, x, y] of [
    [0, 0, 0],
    [0, 3, 3],
    [1, 1, 0],
  ] as const) {
    const params = { folder: `${slide.id}_files`, level: String(10 - level), tile: `${x}_${y}.jpg` };
    const { raw } = await sendCall(server, getDeepZoomTile, { as: learner, params });
    expect(raw.rawPayload.equals((await source.readTile(level, x, y)).bytes)).toBe(true);
  }
  await source.close();
});

it("levels go down to a single pixel of the slide's mean colour", async () => {
  const { slide, learner } = await buildSeen(await pyramidOf(server, squaresPicture()));
  const params = { folder: `${slide.id}_files`, level: "0", tile: "0_0.jpg" };
  const { raw } = await sendCall(server, getDeepZoomTile, { as: learner, params });
  const { width, height, samples } = await decodePicture(raw.rawPayload);
  expect([width, height]).toEqual([1, 1]);
  expect(colourDifference([samples[0]!, samples[1]!, samples[2]!], [119, 119, 119])).toBeLessThanOrEqual(TOLERANCE);
});

it("a slide that is stored rotated is shown upright", async () => {
  const picture = buildPicture(150, 110);
  // 6: the stored image must be rotated clockwise by 90°.
  const { slide, learner } = await buildSeen(await turnedSlideOf(server, picture, 6));
  const whole = await assemble(`/deepzoom/${slide.id}.dzi`, { "x-site-token": learner.token }, 0);
  expect([whole.width, whole.height]).toEqual([110, 150]);
  let sum = 0;
  for (let y = 0; y < 150; y += 1) {
    for (let x = 0; x < 110; x += 1) sum += colourDifference(colourAt(whole, x, y), colourAt(picture, y, 109 - x));
  }
  expect(sum / (110 * 150)).toBeLessThan(30);
});

describe("is not found:", () => {
  it("paths that are not a tile or slide", async () => {
    const { slide, learner } = await buildSeen(await pyramidOf(server, squaresPicture()));
    const paths = [
      `/deepzoom/${slide.id}`,
      `/deepzoom/${slide.id}.xml`,
      `/deepzoom/${slide.id + 1000}.dzi`,
      `/deepzoom/0${slide.id}.dzi`,
      `/deepzoom/${slide.id}_files/11/0_0.jpg`,
      `/deepzoom/${slide.id}_files/10/4_0.jpg`,
      `/deepzoom/${slide.id}_files/10/0_0.png`,
      `/deepzoom/${slide.id}_files/10/-1_0.jpg`,
      `/deepzoom/${slide.id}_files/10/0_0_0.jpg`,
      `/deepzoom/${slide.id}_files/010/0_0.jpg`,
      `/deepzoom/${slide.id}/10/0_0.jpg`,
    ];
    for (const url of paths) {
      const { statusCode } = await server.app.inject({ url, headers: { "x-site-token": learner.token } });
      expect(statusCode, url).toBe(404);
    }
  });
});

it("needs no sign-in with a share's token, in the query or in the name", async () => {
  const { site, slide, teacher } = await buildSeen(await pyramidOf(server, squaresPicture()));
  const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
  for (const path of [`/deepzoom/${slide.id}.dzi?share=${token}`, `/deepzoom/${slide.id}~${token}.dzi`]) {
    expect((await assemble(path, {}, 1)).width).toBe(500);
  }
  const params = { descriptor: `${slide.id}.dzi` };
  const { raw } = await sendCall(server, getDeepZoomDescriptor, { params, query: { share: token } });
  expect(raw.headers["access-control-allow-origin"]).toBe("*");
  expect(raw.headers["cross-origin-resource-policy"]).toBe("cross-origin");
});
