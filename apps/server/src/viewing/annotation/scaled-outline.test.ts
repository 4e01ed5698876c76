import {
  listAnnotationsInView,
  listAnnotationVersions,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { KyselyPlugin } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { scaleDrawn } from "#image/scale-drawn.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { largeOutline } from "#testing/large-outline.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

it("a large outline on a slide whose file got other pixels is shown at its new position at low zoom", async () => {
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

it("outlines and their versions are converted to other pixels in batches, not all of a slide at once", async () => {
  const site = await buildSite(server);
  const [slide, expert] = [await buildSlide(site), await buildUser(site, { role: "expert" })];
  const outline = (number: number) => largeOutline(9_000, { x: 9_000, y: 9_000, radius: 5_000 + number });
  const drawn: number[] = [];
  for (let number = 0; number < 8; number += 1)
    drawn.push(await buildAnnotation(site, { slide, author: expert, geometry: outline(number) }));
  for (const id of drawn)
    await sendCall(server, updateAnnotation, { as: expert, params: { id: String(id) }, body: { title: "New" } });

  let maxBytes = 0;
  const watchAnswers: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      maxBytes = Math.max(
        maxBytes,
        JSON.stringify(result.rows, (_, value) => (typeof value === "bigint" ? 0 : value)).length,
      );
      return result;
    },
  };
  const measures = { width: 20_000, height: 20_000, pixelSizeUm: null };
  const scaling = { old: measures, next: measures, scale: { x: 0.5, y: 0.5 } };
  await withSite(server.platform.database, site.id, (db) =>
    scaleDrawn(db.withPlugin(watchAnswers) as typeof db, site.id, slide.id, scaling as never),
  );
  const bytesOfOne = outline(0).length;
  expect(maxBytes).toBeGreaterThan(bytesOfOne / 2);
  expect(maxBytes).toBeLessThan(600 * 1024);

  const first = { as: expert, params: { id: String(drawn[0]) } };
  const { answer: versions } = await sendCall(server, listAnnotationVersions, { ...first, query: {} });
  const xs = versions.map(({ geometry }) => Number(/[\d.]+/.exec(geometry)?.[0]));
  expect(xs).toEqual([7_000, 7_000]);
});
