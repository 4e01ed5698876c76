import {
  ANNOTATIONS_IN_VIEW_MAX,
  listAnnotations,
  listAnnotationsInView,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { canSeeAnnotation, isInAnnotationFilter } from "@parfocal/core/annotation/annotation-access.ts";
import { ANNOTATION_FILTERS } from "@parfocal/core/annotation/annotation-filter.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const inView = (as: TestUser, slide: TestSlide, body: BodyFor<typeof listAnnotationsInView> = {}) =>
  sendCall(server, listAnnotationsInView, { as, params: { id: String(slide.id) }, body });

const squareAt = (x: number, y: number, side = 10) =>
  `POLYGON ((${x} ${y}, ${x + side} ${y}, ${x + side} ${y + side}, ${x} ${y + side}, ${x} ${y}))`;

async function buildExpertSlide() {
  const site = await buildSite(server);
  return { site, slide: await buildSlide(site), expert: await buildUser(site, { role: "expert" }) };
}

describe("the annotations in a region of a slide", () => {
  const views: [what: string, bounds: [number, number, number, number], seen: string[]][] = [
    ["the whole slide", [0, 0, 700, 500], ["a", "b", "c"]],
    ["one of them", [90, 90, 120, 120], ["b"]],
    ["within one of them", [302, 302, 303, 303], ["c"]],
    ["the border of two", [10, 10, 100, 100], ["a", "b"]],
    ["a px beside them", [111, 111, 299, 299], []],
    ["left of all", [-90, 0, -1, 500], []],
  ];
  for (const [what, [minX, minY, maxX, maxY], seen] of views) {
    it(`${what}: ${seen.join(", ") || "none"}`, async () => {
      const { site, slide, expert } = await buildExpertSlide();
      for (const [title, at] of [
        ["a", 0],
        ["b", 100],
        ["c", 300],
      ] as const) {
        await buildAnnotation(site, { slide, author: expert, title, geometry: squareAt(at, at) });
      }
      const { answer } = await inView(expert, slide, { bounds: { minX, minY, maxX, maxY } });
      expect(answer.annotations.map(({ title }) => title)).toEqual(seen);
      expect(answer).toMatchObject({ total: 3, inView: seen.length, isComplete: true, density: { cells: [] } });
    });
  }

  it("are limited to a requested one, anywhere on the slide; one that the caller may not see is not returned", async () => {
    const { site, slide, expert } = await buildExpertSlide();
    const [learner, other] = [await buildUser(site), await buildUser(site)];
    await buildAnnotation(site, { slide, author: expert, title: "a" });
    const expertOne = await buildAnnotation(site, { slide, author: expert, title: "b" });
    const learnerOne = await buildAnnotation(site, { slide, author: other, title: "c" });
    const named = async (annotationId: number) => {
      const { answer } = await inView(learner, slide, { query: "all", annotationId });
      return answer.annotations.map(({ title }) => title);
    };
    expect(await named(expertOne)).toEqual(["b"]);
    expect(await named(learnerOne)).toEqual([]);
  });

  it("are, without bounds and resolution, those of the image's list", async () => {
    const { site, slide, expert } = await buildExpertSlide();
    await buildAnnotation(site, { slide, author: expert, geometry: squareAt(1, 1) });
    await buildAnnotation(site, { slide, author: expert, title: "Another", geometry: squareAt(50, 70) });
    const { answer } = await inView(expert, slide);
    const whole = await sendCall(server, listAnnotations, { as: expert, params: { itemId: String(slide.id) } });
    expect(answer.annotations).toEqual(whole.answer);
  });

  it("are simplified to the visible resolution, and measured at full resolution", async () => {
    const { site, slide, expert } = await buildExpertSlide();
    const [zigzag, dot] = ["LINESTRING (0 0, 10 3, 20 0, 30 3, 40 0)", squareAt(5, 5, 1)];
    await buildAnnotation(site, { slide, author: expert, typeId: 214, geometry: zigzag });
    await buildAnnotation(site, { slide, author: expert, geometry: dot });
    const at = async (resolution: number) => (await inView(expert, slide, { resolution })).answer.annotations;
    const [drawn] = (await inView(expert, slide)).answer.annotations;
    expect((await at(0.5))[0]?.geometry).toBe(zigzag);
    // The tolerance is half a screen pixel: here the bend of 3 px is slightly larger.
    expect((await at(5.9))[0]?.geometry).toBe("LINESTRING (0 0, 10 3, 40 0)");
    const [coarse, small] = await at(6);
    expect(coarse?.geometry).toBe("LINESTRING (0 0, 40 0)");
    expect(coarse?.measurement).toEqual(drawn?.measurement);
    expect(small?.geometry).toMatch(/^POLYGON \(\((\S+ \S+, ){3}\S+ \S+\)\)$/);
  });

  it("are returned as counts by area if there are too many to list", async () => {
    const { site, slide, expert } = await buildExpertSlide();
    await insertGrid(site, slide, expert, ANNOTATIONS_IN_VIEW_MAX + 1);
    const { answer } = await inView(expert, slide);
    expect(answer).toMatchObject({ total: ANNOTATIONS_IN_VIEW_MAX + 1, inView: ANNOTATIONS_IN_VIEW_MAX + 1 });
    expect([answer.isComplete, answer.annotations]).toEqual([false, []]);
    const { cellPx, cells } = answer.density;
    expect(Math.log2(cellPx) % 1).toBe(0);
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(ANNOTATIONS_IN_VIEW_MAX + 1);
    // The first has its centre at 0.5, 0.5; rows of fifty, 14 px apart.
    const inFirst = Math.ceil((cellPx - 0.5) / 14) * Math.ceil((cellPx - 0.5) / 8);
    expect(cells[0]).toEqual({ column: 0, row: 0, count: inFirst });
    const part = await inView(expert, slide, { bounds: { minX: 0, minY: 0, maxX: 350, maxY: 500 } });
    expect(part.answer).toMatchObject({ isComplete: true, total: ANNOTATIONS_IN_VIEW_MAX + 1 });
    expect(part.answer.annotations).toHaveLength(part.answer.inView);
  });

  /** Squares of 1 px, fifty per row, 14 px apart, rows 8 px apart. */
  async function insertGrid(site: TestSite, slide: TestSlide, author: TestUser, count: number): Promise<void> {
    await sql`
      INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
        min_x, min_y, max_x, max_y, is_student, position)
      SELECT ${site.id}, ${slide.id}, ${author.id}, 213, 'Cell', '', '', format('POINT (%s %s)', x, y),
        x, y, x + 1, y + 1, false, number + 1
      FROM (SELECT number, number % 50 * 14 AS x, number / 50 * 8 AS y FROM generate_series(0, ${count - 1}) AS number) AS cell
    `.execute(server.owner);
  }

  const refusals: [what: string, status: number, body: (ids: { nobody: number }) => object][] = [
    ["an unknown user", 404, ({ nobody }) => ({ userId: nobody })],
    ["an unknown work group", 404, () => ({ workGroupId: 1 })],
    ["a resolution of zero", 400, () => ({ resolution: 0 })],
    ["bounds without one side", 400, () => ({ bounds: { minX: 0, minY: 0, maxX: 1 } })],
    ["an unknown filter", 400, () => ({ query: "everyone" })],
  ];
  for (const [what, status, body] of refusals) {
    it(`requested with ${what}: ${status}`, async () => {
      const { slide, expert } = await buildExpertSlide();
      expect((await inView(expert, slide, body({ nobody: 987_654_321 }) as never)).status).toBe(status);
    });
  }
});

describe("the results of a query match the rules of core", () => {
  it("for each filter, each caller and each author, with annotations shown and hidden", async () => {
    const site = await buildSite(server);
    const slide = await buildSlide(site);
    const users = {
      learner: await buildUser(site, { role: "learner" }),
      otherLearner: await buildUser(site, { role: "learner" }),
      expert: await buildUser(site, { role: "expert" }),
      teacher: await buildUser(site, { role: "teacher" }),
    };
    const rows = await Promise.all(
      Object.values(users).map(async (author) => ({
        id: await buildAnnotation(site, { slide, author }),
        facts: { authorId: author.id, isStudent: author.role === "learner", workGroupId: null },
      })),
    );
    let compared = 0;
    for (const isAnnotated of [true, false]) {
      await server.owner
        .updateTable("placement")
        .set({ annotations_active: isAnnotated })
        .where("item_id", "=", slide.id)
        .execute();
      for (const user of Object.values(users)) {
        const [isExpert, isContentManager] = [user.role !== "learner", user.role === "teacher"];
        const who = { id: user.id, isExpert, isContentManager, workGroupIds: [] };
        for (const query of ANNOTATION_FILTERS) {
          for (const userId of [undefined, users.learner.id, users.expert.id]) {
            const expected = rows.filter(
              ({ facts }) =>
                canSeeAnnotation(who, facts) &&
                isInAnnotationFilter(query, who, facts) &&
                (isAnnotated || who.isExpert || facts.authorId === who.id) &&
                (userId === undefined || facts.authorId === userId),
            );
            const expectedIds = new Set(expected.map(({ id }) => id));
            const found = await inView(user, slide, userId === undefined ? { query } : { query, userId });
            expect(new Set(found.answer.annotations.map(({ id }) => id))).toEqual(expectedIds);
            expect(found.answer.total).toBe(expected.length);
            const listed = await sendCall(server, listAnnotations, {
              as: user,
              params: { itemId: String(slide.id) },
              query: userId === undefined ? { query } : { query, userId: String(userId) },
            });
            expect(new Set(listed.answer.map(({ id }) => id))).toEqual(expectedIds);
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBe(2 * 4 * ANNOTATION_FILTERS.length * 3);
  });

  it("a guest of a public site sees only expert annotations", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    const slide = await buildSlide(site);
    const learner = await buildUser(site, { role: "learner" });
    const expert = await buildUser(site, { role: "expert" });
    await buildAnnotation(site, { slide, author: learner });
    const id = await buildAnnotation(site, { slide, author: expert });
    const params = { id: String(slide.id) };
    const { answer } = await sendCall(server, listAnnotationsInView, {
      siteId: site.id,
      params,
      body: { query: "all" },
    });
    expect(answer.annotations.map((annotation) => annotation.id)).toEqual([id]);
  });
});
