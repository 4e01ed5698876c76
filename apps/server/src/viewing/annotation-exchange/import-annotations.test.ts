import { importAnnotations } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { IMPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import type { TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { askFileOf, buildExchangeWorld, listedOn, sendFileTo } from "#testing/exchange-annotations.ts";
import { formBody } from "#testing/form-body.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const buildWorld = () => buildExchangeWorld(server);
const send = (as: TestUser | null, slide: TestSlide, file: string | Buffer, fields: Record<string, string> = {}) =>
  sendFileTo(slide, { server, as }, file, { fields });
const ask = (as: TestUser | null, slide: TestSlide, query: Record<string, string> = {}) =>
  askFileOf(slide, { server, as }, query);
const listed = (as: TestUser, slide: TestSlide) => listedOn(slide, { server, as });

const BOW_TIE = [
  [0, 0],
  [50, 50],
  [50, 0],
  [0, 50],
  [0, 0],
];
const square = (at: number) => [
  [at, at],
  [at + 10, at],
  [at + 10, at + 10],
  [at, at],
];
const feature = (name: string, coordinates: unknown, more: object = {}) => ({
  type: "Feature",
  geometry: { type: "Polygon", coordinates: [coordinates] },
  properties: { objectType: "annotation", name, ...more },
});
const fileOf = (...features: object[]) => JSON.stringify({ type: "FeatureCollection", features });

describe("an imported file", () => {
  it("becomes the caller's own: a learner's are student annotations, an expert's are expert annotations", async () => {
    const { slide, expert, learner } = await buildWorld();
    expect((await send(expert, slide, fileOf(feature("By the expert", square(5))))).answer.accepted).toBe(1);
    expect((await send(learner, slide, fileOf(feature("By the learner", square(50))))).answer.accepted).toBe(1);
    expect(await listed(expert, slide)).toMatchObject([
      { title: "By the expert", isStudent: false, isUserOwner: true, order: 1 },
      { title: "By the learner", isStudent: true, isUserOwner: false, order: 2, author: learner.displayName },
    ]);
  });

  it("imports valid ones and reports each invalid one", async () => {
    const { slide, expert } = await buildWorld();
    const file = fileOf(
      feature("Good", square(5)),
      feature("Crossed", BOW_TIE),
      feature("Far out", square(90_000)),
      { type: "Feature", geometry: null, properties: { name: "Empty" } },
      feature("Odd link", square(5), { parfocal: { content: "", link: "javascript:alert(1)" } }),
      feature("Nul\0", square(5)),
      feature("L".repeat(501), square(5)),
      feature("Good too", square(70), {}),
    );
    const { status, answer } = await send(expert, slide, file);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      kind: "geojson",
      isDryRun: false,
      accepted: 2,
      refused: 6,
      crossings: 1,
      ignoredNuclei: 0,
    });
    expect(answer.problems).toEqual([
      {
        index: 2,
        name: "Crossed",
        problem: "The outline crosses itself at x 25, y 25 (slide pixels), so its area cannot be calculated.",
      },
      { index: 3, name: "Far out", problem: "The geometry is outside the slide." },
      { index: 4, name: "Empty", problem: "It has no geometry." },
      { index: 5, name: "Odd link", problem: "The link does not start with https://, http://, mailto: or /." },
      { index: 6, name: "Nul\0", problem: "The text contains a character that cannot be stored." },
      { index: 7, name: "L".repeat(200), problem: "The title has more than 500 characters." },
    ]);
    const stored = await listed(expert, slide);
    expect(stored.map(({ title }) => title)).toEqual(["Good", "Good too"]);
    expect(answer.ids).toEqual(stored.map(({ id }) => id));
  });

  it("is only checked in a dry run, which reports the same", async () => {
    const { slide, learner } = await buildWorld();
    const file = fileOf(feature("Good", square(5)), feature("Crossed", BOW_TIE));
    const dry = (await send(learner, slide, file, { isDryRun: "true" })).answer;
    expect(dry).toMatchObject({ isDryRun: true, accepted: 1, refused: 1, ids: [] });
    expect(await listed(learner, slide)).toEqual([]);
    const { ids, isDryRun, ...done } = (await send(learner, slide, file)).answer;
    expect({ ...done, isDryRun: true, ids: [] }).toEqual(dry);
    expect([isDryRun, ids.length]).toEqual([false, 1]);
  });

  it("leaves nothing if the database rejects an annotation midway, and can then be sent again", async () => {
    const { slide, expert } = await buildWorld();
    // The second thousand is a separate statement.
    const points = Array.from({ length: 1501 }, (_, at) => `POINT (${at % 700} 3)`).join("\n");
    await sql`
      CREATE FUNCTION refuse_late_ones() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN IF NEW.position > 1500 THEN RAISE EXCEPTION ''the disk is full''; END IF; RETURN NEW; END';
      CREATE TRIGGER refuse_late_ones BEFORE INSERT ON annotation FOR EACH ROW EXECUTE FUNCTION refuse_late_ones();
    `.execute(server.owner);
    const key = "0d9f2a0e-5a0c-4f4e-9a53-2f6d1c1b7e10";
    try {
      expect((await sendFileTo(slide, { server, as: expert }, points, { key })).status).toBe(500);
      expect(await listed(expert, slide)).toEqual([]);
    } finally {
      await sql`DROP TRIGGER refuse_late_ones ON annotation; DROP FUNCTION refuse_late_ones`.execute(server.owner);
    }
    expect((await sendFileTo(slide, { server, as: expert }, points, { key })).answer.accepted).toBe(1501);
    expect(await listed(expert, slide)).toHaveLength(1501);
  });

  it("can keep self-intersecting outlines as lines", async () => {
    const { slide, expert } = await buildWorld();
    const { answer } = await send(expert, slide, fileOf(feature("Crossed", BOW_TIE)), { crossing: "asLine" });
    expect(answer).toMatchObject({ accepted: 1, keptAsLines: 1, refused: 0, crossings: 0 });
    expect(await listed(expert, slide)).toMatchObject([
      { typeId: 214, geometry: "LINESTRING (0 0, 50 50, 50 0, 0 50, 0 0)" },
    ]);
  });

  it("keeps the order of its annotations, placed after existing ones", async () => {
    const { site, slide, expert } = await buildWorld();
    await buildAnnotation(site, { slide, author: expert, title: "There before" });
    const own = (order: number) => ({ parfocal: { content: "", order } });
    await send(
      expert,
      slide,
      fileOf(feature("C", square(1), own(30)), feature("A", square(2), own(10)), feature("B", square(3), own(20))),
    );
    expect((await listed(expert, slide)).map(({ title, order }) => [title, order])).toEqual([
      ["There before", 1],
      ["A", 2],
      ["B", 3],
      ["C", 4],
    ]);
  });

  it("is restored exactly after an export as GeoJSON or as a table", async () => {
    const { site, expert } = await buildWorld();
    const drawn = [
      [
        211,
        "POLYGON ((0.1 0.2, 300.123456789 10, 290 95.25, 120 60, 40 200, 0.1 0.2), (100 70, 101 75, 90 80, 100 70))",
      ],
      [213, "MULTIPOINT ((1 2), (3.5 4))"],
      [215, "LINESTRING (10 10, 400.75 33.333333333333336)"],
      [212, "POINT (5 6)"],
      [201, "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 0)), ((20 20, 30 20, 30 30, 20 20)))"],
      [217, "POLYGON ((400 400, 410 405, 400 410, 390 405, 400 400))"],
    ] as const;
    const first = await buildSlide(site);
    for (const [typeId, geometry] of drawn)
      await buildAnnotation(site, { slide: first, author: expert, typeId, geometry, title: `=Type ${typeId}, "µ"` });
    const facts = async (slide: TestSlide) =>
      (await listed(expert, slide)).map(
        ({ typeId, title, content, link, zoom, includeMeasurement, geometry, order }) => ({
          ...{ typeId, title, content, link, zoom, includeMeasurement, geometry, order },
        }),
      );
    for (const format of ["geojson", "csv"]) {
      const second = await buildSlide(site);
      const { raw } = await ask(expert, first, { format });
      // A text needs content, or it becomes a point.
      const expected = (await facts(first)).map((fact) => (fact.typeId === 212 ? { ...fact, typeId: 213 } : fact));
      expect((await send(expert, second, raw.rawPayload)).answer).toMatchObject({ accepted: drawn.length, refused: 0 });
      expect(await facts(second), format).toEqual(expected);
    }
  });

  it("larger than a small file is imported completely and in order, by a separate process", async () => {
    const { slide, expert } = await buildWorld();
    const padding = " ".repeat(300);
    const points = Array.from({ length: 1203 }, (_, at) => `POINT (${at % 700} ${Math.floor(at / 700)})${padding}`);
    const { answer } = await send(expert, slide, points.join("\n"));
    expect(answer).toMatchObject({ kind: "wkt", accepted: 1203, refused: 0 });
    const stored = await listed(expert, slide);
    expect(stored.map(({ geometry }) => geometry)).toEqual(points.map((point) => point.trim()));
    expect(answer.ids).toEqual(stored.map(({ id }) => id));
  });

  it("for a work group is visible only to its members", async () => {
    const { site, slide, expert, learner, otherLearner } = await buildWorld();
    const workGroupId = String(await buildWorkGroup(site, { owner: learner, members: [otherLearner] }));
    const file = fileOf(feature("The group's", square(5)));
    expect((await send(expert, slide, file, { workGroupId })).status).toBe(404);
    expect((await send(expert, slide, file, { workGroupId, isDryRun: "true" })).status).toBe(404);
    expect((await send(learner, slide, file, { workGroupId })).answer.accepted).toBe(1);
    expect((await listed(otherLearner, slide)).map(({ title }) => title)).toEqual(["The group's"]);
    expect(await listed(expert, slide)).toEqual([]);
  });

  it("reports the number of ignored nuclei", async () => {
    const { slide, expert } = await buildWorld();
    const cell = {
      ...feature("", square(5), { objectType: "cell" }),
      nucleusGeometry: { type: "Point", coordinates: [1, 1] },
    };
    expect((await send(expert, slide, fileOf(cell, cell))).answer).toMatchObject({ accepted: 2, ignoredNuclei: 2 });
    expect((await listed(expert, slide)).map(({ title }) => title)).toEqual(["Cell", "Cell"]);
  });
});

