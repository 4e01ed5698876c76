/** Annotations whose outlines have more bytes than one answer may have. */
import {
  convertAnnotation,
  deleteAnnotation,
  listAnnotationReviews,
  listAnnotations,
  listAnnotationsInView,
  listAnnotationVersions,
  listDeletedAnnotations,
  OUTLINES_IN_ANSWER_MAX_BYTES,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { largeOutline } from "#testing/large-outline.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const OUTLINE = largeOutline(18_000);
/** Together more than the limit of one answer. */
const TOO_MANY = Math.floor(OUTLINES_IN_ANSWER_MAX_BYTES / OUTLINE.length) + 1;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Copies with their simplified outlines, as if each had been drawn. */
const multiply = (id: number, more: number, { hasCoarse = true } = {}) =>
  sql`
    INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry, coarse_geometry,
      coarse_px, drawn_size_px, min_x, min_y, max_x, max_y, include_measurement, is_student, position)
    SELECT site_id, image_id, author_id, type_id, title, content, link, geometry,
      CASE WHEN ${hasCoarse} THEN coarse_geometry END, CASE WHEN ${hasCoarse} THEN coarse_px END, drawn_size_px,
      min_x, min_y, max_x, max_y, include_measurement, is_student, position + number
    FROM annotation, generate_series(1, ${more}::int) AS number WHERE id = ${id}
  `.execute(server.owner);

async function buildFullSlide({ hasCoarse = true } = {}) {
  const site = await buildSite(server);
  const [slide, learner, expert] = [
    await buildSlide(site),
    await buildUser(site),
    await buildUser(site, { role: "expert" }),
  ];
  const id = await buildAnnotation(site, { slide, author: learner, geometry: OUTLINE });
  await multiply(id, TOO_MANY - 1, { hasCoarse });
  return { site, slide, learner, expert, id };
}

const inView = async (as: TestUser, slide: TestSlide, body: BodyFor<typeof listAnnotationsInView> = {}) => {
  const input = { as, params: { id: String(slide.id) }, body: { query: "all", ...body } } as const;
  return (await sendCall(server, listAnnotationsInView, input)).answer;
};
const bytesOf = (annotations: readonly { readonly geometry: string }[]) =>
  annotations.reduce((sum, { geometry }) => sum + geometry.length, 0);

describe("outlines with more bytes than one answer may have", () => {
  it("are simplified in a view, even at full resolution; all are included, measured at full resolution", async () => {
    const { slide, expert, id } = await buildFullSlide();
    const drawn = (await inView(expert, slide, { annotationId: id })).annotations[0];
    expect(drawn?.geometry).toBe(OUTLINE);
    for (const resolution of [1, 64]) {
      const view = await inView(expert, slide, { resolution });
      expect(view).toMatchObject({ inView: TOO_MANY, isComplete: true, isSimplified: true });
      expect(view.annotations).toHaveLength(TOO_MANY);
      expect(bytesOf(view.annotations)).toBeLessThan(OUTLINES_IN_ANSWER_MAX_BYTES / 10);
      const { measurement } = view.annotations[0] ?? {};
      expect(measurement?.kind).toBe("area");
      expect(measurement?.value).toBeCloseTo(drawn?.measurement?.value ?? 0, 6);
    }
  });

  it("are returned as density in a view that requests full outlines", async () => {
    const { slide, expert } = await buildFullSlide();
    const view = await inView(expert, slide);
    expect(view).toMatchObject({ inView: TOO_MANY, isComplete: false, isSimplified: false, annotations: [] });
    expect(view.density.cells.reduce((sum, { count }) => sum + count, 0)).toBe(TOO_MANY);
  });

  it("are returned as density if they were stored before coarse outlines existed", async () => {
    const { slide, expert } = await buildFullSlide({ hasCoarse: false });
    await sql`UPDATE annotation SET coarse_geometry = NULL, coarse_px = NULL WHERE image_id = ${slide.id}`.execute(
      server.owner,
    );
    expect(await inView(expert, slide, { resolution: 64 })).toMatchObject({ isComplete: false, annotations: [] });
  });

  it("that fit are complete at full resolution", async () => {
    const site = await buildSite(server);
    const [slide, expert] = [await buildSlide(site), await buildUser(site, { role: "expert" })];
    await buildAnnotation(site, { slide, author: expert, geometry: OUTLINE });
    const view = await inView(expert, slide, { resolution: 1 });
    expect(view).toMatchObject({ isComplete: true, isSimplified: false });
    expect(view.annotations[0]?.geometry).toBe(OUTLINE);
    expect((await inView(expert, slide, { resolution: 2 })).isSimplified).toBe(true);
  });

  it("are not listed all at once: 413 with a hint", async () => {
    const { slide, learner } = await buildFullSlide();
    const input = { as: learner, params: { itemId: String(slide.id) }, query: { query: "mine" } } as const;
    expect(await sendCall(server, listAnnotations, input)).toMatchObject({
      status: 413,
      answer: { data: ["tooManyAnnotations"] },
    });
  });

  it("are listed for review in batches: the others follow once these are reviewed", async () => {
    const { slide, expert } = await buildFullSlide();
    const open = async () =>
      (await sendCall(server, listAnnotationReviews, { as: expert, params: { itemId: String(slide.id) } })).answer;
    const first = await open();
    expect(first.students[0]?.open).toBe(TOO_MANY);
    expect(first.annotations).toHaveLength(TOO_MANY - 1);
    const reviewed = String(first.annotations[0]?.id);
    await sendCall(server, convertAnnotation, { as: expert, params: { id: reviewed } });
    const next = await open();
    expect(next.annotations.map(({ id }) => id)).toEqual([
      ...first.annotations.slice(1).map(({ id }) => id),
      expect.any(Number),
    ]);
  });

  it("are listed in the bin in batches, the last deleted first", async () => {
    const { slide, learner, id } = await buildFullSlide();
    await sendCall(server, deleteAnnotation, { as: learner, params: { id: String(id) } });
    await sql`
      UPDATE annotation SET deleted_at = now() - interval '1 hour', deleted_by = author_id
      WHERE image_id = ${slide.id} AND deleted_at IS NULL
    `.execute(server.owner);
    const { answer } = await sendCall(server, listDeletedAnnotations, {
      as: learner,
      params: { itemId: String(slide.id) },
    });
    expect(answer).toHaveLength(TOO_MANY - 1);
    expect(answer[0]?.annotation.id).toBe(id);
  });
});

describe("the versions of an annotation", () => {
  const versionsOf = async (as: TestUser, id: number, before?: number) => {
    const query = before === undefined ? {} : { before: String(before) };
    return (await sendCall(server, listAnnotationVersions, { as, params: { id: String(id) }, query })).answer;
  };

  it("are returned in pages limited by bytes, down to the first", async () => {
    const site = await buildSite(server);
    const [slide, learner] = [await buildSlide(site), await buildUser(site)];
    const id = await buildAnnotation(site, { slide, author: learner, geometry: OUTLINE });
    for (let change = 0; change < 11; change += 1) {
      const body = { title: `Title ${change}` };
      await sendCall(server, updateAnnotation, { as: learner, params: { id: String(id) }, body });
    }
    const found: number[] = [];
    const pages: number[] = [];
    for (let before: number | undefined; before !== 1; before = found.at(-1)) {
      const page = await versionsOf(learner, id, before);
      expect(bytesOf(page)).toBeLessThanOrEqual(2 * 1024 * 1024);
      pages.push(page.length);
      found.push(...page.map(({ version }) => version));
    }
    expect(found).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(pages.length).toBeGreaterThan(1);
    expect(await versionsOf(learner, id, 1)).toEqual([]);
  });

  it("of one that was never changed are its only version", async () => {
    const site = await buildSite(server);
    const [slide, learner] = [await buildSlide(site), await buildUser(site)];
    const id = await buildAnnotation(site, { slide, author: learner });
    expect(await versionsOf(learner, id)).toMatchObject([{ version: 1 }]);
    expect(await versionsOf(learner, id, 1)).toEqual([]);
  });
});
