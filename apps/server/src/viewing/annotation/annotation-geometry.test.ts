import {
  type Annotation,
  createAnnotation,
  listAnnotations,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSlideAndLearner(options: Parameters<typeof buildSlide>[1] = {}) {
  const site = await buildSite(server);
  return { slide: await buildSlide(site, options), learner: await buildUser(site, { role: "learner" }) };
}

const draw = (as: TestUser, slide: TestSlide, body: Partial<BodyFor<typeof createAnnotation>> = {}) =>
  sendCall(server, createAnnotation, {
    as,
    body: { imageId: slide.id, typeId: 211, title: "A glomerulus", geometry: SQUARE_WKT, ...body },
  });

const change = (as: TestUser, id: number, body: BodyFor<typeof updateAnnotation>) =>
  sendCall(server, updateAnnotation, { as, params: { id: String(id) }, body });

const list = async (as: TestUser, slide: TestSlide) =>
  (await sendCall(server, listAnnotations, { as, params: { itemId: String(slide.id) }, query: { query: "all" } }))
    .answer;

describe("a geometry", () => {
  const shapes: [what: string, typeId: number, wkt: string, stored: string | null][] = [
    ["a point as point", 213, "POINT (5 6)", "POINT (5 6)"],
    ["several points as point", 213, "MULTIPOINT (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))"],
    ["a point as text", 212, "POINT(5 6)", "POINT (5 6)"],
    ["a line as line", 214, "linestring(0 0,3 4)", "LINESTRING (0 0, 3 4)"],
    ["a line as arrow", 215, "LINESTRING (0 0, 3 4)", "LINESTRING (0 0, 3 4)"],
    [
      "a polygon with a hole as polygon",
      211,
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))",
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))",
    ],
    ["a polygon of the analysis tool", 201, SQUARE_WKT, SQUARE_WKT],
    ["a rectangle", 216, SQUARE_WKT, SQUARE_WKT],
    ["an ellipse", 217, SQUARE_WKT, SQUARE_WKT],
    ["a freehand line", 218, "LINESTRING (0 0, 3 4)", "LINESTRING (0 0, 3 4)"],
    ["numbers with all digits", 213, "POINT (0.1234567890123 -1e-7)", "POINT (0.1234567890123 -1e-7)"],
    ["a polygon as point", 213, SQUARE_WKT, null],
    ["a point as polygon", 211, "POINT (5 6)", null],
    ["several polygons as rectangle", 216, "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))", null],
    ["an unknown type", 99, "POINT (5 6)", null],
    ["an outline that is not closed", 211, "POLYGON ((0 0, 9 0, 9 9))", null],
    ["a coordinate that is not finite", 213, "POINT (1e999 0)", null],
    ["three coordinates", 213, "POINT (1 2 3)", null],
    ["nothing", 213, "POINT EMPTY", null],
    ["a collection", 213, "GEOMETRYCOLLECTION (POINT (1 2))", null],
    ["no WKT", 213, "<script>alert(1)</script>", null],
    ["a point outside the slide by at most one side length", 213, "POINT (-700 1000)", "POINT (-700 1000)"],
    ["a point further away", 213, "POINT (-701 0)", null],
    ["a bow tie", 211, "POLYGON ((0 0, 9 9, 9 0, 0 9, 0 0))", null],
    ["a bow tie of the analysis tool", 201, "POLYGON ((0 0, 9 9, 9 0, 0 9, 0 0))", null],
    ["a self-intersecting freehand line", 218, "LINESTRING (0 0, 9 9, 9 0, 0 9)", "LINESTRING (0 0, 9 9, 9 0, 0 9)"],
    ["a hole outside its outline", 211, "POLYGON ((0 0, 9 0, 9 9, 0 0), (20 1, 30 1, 30 2, 20 1))", null],
    ["20,001 points", 213, `MULTIPOINT (${Array.from({ length: 20_001 }, () => "1 1").join(",")})`, null],
  ];
  for (const [what, typeId, geometry, stored] of shapes) {
    it(`${what}: ${stored ? "accepted" : "rejected with a message"}`, async () => {
      const { learner, slide } = await buildSlideAndLearner();
      const { status, answer, failure } = await draw(learner, slide, { typeId, geometry, content: "Text" });
      if (stored) expect(answer.geometry).toBe(stored);
      else expect([status, failure.message.endsWith(".")]).toEqual([400, true]);
      expect((await list(learner, slide)).map(({ geometry: stored }) => stored)).toEqual(stored ? [stored] : []);
    });
  }
});