describe("a file that cannot be imported is rejected as a whole:", () => {
  const latin1 = Buffer.from([...Buffer.from("title,wkt\nGef"), 0xe4, ...Buffer.from("ss,POINT (1 2)")]);
  const cases: [what: string, file: string | Buffer, status: number, sentence: string][] = [
    ["of an unsupported format", "%PDF-1.7", 400, "The file is not GeoJSON, WKT, or a CSV table with a “wkt” column."],
    ["that is empty", "", 400, "The file is not GeoJSON, WKT, or a CSV table with a “wkt” column."],
    ["that contains no annotations", fileOf(), 400, "This file contains no annotations."],
    ["that is broken JSON", '{"type": "FeatureCollection", "features": [', 400, "The file is not valid JSON."],
    ["that is nested too deeply", "[".repeat(40), 400, "The file is nested more than 32 levels deep."],
    ["of another encoding", latin1, 400, "The file is not UTF-8 text."],
    ["a table without titles", "x,wkt\n1,POINT (1 2)", 400, "The table has no “title” or “content” column."],
    ["of more than 50 MiB", Buffer.alloc(IMPORT_MAX_BYTES + 1, " "), 413, "The limit for annotation files is 50 MB."],
    ["of more than 100,000", "POINT (1 2)\n".repeat(100_001), 413, "You can import up to 100000 annotations per file."],
  ];
  for (const [what, file, status, sentence] of cases) {
    it(what, async () => {
      const { slide, expert } = await buildWorld();
      const answer = await send(expert, slide, file);
      expect([answer.status, answer.failure.message]).toEqual([status, sentence]);
      expect(await listed(expert, slide)).toEqual([]);
    });
  }
  it("or if it is not a form, or has unknown options", async () => {
    const { slide, expert } = await buildWorld();
    const params = { itemId: String(slide.id) };
    const plain = await sendCall(server, importAnnotations, {
      as: expert,
      params,
      body: { text: "POINT (1 2)" } as never,
    });
    expect([plain.status, plain.failure.data]).toEqual([400, ["form"]]);
    expect((await send(expert, slide, "POINT (1 2)", { crossing: "mend" })).status).toBe(400);
    expect((await send(expert, slide, "POINT (1 2)", { authorId: "1" })).status).toBe(400);
    const { body, headers } = formBody({ isDryRun: "true" });
    const empty = await sendCall(server, importAnnotations, { as: expert, params, body: body as never, headers });
    expect(empty.failure.message).toBe("The form contains no file.");
  });
  it("UTF-16 with a byte order mark is read", async () => {
    const { slide, expert } = await buildWorld();
    const utf16 = Buffer.from(`\uFEFF${fileOf(feature("Gefäß", square(5)))}`, "utf16le");
    expect((await send(expert, slide, utf16)).answer.accepted).toBe(1);
    expect((await listed(expert, slide))[0]?.title).toBe("Gefäß");
  });
});

describe("annotations cannot be imported to a slide that the caller cannot see:", () => {
  it("of another site, inactive, or not existing", async () => {
    const { site, slide, learner } = await buildWorld();
    const foreign = await buildWorld();
    const file = fileOf(feature("Good", square(5)));
    expect((await send(foreign.learner, slide, file)).status).toBe(404);
    const hidden = await buildSlide(site, { isActive: false });
    expect((await send(learner, hidden, file)).status).toBe(404);
    expect((await ask(learner, hidden)).status).toBe(404);
    expect((await ask(foreign.expert, slide)).status).toBe(404);
  });
});
