/** The limit of a learner's outlines on one slide. */
import {
  createAnnotation,
  deleteAnnotation,
  LEARNER_OUTLINES_MAX_BYTES,
  LEARNER_VERTICES_MAX,
  restoreAnnotation,
  restoreAnnotationVersion,
  TOO_MUCH_DRAWN,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendFileTo } from "#testing/exchange-annotations.ts";
import { largeOutline } from "#testing/large-outline.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { assertWithinLearnerLimit } from "./learner-outlines.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const REFUSED = { status: 413, answer: { data: [TOO_MUCH_DRAWN] } };

/** A learner whose outlines leave less space than `SQUARE_WKT` needs. */
async function buildFullWorld() {
  const site = await buildSite(server);
  const [slide, otherSlide] = [await buildSlide(site), await buildSlide(site)];
  const [learner, other, expert] = [
    await buildUser(site),
    await buildUser(site),
    await buildUser(site, { role: "expert" }),
  ];
  const small = await buildAnnotation(site, { slide, author: learner, geometry: "POLYGON ((0 0, 9 0, 9 9, 0 0))" });
  await fill(small, Math.floor(LEARNER_OUTLINES_MAX_BYTES / FILLER_BYTES));
  return { slide, otherSlide, learner, other, expert, small };
}

const FILLER_BYTES = 256 * 1024;

/** Rows of the same author with texts as long as outlines can be; they are never parsed. */
const fill = (id: number, count: number) =>
  sql`
    INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
      min_x, min_y, max_x, max_y, is_student, position)
    SELECT site_id, image_id, author_id, type_id, title, content, link, repeat('x', ${FILLER_BYTES}),
      min_x, min_y, max_x, max_y, is_student, position + number
    FROM annotation, generate_series(1, ${count - 1}::int) AS number WHERE id = ${id}
    UNION ALL
    SELECT site_id, image_id, author_id, type_id, title, content, link, repeat('x', ${FILLER_BYTES} - 40),
      min_x, min_y, max_x, max_y, is_student, position + ${count}::int
    FROM annotation WHERE id = ${id}
  `.execute(server.owner);

const draw = (as: TestUser, slide: TestSlide, geometry = SQUARE_WKT) =>
  sendCall(server, createAnnotation, { as, body: { imageId: slide.id, typeId: 211, title: "One more", geometry } });
const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });

describe("a learner at the limit of a slide", () => {
  it("cannot add annotations to it, but can on another slide; other people still can", async () => {
    const { slide, otherSlide, learner, other, expert } = await buildFullWorld();
    const rejected = await draw(learner, slide);
    expect(rejected).toMatchObject(REFUSED);
    expect((rejected.answer as unknown as { message: string }).message).toMatch(
      /16 MB of outlines or 1000000 vertices\. Delete/,
    );
    for (const [as, where] of [
      [learner, otherSlide],
      [other, slide],
      [expert, slide],
    ] as const)
      expect((await draw(as, where)).status).toBe(200);
  });

  it("can change texts and draw a smaller outline, but not a larger one", async () => {
    const { learner, small } = await buildFullWorld();
    const change = (body: object) => sendCall(server, updateAnnotation, { ...on(learner, small), body });
    expect((await change({ title: "Another" })).status).toBe(200);
    expect((await change({ geometry: "POLYGON ((0 0, 8 0, 8 8, 0 0))" })).status).toBe(200);
    expect(await change({ geometry: largeOutline(200, { x: 300, y: 300, radius: 100 }) })).toMatchObject(REFUSED);
  });

  it("can draw again after a deletion, and then not restore the deleted one", async () => {
    const { slide, learner, small } = await buildFullWorld();
    expect((await sendCall(server, deleteAnnotation, on(learner, small))).status).toBe(204);
    await draw(learner, slide, "POLYGON ((0 0, 9 0, 9 9, 0 0))");
    expect(await sendCall(server, restoreAnnotation, on(learner, small))).toMatchObject(REFUSED);
  });

  it("cannot restore a larger version of an annotation", async () => {
    const site = await buildSite(server);
    const [slide, learner] = [await buildSlide(site), await buildUser(site)];
    const geometry = largeOutline(300, { x: 300, y: 300, radius: 100 });
    const id = await buildAnnotation(site, { slide, author: learner, geometry });
    const body = { geometry: "POLYGON ((0 0, 9 0, 9 9, 0 0))" };
    expect((await sendCall(server, updateAnnotation, { ...on(learner, id), body })).status).toBe(200);
    await fill(id, LEARNER_OUTLINES_MAX_BYTES / FILLER_BYTES);
    const params = { id: String(id), version: "1" };
    expect(await sendCall(server, restoreAnnotationVersion, { as: learner, params })).toMatchObject(REFUSED);
  });

  it("cannot import: dry run and import are rejected, and nothing is written", async () => {
    const { slide, learner, expert } = await buildFullWorld();
    const count = async () =>
      (
        await sql<{
          count: number;
        }>`SELECT count(*)::int AS count FROM annotation WHERE image_id = ${slide.id}`.execute(server.owner)
      ).rows[0]?.count;
    const before = await count();
    for (const isDryRun of ["true", "false"]) {
      const sent = await sendFileTo(slide, { server, as: learner }, SQUARE_WKT, { fields: { isDryRun } });
      expect(sent).toMatchObject(REFUSED);
    }
    expect(await count()).toBe(before);
    expect((await sendFileTo(slide, { server, as: expert }, SQUARE_WKT)).status).toBe(200);
  });
});

describe("the limit of a learner's outlines", () => {
  const cases: [what: string, bytes: number, vertices: number, isRejected: boolean][] = [
    ["3,000 outlines of 200 vertices", 3_000 * 200 * 19, 3_000 * 200, false],
    ["exactly at the limit", LEARNER_OUTLINES_MAX_BYTES, LEARNER_VERTICES_MAX, false],
    ["one byte more", LEARNER_OUTLINES_MAX_BYTES + 1, 1, true],
    ["one vertex more", 1, LEARNER_VERTICES_MAX + 1, true],
    ["249 outlines of 19,000 vertices", 249 * 215_000, 249 * 19_000, true],
  ];
  for (const [what, bytes, vertices, isRejected] of cases) {
    it(`${what}: ${isRejected ? "rejected" : "accepted"}`, () => {
      const check = () => assertWithinLearnerLimit(bytes, vertices);
      if (isRejected) expect(check).toThrow(expect.objectContaining({ kind: "tooLarge" }));
      else expect(check).not.toThrow();
    });
  }
});
