import { exportAnnotations } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { readCsv } from "@parfocal/core/csv/read-csv.ts";
import { CompiledQuery, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { markAnnotationDeleted } from "#annotation/annotation-bin.queries.ts";
import { shownAnnotationsAmong } from "#annotation/annotation-visibility.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildShare } from "#testing/build-share.ts";
import type { TestSlide } from "#testing/build-slide.ts";
import type { TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { askFileOf, buildExchangeWorld, sendFileTo } from "#testing/exchange-annotations.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { listExportedRows, listShownAnnotationsAmong } from "./exported-annotations.queries.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const buildWorld = () => buildExchangeWorld(server);
const send = (as: TestUser | null, slide: TestSlide, file: string | Buffer, fields: Record<string, string> = {}) =>
  sendFileTo(slide, { server, as }, file, { fields });
const ask = (as: TestUser | null, slide: TestSlide, query: Record<string, string> = {}) =>
  askFileOf(slide, { server, as }, query);

interface Written {
  readonly features: readonly { properties: { name: string } }[];
}
const namesIn = (text: string) => (JSON.parse(text) as Written).features.map(({ properties }) => properties.name);

interface Plan {
  readonly "Actual Rows": number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
}

/** The query plan as executed, with its cost. */
async function explained(db: SiteDb, text: string, parameters: readonly unknown[]): Promise<Plan> {
  const query = CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(query as never);
  return (rows[0] as (typeof rows)[0])["QUERY PLAN"][0].Plan;
}

describe("the annotation file", () => {
  const files = [
    ["csv", "image-annotations.csv", "text/csv; charset=utf-8"],
    ["geojson", "image-annotations.geojson", "application/geo+json"],
    ["webAnnotation", "image-annotations.jsonld", 'application/ld+json;profile="http://www.w3.org/ns/anno.jsonld"'],
  ] as const;
  for (const [format, filename, mediaType] of files) {
    it(`as ${format} is called ${filename}, is only ever downloaded, and is not cached`, async () => {
      const { slide, expert } = await buildWorld();
      const { raw, status } = await ask(expert, slide, { format });
      expect(status).toBe(200);
      expect(raw.headers).toMatchObject({
        "content-disposition": `attachment; filename="${filename}"`,
        "content-type": mediaType,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
    });
  }

  it("is a table by default, with a row for each annotation in the image's order", async () => {
    const { site, slide, expert } = await buildWorld();
    for (const title of ["First", "=2+2", "Third"]) await buildAnnotation(site, { slide, author: expert, title });
    const [head = [], ...rows] = readCsv((await ask(expert, slide)).raw.body);
    expect(rows.map((row) => row[head.indexOf("title")])).toEqual(["First", "=2+2", "Third"]);
    expect(rows.map((row) => row[head.indexOf("wkt")])).toEqual([SQUARE_WKT, SQUARE_WKT, SQUARE_WKT]);
    // 100 by 100 pixels of 0.5 µm.
    expect(rows[0]?.[head.indexOf("areaUm2")]).toBe("2500");
    expect((await ask(expert, slide)).raw.body).toContain("'=2+2");
  });

  it("is valid JSON with none, with one, and with more than one batch", async () => {
    const { slide, expert } = await buildWorld();
    for (const [count, more] of [
      [0, 0],
      [1, 1],
      [1203, 1202],
    ] as const) {
      const points = Array.from({ length: more }, (_, at) => `POINT (${at % 700} 3)`).join("\n");
      if (more > 0) expect((await send(expert, slide, points)).status).toBe(200);
      for (const format of ["geojson", "webAnnotation"] as const) {
        const written = JSON.parse((await ask(expert, slide, { format })).raw.body);
        expect((written.features ?? written.items) as unknown[]).toHaveLength(count);
      }
    }
  });

  it("has each annotation once, also one moved while it is written, and no deleted ones", async () => {
    const { site, slide, expert } = await buildWorld();
    const ids = [];
    for (const title of ["A", "B", "C", "D"]) ids.push(await buildAnnotation(site, { slide, author: expert, title }));
    const [, moved = 0, deleted = 0] = ids;
    const titles = await withSite(server.platform.database, site.id, async (db) => {
      const who = { id: expert.id, isExpert: true, isContentManager: false, workGroupIds: [] };
      const question = { imageId: slide.id, filter: "all", who, isAnnotated: true } as const;
      const found = (await listExportedRows(db, site.id, question)).map(({ id }) => id);
      await db.updateTable("annotation").set({ position: 9 }).where("id", "=", moved).execute();
      await markAnnotationDeleted(db, site.id, deleted, { deletedBy: expert.id });
      const rows = await listShownAnnotationsAmong(db, site.id, question, found);
      return rows.map(({ title }) => title);
    });
    expect(titles).toEqual(["A", "B", "D"]);
  });

  it("reads a few annotations of an image without reading all of them, also before statistics are up to date", async () => {
    const { site, slide, expert } = await buildWorld();
    // The last statistics are of another site's single row: the planner assumes that this site has none.
    const other = await buildWorld();
    await sql`TRUNCATE annotation CASCADE`.execute(server.owner);
    await buildAnnotation(other.site, { slide: other.slide, author: other.expert });
    await sql`ANALYZE annotation`.execute(server.owner);
    const points = Array.from({ length: 3000 }, (_, at) => `POINT (${at % 700} 3)`).join("\n");
    const ids = (await send(expert, slide, points)).answer.ids.slice(0, 10);
    const who = { id: expert.id, isExpert: true, isContentManager: false, workGroupIds: [] };
    const question = { imageId: slide.id, filter: "all", who, isAnnotated: true } as const;
    const touched = await withSite(server.platform.database, site.id, async (db) => {
      const { sql: text, parameters } = shownAnnotationsAmong(db, site.id, question, ids).selectAll().compile();
      const plan = await explained(db, text, parameters);
      return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
    });
    expect(touched.rows).toBe(10);
    // All 3,000 are in more than 50 blocks, and would be found through thousands.
    expect(touched.blocks).toBeLessThan(100);
  });

  it("names the canvas of the requested server", async () => {
    const { site, slide, expert } = await buildWorld();
    await buildAnnotation(site, { slide, author: expert });
    const page = JSON.parse((await ask(expert, slide, { format: "webAnnotation" })).raw.body);
    expect(page).toMatchObject({ "@context": "http://www.w3.org/ns/anno.jsonld", type: "AnnotationPage" });
    expect(page.items[0].target.source.id).toMatch(
      new RegExp(`^http://localhost(:\\d+)?/iiif/presentation/3/canvas/${slide.id}$`),
    );
  });

  it("rejects an unknown format and an unknown filter", async () => {
    const { slide, expert } = await buildWorld();
    expect((await ask(expert, slide, { format: "xml" })).status).toBe(400);
    expect((await ask(expert, slide, { query: "others" })).status).toBe(400);
  });
});

describe("only visible annotations are exported", () => {
  async function titlesFor(as: TestUser, slide: TestSlide, query: string) {
    return namesIn((await ask(as, slide, { format: "geojson", query })).raw.body);
  }
  it("filter by filter, the file contains what the list shows", async () => {
    const { site, slide, expert, learner, otherLearner } = await buildWorld();
    await buildAnnotation(site, { slide, author: expert, title: "Expert's" });
    await buildAnnotation(site, { slide, author: learner, title: "Learner's" });
    await buildAnnotation(site, { slide, author: otherLearner, title: "Other's" });
    const expected: [TestUser, string, string[]][] = [
      [expert, "all", ["Expert's", "Learner's", "Other's"]],
      [expert, "student", ["Learner's", "Other's"]],
      [expert, "mine", ["Expert's"]],
      [learner, "all", ["Expert's", "Learner's"]],
      [learner, "student", ["Learner's"]],
      [learner, "expert", ["Expert's"]],
      [learner, "none", []],
    ];
    for (const [as, query, titles] of expected) expect(await titlesFor(as, slide, query), query).toEqual(titles);
  });

  it("if annotations are hidden from learners, a learner gets only own ones", async () => {
    const { site, slide, expert, learner } = await buildWorld();
    await buildAnnotation(site, { slide, author: expert, title: "Expert's" });
    await buildAnnotation(site, { slide, author: learner, title: "Learner's" });
    await server.owner
      .updateTable("placement")
      .set({ annotations_active: false })
      .where("site_id", "=", site.id)
      .where("item_id", "=", slide.id)
      .execute();
    expect(await titlesFor(learner, slide, "all")).toEqual(["Learner's"]);
    expect(await titlesFor(expert, slide, "all")).toEqual(["Expert's", "Learner's"]);
  });

  it("annotations of a work group only for its members", async () => {
    const { site, slide, expert, learner, otherLearner } = await buildWorld();
    const groupId = await buildWorkGroup(site, { owner: learner });
    await buildAnnotation(site, { slide, author: learner, title: "The group's", workGroupId: groupId });
    const query = { format: "geojson", query: "workgroup", workGroupId: String(groupId) };
    expect(namesIn((await ask(learner, slide, query)).raw.body)).toEqual(["The group's"]);
    expect((await ask(otherLearner, slide, query)).status).toBe(404);
    expect((await ask(expert, slide, query)).status).toBe(404);
    expect(await titlesFor(expert, slide, "all")).toEqual([]);
  });

  it("a share link exports nothing", async () => {
    const { site, slide, expert } = await buildWorld();
    const { token } = await buildShare(site, { createdBy: expert, itemId: slide.id });
    await buildAnnotation(site, { slide, author: expert });
    for (const query of [{ share: token }, { format: "csv", share: token }]) {
      const { status, raw } = await sendCall(server, exportAnnotations, {
        siteId: site.id,
        params: { itemId: String(slide.id) },
        query: query as never,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
      expect(raw.body).not.toContain("POLYGON");
    }
  });
});