it("a self-intersecting outline is rejected with the intersection in slide pixels", async () => {
  const { learner, slide } = await buildSlideAndLearner();
  const geometry = "POLYGON ((10 10, 210 210, 210 10, 10 210, 10 10))";
  const { status, failure } = await draw(learner, slide, { geometry });
  expect([status, failure.data]).toEqual([400, ["selfCrossing"]]);
  expect(failure.message).toContain("crosses itself at x 110, y 110 (slide pixels)");
});

it("an invalid shape stored before this check can get another title, but not another invalid shape", async () => {
  const { learner, slide } = await buildSlideAndLearner();
  const { id } = (await draw(learner, slide)).answer;
  const [crossing, other] = ["POLYGON ((0 0, 9 9, 9 0, 0 9, 0 0))", "POLYGON ((0 0, 8 8, 8 0, 0 8, 0 0))"];
  await server.owner.updateTable("annotation").set({ geometry: crossing }).where("id", "=", id).execute();
  expect((await change(learner, id, { title: "Changed", geometry: crossing })).answer).toMatchObject({
    title: "Changed",
    geometry: crossing,
  });
  expect((await change(learner, id, { geometry: other })).failure.data).toEqual(["selfCrossing"]);
});

describe("the measurement", () => {
  const pixel = { x: 0.5, y: 0.25 };
  const cases: [what: string, typeId: number, wkt: string, expected: Annotation["measurement"]][] = [
    ["a horizontal line of 100 px", 214, "LINESTRING (0 0, 100 0)", { kind: "length", value: 50, unit: "µm" }],
    ["a vertical line of 100 px", 214, "LINESTRING (0 0, 0 100)", { kind: "length", value: 25, unit: "µm" }],
    ["a path with a vertex", 214, "LINESTRING (0 0, 60 0, 60 100)", { kind: "length", value: 55, unit: "µm" }],
    [
      "a slanted line, each axis by its own",
      214,
      "LINESTRING (0 0, 60 160)",
      { kind: "length", value: 50, unit: "µm" },
    ],
    ["exactly a millimetre", 214, "LINESTRING (0 0, 1000 0, 0 0)", { kind: "length", value: 1, unit: "mm" }],
    ["a square of 100 px", 216, SQUARE_WKT, { kind: "area", value: 1250, unit: "µm²" }],
    [
      "the same, drawn in the opposite direction",
      211,
      "POLYGON ((10 10, 10 110, 110 110, 110 10, 10 10))",
      { kind: "area", value: 1250, unit: "µm²" },
    ],
    [
      "a square with a hole",
      211,
      "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0), (0 0, 10 0, 10 10, 0 10, 0 0))",
      { kind: "area", value: 1237.5, unit: "µm²" },
    ],
    ["a point", 213, "POINT (5 6)", null],
  ];
  for (const [what, typeId, geometry, expected] of cases) {
    it(`of ${what}, on pixels of 0.5 x 0.25 µm`, async () => {
      const { learner, slide } = await buildSlideAndLearner({ pixelSizeUm: pixel });
      expect((await draw(learner, slide, { typeId, geometry })).answer.measurement).toEqual(expected);
    });
  }

  it("is null if the slide's pixel size is unknown", async () => {
    const { learner, slide } = await buildSlideAndLearner({ pixelSizeUm: null });
    expect((await draw(learner, slide)).answer.measurement).toBeNull();
  });

  it("is calculated by the server; the client's value is ignored", async () => {
    const { learner, slide } = await buildSlideAndLearner({ pixelSizeUm: { x: 1, y: 1 } });
    const { answer } = await draw(learner, slide, { measurement: { kind: "area", value: 1, unit: "mm²" } });
    expect(answer.measurement).toEqual({ kind: "area", value: 10_000, unit: "µm²" });
    const changed = await change(learner, answer.id, { geometry: "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))" });
    expect(changed.answer.measurement).toEqual({ kind: "area", value: 100, unit: "µm²" });
  });
});
