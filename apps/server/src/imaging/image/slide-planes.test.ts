/** Slides with several planes, from the upload to the tile. */
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { buildOmeTiff, type OmeTiffSpec, sampleAt } from "@parfocal/slides/testing/build-ome-tiff.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { sendFile } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const PATIENCE_MS = 40_000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
});
afterAll(() => server.close());

/** Uploads it and waits until it can be viewed. */
async function upload(spec: OmeTiffSpec) {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const { imageId, error } = await sendFile(server, teacher, buildOmeTiff(spec), { filename: "cells.ome.tif" });
  expect(error).toBeNull();
  const ask = async () => (await sendCall(server, getImage, { as: teacher, params: { id: String(imageId) } })).answer;
  await expect.poll(async () => (await ask()).state, { timeout: PATIENCE_MS, interval: 50 }).toBe("ready");
  const image = await ask();
  const [, , , version] = image.slideInformation?.tilesMapUrl?.split("/") ?? [];
  const address = { imageId: String(imageId), version: version! };
  const tile = async (query: Record<string, string>) => {
    const params = { ...address, level: "0", x: "0", y: "0" } as never;
    return sendCall(server, getTile, { as: teacher, params, query: query as never });
  };
  const thumbnail = async () => {
    const { raw } = await sendCall(server, getThumbnail, { as: teacher, params: address });
    return sharp(raw.rawPayload).raw().toBuffer({ resolveWithObject: true });
  };
  return { image, tile, thumbnail };
}

const spec: OmeTiffSpec = {
  width: 90,
  height: 60,
  channels: 2,
  depths: 3,
  pixelsAttributes: 'PhysicalSizeX="0.5"',
  channelAttributes: (channel) => (channel === 0 ? 'Name="DAPI" Color="65535"' : 'Name="GFP" Color="16711935"'),
};

/** The range of a channel over all its depths, without a thousandth at either end. */
function rangeOf(channel: number) {
  const samples = [0, 1, 2].flatMap((depth) =>
    Array.from({ length: 90 * 60 }, (_, i) => sampleAt({ channel, depth, time: 0 }, i % 90, Math.floor(i / 90))),
  );
  samples.sort((a, b) => a - b);
  return { min: samples[16]!, max: samples.at(-17)! };
}

describe("a slide with several channels and depths", { timeout: 2 * PATIENCE_MS }, () => {
  it("is shown immediately; its channels have colours and measured display ranges", async () => {
    const { image, tile, thumbnail } = await upload(spec);
    expect(image.slideInformation).toMatchObject({
      width: 90,
      micronsPerPixel: 0.5,
      planes: {
        channels: [
          { name: "DAPI", colour: "#0000ff", window: rangeOf(0) },
          { name: "GFP", colour: "#00ff00", window: rangeOf(1) },
        ],
        sampleBits: 16,
        depths: 3,
        times: 1,
      },
    });
    const { raw } = await tile({ channel: "1", depth: "2" });
    expect(raw.headers["content-type"]).toBe("image/png");
    const pixels = await sharp(raw.rawPayload).raw().toBuffer();
    expect(pixels[0]! * 256 + pixels[1]!).toBe(sampleAt({ channel: 1, depth: 2, time: 0 }, 0, 0));
    expect((await tile({ channel: "2" })).status).toBe(404);
    expect((await tile({ depth: "3" })).status).toBe(404);

    const { data, info } = await thumbnail();
    expect([info.width, info.height]).toEqual([90, 60]);
    // Blue and green light together; more of both towards the lower right.
    const [first, last] = [data.subarray(0, 3), data.subarray(-3)];
    for (const [red, green, blue] of [first, last]) {
      expect(red).toBeLessThan(20);
      expect(Math.abs(green! - blue!)).toBeLessThan(20);
    }
    expect(last[1]).toBeGreaterThan(first[1]! + 60);
  });

  it("with fractional values is converted, and then shows its planes", async () => {
    const { image, tile } = await upload({ ...spec, type: "float" });
    expect(image.job).toBeNull();
    const { planes } = image.slideInformation!;
    expect(planes).toMatchObject({ sampleBits: 16, depths: 3 });
    expect(planes!.channels.map(({ name, colour }) => [name, colour])).toEqual([
      ["DAPI", "#0000ff"],
      ["GFP", "#00ff00"],
    ]);
    for (const { window } of planes!.channels) {
      expect(window.min).toBeGreaterThan(0);
      expect(window.max).toBeGreaterThan(window.min + 1000);
    }
    expect((await tile({ channel: "1", depth: "2" })).status).toBe(200);
  });
});
