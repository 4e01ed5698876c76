import { resetImageThumbnail, saveImageThumbnail, updateImage } from "@parfocal/core/image/edit-image.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getThumbnail } from "@parfocal/core/tile/tile.contract.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { findSlideFile, updateSlideFacts } from "./image.queries.ts";
import { publishStoredSlide } from "./slide-work.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const slide = await buildSlide(site);
  const params = { id: String(slide.id) };
  const change = (body: object) => sendCall(server, updateImage, { as: teacher, params, body });
  const load = async () => (await sendCall(server, getImage, { as: learner, params })).answer;
  return { site, teacher, learner, slide, params, change, load };
}

describe("an image", () => {
  it("gets new texts and tags; omitted fields are unchanged", async () => {
    const { change, load } = await buildWorld();
    const { status, answer } = await change({ title: " Liver ", tags: ["PAS", "cortex", "PAS"] });
    expect([status, answer.title, answer.tags]).toEqual([200, "Liver", ["PAS", "cortex"]]);
    await change({ subtitle: "PAS", summary: "A lobule." });
    expect(await load()).toMatchObject({
      title: "Liver",
      subtitle: "PAS",
      summary: "A lobule.",
      tags: ["PAS", "cortex"],
    });
  });

  it("opens at its opening view: centre, zoom and rotation", async () => {
    const { change, load } = await buildWorld();
    await change({ center: [120.5, 80], zoom: 1.25, rotation: 315 });
    expect(await load()).toMatchObject({ center: [120.5, 80], zoom: 1.25, rotation: 315 });
    await change({ rotation: -45 });
    expect((await load()).rotation).toBe(315);
    await change({ rotation: 360, center: null, zoom: null });
    expect(await load()).toMatchObject({ center: null, zoom: null, rotation: 0 });
  });

  it("has an orientation of 0, 90, 180 or 270 degrees", async () => {
    const { change, load } = await buildWorld();
    for (const orientation of [90, 180, 270, 0]) {
      expect((await change({ orientation })).status).toBe(200);
      expect((await load()).slideInformation?.orientation).toBe(orientation);
    }
  });

  const rejected: [name: string, body: object][] = [
    ["a rotation that is not a multiple of 45°", { rotation: 44 }],
    ["an orientation that is not a quarter turn", { orientation: 45 }],
    ["an empty title", { title: " " }],
    ["an invalid centre", { center: [1] }],
    ["a zoom that is not finite", { zoom: Number.POSITIVE_INFINITY }],
    ["an unknown field", { state: "ready" }],
  ];
  for (const [name, body] of rejected)
    it(`rejects ${name}`, async () => {
      const { change, load } = await buildWorld();
      const before = await load();
      // JSON has no infinity: it would be sent as null, which is allowed.
      const sent = "zoom" in body ? { zoom: "Infinity" } : body;
      expect((await change(sent)).status).toBe(400);
      expect(await load()).toEqual(before);
    });
});

describe("micronsPerPixel is saved only if greater than 0, else null", () => {
  const sizes: [sent: object, x: number | null, y: number | null][] = [
    [{ micronsPerPixel: 0.25 }, 0.25, 0.25],
    [{ micronsPerPixel: 0.25, micronsPerPixelY: 0.3 }, 0.25, 0.3],
    [{ micronsPerPixel: 0 }, null, null],
    [{ micronsPerPixel: -1 }, null, null],
    [{ micronsPerPixel: null }, null, null],
    [{ micronsPerPixelY: 0.7 }, 0.5, 0.7],
    [{ micronsPerPixel: 0.25, micronsPerPixelY: -1 }, null, null],
    [{ title: "Kidney" }, 0.5, 0.5],
  ];
  for (const [sent, x, y] of sizes)
    it(`${JSON.stringify(sent)}: ${x} and ${y}`, async () => {
      const { change } = await buildWorld();
      const { answer } = await change(sent);
      expect([answer.slideInformation?.micronsPerPixel, answer.slideInformation?.micronsPerPixelY]).toEqual([x, y]);
    });

  it("and stays when the file is read again", async () => {
    const { site, slide, change, load } = await buildWorld();
    await change({ micronsPerPixel: 0.25, orientation: 90 });
    await publishStoredSlide(server.platform, site.id, slide.slideFileId);
    expect((await load()).slideInformation).toMatchObject({ micronsPerPixel: 0.25, orientation: 90 });
  });

  it("and values that were not edited follow the file", async () => {
    const { site, slide, load } = await buildWorld();
    await withSite(server.platform.database, site.id, async (db) => {
      const row = await findSlideFile(db, site.id, slide.slideFileId);
      await updateSlideFacts(db, site.id, slide.slideFileId, { ...row!, pixel_size_x_um: 2, pixel_size_y_um: 2 });
    });
    expect((await load()).slideInformation?.micronsPerPixel).toBe(2);
  });
});

