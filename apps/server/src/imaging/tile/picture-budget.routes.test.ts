import { getDeepZoomDescriptor } from "@parfocal/core/deep-zoom/deep-zoom.contract.ts";
import { getIiifInformation } from "@parfocal/core/iiif/iiif.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  // Four at once; no more are added while the clock stands still.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  server = await createTestServer({ picturesPerSecond: 0.4 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

it("tiles, IIIF and Deep Zoom share a session's budget: then 429 with Retry-After; other sessions are served", async () => {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const [reader, other] = [await buildUser(site), await buildUser(site)];
  const params = { imageId: String(slide.id), version: String(slide.version), level: "0", x: "0", y: "0" };
  const requests = [
    () => sendCall(server, getTile, { as: reader, params }),
    () => sendCall(server, getThumbnail, { as: reader, params }),
    () => sendCall(server, getIiifInformation, { as: reader, params: { identifier: String(slide.id) } }),
    () => sendCall(server, getDeepZoomDescriptor, { as: reader, params: { descriptor: `${slide.id}.dzi` } }),
  ];
  for (const request of requests) expect((await request()).status).toBe(200);
  for (const request of requests) {
    const { status, failure, raw } = await request();
    expect([status, failure.data, raw.headers["retry-after"]]).toEqual([429, ["pictureBudget"], "1"]);
    expect(raw.headers["access-control-allow-origin"]).toBe("*");
  }
  expect((await sendCall(server, getTile, { as: other, params })).status).toBe(200);
});
