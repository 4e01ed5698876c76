import { listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaleDrawn } from "#image/scale-drawn.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { largeOutline } from "#testing/large-outline.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("a large outline on a slide whose file got other pixels is seen from afar where it lies now", async () => {
  const site = await buildSite(server);
  const [slide, expert] = [await buildSlide(site), await buildUser(site, { role: "expert" })];
  await buildAnnotation(site, {
    slide,
    author: expert,
    geometry: largeOutline(9_000, { x: 9_000, y: 9_000, radius: 5_000 }),
  });
  const measures = { width: 20_000, height: 20_000, pixelSizeUm: null };
  const scaling = { old: measures, next: measures, scale: { x: 0.5, y: 0.5 } };
  await withSite(server.platform.database, site.id, (db) => scaleDrawn(db, site.id, slide.id, scaling as never));
  const params = { id: String(slide.id) };
  const body = { query: "all", resolution: 64 } as const;
  const { answer } = await sendCall(server, listAnnotationsInView, { as: expert, params, body });
  const xs = [...(answer.annotations[0]?.geometry ?? "").matchAll(/[(,] ?([\d.]+) /g)].map(([, x]) => Number(x));
  expect(xs.length).toBeGreaterThan(3);
  expect(Math.max(...xs)).toBeLessThan(8_000);
});