it("rotating a slide rotates its thumbnail, at a new URL", async () => {
  const { learner, slide, change, load } = await buildWorld();
  const sizeNow = async () => {
    const { slideInformation, thumbnail } = await load();
    const version = /\/tiles\/\d+\/(\d+)\/thumbnail/.exec(thumbnail ?? "")?.[1] ?? "";
    const params = { imageId: String(slide.id), version };
    const { raw } = await sendCall(server, getThumbnail, { as: learner, params });
    const { width, height } = await sharp(raw.rawPayload).metadata();
    return { orientation: slideInformation?.orientation, version, isUpright: width < height };
  };
  const before = await sizeNow();
  await change({ orientation: 90 });
  const turned = await sizeNow();
  await change({ orientation: 0 });
  const back = await sizeNow();
  expect([before.isUpright, turned.isUpright, back.isUpright]).toEqual([false, true, false]);
  expect(turned.orientation).toBe(90);
  expect(new Set([before.version, turned.version, back.version]).size).toBe(3);
});

const dataUrl = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString("base64")}`;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#aa3355" } });

describe("a custom thumbnail", () => {
  async function buildPictures() {
    const world = await buildWorld();
    const send = (url: string) =>
      sendCall(server, saveImageThumbnail, {
        as: world.teacher,
        body: { imageId: world.slide.id, type: "image", dataUrl: url },
      });
    return { ...world, send };
  }

  it("is scaled down, re-encoded, and shown instead of the whole slide", async () => {
    const { learner, load, send } = await buildPictures();
    const png = await plain(1600, 1000)
      .png()
      .withMetadata({ exif: { IFD0: { Artist: "SECRET" } } })
      .toBuffer();
    const { status, answer } = await send(dataUrl(png, "png"));
    expect(status).toBe(200);
    expect(await load()).toMatchObject({ thumbnail: answer.thumbnail, isThumbnailOwn: true });
    const { raw } = await sendCall(
      server,
      { ...getThumbnail, path: answer.thumbnail },
      { as: learner, params: {} as never },
    );
    expect(raw.headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=31536000, immutable",
    });
    const { width, height, format, exif } = await sharp(raw.rawPayload).metadata();
    expect({ width, height, format, exif }).toEqual({ width: 512, height: 320, format: "jpeg", exif: undefined });
  });

  it("has a new URL each time, also after it was removed", async () => {
    const { teacher: as, params, load, send } = await buildPictures();
    const url = dataUrl(await plain(40, 25).jpeg().toBuffer(), "jpeg");
    const first = (await send(url)).answer.thumbnail;
    const second = (await send(url)).answer.thumbnail;
    expect((await sendCall(server, resetImageThumbnail, { as, params })).status).toBe(204);
    expect(await load()).toMatchObject({ isThumbnailOwn: false });
    expect((await load()).thumbnail).toMatch(/^\/tiles\/\d+\/\d+\/thumbnail$/);
    const third = (await send(url)).answer.thumbnail;
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it("is kept when the file is read again", async () => {
    const { site, slide, load, send } = await buildPictures();
    const { answer } = await send(dataUrl(await plain(40, 25).png().toBuffer(), "png"));
    await publishStoredSlide(server.platform, site.id, slide.slideFileId);
    expect((await load()).thumbnail).toBe(answer.thumbnail);
  });

  it("is visible through a share of the slide, and hidden from callers who may not see the slide", async () => {
    const { site, teacher, slide, send } = await buildPictures();
    const { answer } = await send(dataUrl(await plain(40, 25).png().toBuffer(), "png"));
    const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
    const ask = (url: string) => server.app.inject({ url, headers: { "x-site-id": String(site.id) } });
    expect((await ask(`${answer.thumbnail}?share=${token}`)).statusCode).toBe(200);
    expect((await ask(answer.thumbnail)).statusCode).toBe(401);
  });

  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
  const rejected: [name: string, url: () => Promise<string>][] = [
    ["an SVG", async () => dataUrl(svg, "svg+xml")],
    ["an SVG declared as a PNG", async () => dataUrl(svg, "png")],
    ["a GIF", async () => dataUrl(await plain(9, 9).gif().toBuffer(), "gif")],
    ["a WebP declared as a JPEG", async () => dataUrl(await plain(9, 9).webp().toBuffer(), "jpeg")],
    ["a truncated PNG", async () => dataUrl((await plain(90, 90).png().toBuffer()).subarray(0, 120), "png")],
    ["more than four million pixels", async () => dataUrl(await plain(2001, 2000).png().toBuffer(), "png")],
    ["a URL", async () => "https://evil.example/x.png"],
    ["nothing", async () => "data:image/png;base64,"],
  ];
  for (const [name, url] of rejected)
    it(`is not ${name}`, async () => {
      const { load, send } = await buildPictures();
      const { status, failure } = await send(await url());
      expect([status, failure.data]).toEqual([400, ["dataUrl"]]);
      expect((await load()).isThumbnailOwn).toBe(false);
    });

  it("may have four million pixels", async () => {
    const { send } = await buildPictures();
    expect((await send(dataUrl(await plain(2000, 2000).png().toBuffer(), "png"))).status).toBe(200);
  });

  it("has at most 2 MiB of text, which is more than other calls may send", async () => {
    const { send } = await buildPictures();
    const limit = 2 * 1024 * 1024;
    expect((await send("x".repeat(limit))).failure.data).toEqual(["dataUrl"]);
    expect((await send("x".repeat(limit + 1))).failure.data).toEqual(["dataUrl.too_big"]);
    expect((await send("x".repeat(limit + 100_000))).status).toBe(413);
  });
});
