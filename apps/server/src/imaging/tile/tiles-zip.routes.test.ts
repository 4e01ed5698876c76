/** The zip of a slide's tiles: only if the site offers it, complete, and one at a time for each person. */
import { once } from "node:events";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { unzipSync } from "fflate";
import { beforeAll, expect, it, vi } from "vitest";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { streamTilesZip } from "./tiles-zip.ts";
import { beginTilesZip, TILES_ZIPS_AT_ONCE } from "./tiles-zips-running.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildOffered(tilesDownload: boolean) {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const learner = await buildUser(site);
  const slide = await buildSlide(site);
  await sendCall(server, putSiteOptions, { as: administrator, body: { tilesDownload: { value: tilesDownload } } });
  const get = (url: string) => server.app.inject({ url, headers: { "x-site-token": learner.token } });
  const { answer } = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
  return { site, learner, slide, get, information: answer.slideInformation };
}

it("contains every tile as the viewer gets it", async () => {
  const { slide, get, information } = await buildOffered(true);
  expect(information?.tilesZipUrl).toBe(`/tiles/${slide.id}/${slide.version}/tiles.zip`);
  const zip = await get(information?.tilesZipUrl ?? "");
  expect([zip.statusCode, zip.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect(zip.headers["content-disposition"]).toBe(`attachment; filename="slide-${slide.id}-tiles.zip"`);
  const entries = unzipSync(zip.rawPayload);
  const expected = (information?.levels ?? []).flatMap(({ width, height, tileWidth, tileHeight }, level) =>
    Array.from({ length: Math.ceil(height / tileHeight) }, (_row, y) =>
      Array.from({ length: Math.ceil(width / tileWidth) }, (_column, x) => `${level}/${x}/${y}.jpg`),
    ).flat(),
  );
  expect(Object.keys(entries)).toEqual(expected);
  for (const name of [expected[0], expected.at(-1)]) {
    const tile = await get(`/tiles/${slide.id}/${slide.version}/${name?.replace(".jpg", "")}`);
    expect(Buffer.from(entries[name ?? ""] ?? []).equals(tile.rawPayload), name).toBe(true);
  }
});

it("is not found unless the site offers it, for another version, and through a share link", async () => {
  const closed = await buildOffered(false);
  expect(closed.information?.tilesZipUrl).toBeNull();
  const urlOf = ({ id, version }: { id: number; version: number }) => `/tiles/${id}/${version}/tiles.zip`;
  expect((await closed.get(urlOf(closed.slide))).statusCode).toBe(404);
  const open = await buildOffered(true);
  expect((await open.get(urlOf({ ...open.slide, version: open.slide.version + 1 }))).statusCode).toBe(404);
  const { token } = await buildShare(open.site, { createdBy: open.learner, itemId: open.slide.id });
  const guest = await server.app.inject({ url: `${urlOf(open.slide)}?share=${token}` });
  expect(guest.statusCode).not.toBe(200);
});

it("runs once at a time for each person, and twice at a time in total", () => {
  const ends = [beginTilesZip("a")];
  expect(() => beginTilesZip("a")).toThrow(/running/);
  while (ends.length < TILES_ZIPS_AT_ONCE) ends.push(beginTilesZip(`b${ends.length}`));
  expect(() => beginTilesZip("c")).toThrow(/running/);
  for (const end of ends) end();
  beginTilesZip("c")();
});

const HUNDRED = [{ width: 100, height: 100, tileWidth: 10, tileHeight: 10, downsample: 1 }] as never;
/** More than what is buffered: the producer waits for the reader. */
const LARGE_BYTES = 700_000;

it("releases its slot when the reader disconnects, before the first byte and in the middle", async () => {
  for (const startsReading of [false, true]) {
    const onEnd = vi.fn();
    const read = vi.fn(async () => ({ bytes: Buffer.alloc(LARGE_BYTES), mediaType: "image/jpeg" as const }));
    const stream = streamTilesZip(HUNDRED, read, onEnd);
    if (startsReading) await once(stream, "readable");
    stream.destroy();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
    expect(read.mock.calls.length).toBeLessThan(10);
  }
});

it("ends as an aborted answer if a tile cannot be read", async () => {
  const onEnd = vi.fn();
  const stream = streamTilesZip(HUNDRED, () => Promise.reject(new Error("damaged")), onEnd);
  await expect(stream.toArray()).rejects.toThrow("damaged");
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
});
