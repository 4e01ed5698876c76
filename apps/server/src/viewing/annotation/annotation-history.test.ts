import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listAnnotationVersions,
  listDeletedAnnotations,
  restoreAnnotation,
  restoreAnnotationVersion,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { multiplyAnnotation } from "#testing/multiply-annotation.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { VERSIONS_MAX_BYTES, VERSIONS_MAX_COUNT } from "./annotation-version.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OTHER_WKT = "POLYGON ((1 1, 50 1, 50 50, 1 50, 1 1))";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildClass() {
  const site = await buildSite(server);
  const [slide, learner, otherLearner, expert, teacher] = [
    await buildSlide(site),
    await buildUser(site, { role: "learner", displayName: "Leo" }),
    await buildUser(site, { role: "learner", displayName: "Lea" }),
    await buildUser(site, { role: "expert", displayName: "Eva" }),
    await buildUser(site, { role: "teacher", displayName: "Theo" }),
  ];
  const draw = async (as: TestUser, title = "Old") =>
    (
      await sendCall(server, createAnnotation, {
        as,
        body: { imageId: slide.id, typeId: 211, title, geometry: SQUARE_WKT, zoom: 3, link: "/s1/" },
      })
    ).answer;
  return { site, slide, learner, otherLearner, expert, teacher, draw };
}

const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const change = (as: TestUser, id: number, body: BodyFor<typeof updateAnnotation>) =>
  sendCall(server, updateAnnotation, { ...on(as, id), body });
const versionsOf = (as: TestUser, id: number) => sendCall(server, listAnnotationVersions, on(as, id));
const restoreVersion = (as: TestUser, id: number, version: number) =>
  sendCall(server, restoreAnnotationVersion, { as, params: { id: String(id), version: String(version) } });
const remove = (as: TestUser, id: number) => sendCall(server, deleteAnnotation, on(as, id));
const restore = (as: TestUser, id: number) => sendCall(server, restoreAnnotation, on(as, id));

const ofSlide = (as: TestUser, slide: { id: number }) => ({ as, params: { itemId: String(slide.id) } });
const bin = async (as: TestUser, slide: { id: number }) =>
  (await sendCall(server, listDeletedAnnotations, ofSlide(as, slide))).answer;
const list = async (as: TestUser, slide: { id: number }) =>
  (await sendCall(server, listAnnotations, { ...ofSlide(as, slide), query: { query: "all" } })).answer;

describe("the versions of an annotation", () => {
  it("contain only the original if it was never changed", async () => {
    const { expert, draw } = await buildClass();
    const drawn = await draw(expert);
    const { answer } = await versionsOf(expert, drawn.id);
    expect(answer).toEqual([
      {
        version: 1,
        changedAt: drawn.createdAt,
        changedBy: "Eva",
        change: "created",
        typeId: 211,
        title: "Old",
        content: "",
        link: "/s1/",
        geometry: SQUARE_WKT,
        includeMeasurement: false,
      },
    ]);
  });

  it("contain its state after each change, newest first, with the author of the change", async () => {
    const { expert, teacher, draw } = await buildClass();
    const drawn = await draw(expert);
    await change(expert, drawn.id, { title: "New" });
    await change(teacher, drawn.id, { geometry: OTHER_WKT, content: "Text", link: "", includeMeasurement: true });
    const { answer } = await versionsOf(expert, drawn.id);
    expect(
      answer.map(({ version, change: action, changedBy, title, geometry, link }) => [
        version,
        action,
        changedBy,
        title,
        geometry,
        link,
      ]),
    ).toEqual([
      [3, "updated", "Theo", "New", OTHER_WKT, ""],
      [2, "updated", "Eva", "New", SQUARE_WKT, "/s1/"],
      [1, "created", "Eva", "Old", SQUARE_WKT, "/s1/"],
    ]);
    expect(answer[2]?.changedAt).toBe(drawn.createdAt);
  });

  it("a change without effect adds none", async () => {
    const { expert, draw } = await buildClass();
    const drawn = await draw(expert);
    await change(expert, drawn.id, { title: "Old", geometry: SQUARE_WKT, zoom: 3 });
    expect((await versionsOf(expert, drawn.id)).answer).toHaveLength(1);
  });

  it("a rejected change adds none", async () => {
    const { expert, draw } = await buildClass();
    const drawn = await draw(expert);
    expect((await change(expert, drawn.id, { title: "New", geometry: "POINT (1 1)" })).status).toBe(400);
    expect((await versionsOf(expert, drawn.id)).answer).toHaveLength(1);
  });

  it("are numbered without gaps after ten concurrent changes", async () => {
    const { expert, draw } = await buildClass();
    const { id } = await draw(expert);
    await Promise.all(Array.from({ length: 10 }, (_, turn) => change(expert, id, { title: `Title ${turn}` })));
    const { answer } = await versionsOf(expert, id);
    expect(answer.map(({ version }) => version)).toEqual(Array.from({ length: 11 }, (_, index) => 11 - index));
    expect(new Set(answer.map(({ title }) => title)).size).toBe(11);
  });

  it("can all be restored; the replaced state stays a version too", async () => {
    const { expert, slide, draw } = await buildClass();
    const drawn = await draw(expert);
    await change(expert, drawn.id, { title: "New", geometry: OTHER_WKT, zoom: null, link: "", typeId: 217 });
    const { status, answer } = await restoreVersion(expert, drawn.id, 1);
    expect(status).toBe(200);
    expect({ ...answer, updatedAt: "" }).toEqual({ ...drawn, updatedAt: "" });
    expect((await list(expert, slide))[0]?.geometry).toBe(SQUARE_WKT);
    const { answer: versions } = await versionsOf(expert, drawn.id);
    expect(versions.map(({ version, change: action, title }) => [version, action, title])).toEqual([
      [3, "restored", "Old"],
      [2, "updated", "New"],
      [1, "created", "Old"],
    ]);
    expect((await restoreVersion(expert, drawn.id, 2)).answer).toMatchObject({ title: "New", zoom: null, typeId: 217 });
  });

  const sizes: [what: string, bytesOfOutline: number, count: number, retained: number[]][] = [
    ["small ones beyond the maximum number", 50, VERSIONS_MAX_COUNT + 1, [2, 201]],
    ["large ones beyond the maximum size", VERSIONS_MAX_BYTES / 4, 6, [3, 6]],
    ["all but two that exceed the maximum size", VERSIONS_MAX_BYTES, 3, [2, 3]],
  ];
  for (const [what, bytesOfOutline, count, [oldest, newest]] of sizes) {
    it(`the oldest are deleted: ${what}`, async () => {
      const { site, expert, draw } = await buildClass();
      const { id } = await draw(expert);
      await sql`
        INSERT INTO annotation_version (site_id, annotation_id, version, changed_by, change, type_id, title, content,
          link, geometry, include_measurement)
        SELECT ${site.id}, ${id}, number, ${expert.id}, 'updated', 211, '', '', '', repeat('x', ${bytesOfOutline}::int), false
        FROM generate_series(1, ${count - 1}::int) AS number
      `.execute(server.owner);
      await change(expert, id, { title: "Changed" });
      const { rows } = await sql<{ oldest: number; newest: number; count: number }>`
        SELECT min(version) AS oldest, max(version) AS newest, count(*) AS count FROM annotation_version
        WHERE annotation_id = ${id}
      `.execute(server.owner);
      expect(rows[0]).toEqual({ oldest, newest, count: (newest as number) - (oldest as number) + 1 });
      if (oldest !== undefined) expect((await restoreVersion(expert, id, oldest - 1)).status).toBe(404);
    });
  }

  it("that do not exist cannot be restored", async () => {
    const { expert, draw } = await buildClass();
    const { id } = await draw(expert);
    expect((await restoreVersion(expert, id, 1)).answer.title).toBe("Old");
    expect((await restoreVersion(expert, id, 2)).status).toBe(404);
    await change(expert, id, { title: "New" });
    expect((await restoreVersion(expert, id, 3)).status).toBe(404);
    expect((await versionsOf(expert, id)).answer).toHaveLength(2);
  });

  const readers: [
    actor: "learner" | "otherLearner" | "expert" | "teacher",
    of: "learner" | "expert",
    status: number,
  ][] = [
    ["learner", "learner", 200],
    ["otherLearner", "learner", 404],
    ["expert", "learner", 403],
    ["teacher", "learner", 403],
    ["learner", "expert", 403],
    ["expert", "expert", 200],
    ["teacher", "expert", 200],
  ];
  for (const [actor, of, status] of readers) {
    it(`of an annotation of the ${of} are read and restored by those who may edit it: ${actor} ${status}`, async () => {
      const people = await buildClass();
      const { id } = await people.draw(people[of]);
      await change(people[of], id, { title: "New" });
      expect((await versionsOf(people[actor], id)).status).toBe(status);
      expect((await restoreVersion(people[actor], id, 1)).status).toBe(status);
    });
  }
});

describe("a deleted annotation", () => {
  it("is in the bin with who deleted it and until when it can be restored, and is restored to its position", async () => {
    const { slide, learner, teacher, draw } = await buildClass();
    const ids = [(await draw(learner, "1")).id, (await draw(learner, "2")).id, (await draw(learner, "3")).id] as const;
    const [, before] = await list(learner, slide);
    await remove(teacher, ids[1]);
    expect((await list(learner, slide)).map(({ title }) => title)).toEqual(["1", "3"]);
    const [found, ...more] = await bin(learner, slide);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ deletedBy: "Theo", annotation: { id: ids[1], title: "2", order: 2 } });
    const { deletedAt, restorableUntil } = found as { deletedAt: string; restorableUntil: string };
    expect(Date.parse(restorableUntil) - Date.parse(deletedAt)).toBe(30 * DAY_MS);
    const { status, answer } = await restore(learner, ids[1]);
    expect([status, answer]).toEqual([200, before]);
    expect((await list(learner, slide)).map(({ title }) => title)).toEqual(["1", "2", "3"]);
    expect(await bin(learner, slide)).toEqual([]);
    expect((await restore(learner, ids[1])).status).toBe(404);
    const { answer: versions } = await versionsOf(learner, ids[1]);
    expect(versions.map(({ change: action, changedBy }) => [action, changedBy])).toEqual([
      ["restored", "Leo"],
      ["created", "Leo"],
    ]);
  });

  it("is listed with the last deleted first", async () => {
    const { slide, expert, draw } = await buildClass();
    const [one, other] = [(await draw(expert)).id, (await draw(expert)).id];
    await remove(expert, other);
    await remove(expert, one);
    expect((await bin(expert, slide)).map(({ annotation }) => annotation.id)).toEqual([one, other]);
  });

  const restorers: [
    actor: "learner" | "otherLearner" | "expert" | "teacher",
    of: "learner" | "expert",
    isTheirs: boolean,
  ][] = [
    ["learner", "learner", true],
    ["otherLearner", "learner", false],
    ["expert", "learner", false],
    ["teacher", "learner", true],
    ["learner", "expert", false],
    ["expert", "expert", true],
    ["teacher", "expert", true],
  ];
  for (const [actor, of, isTheirs] of restorers) {
    it(`of the ${of} ${isTheirs ? "can" : "cannot"} be restored by the ${actor}`, async () => {
      const people = await buildClass();
      const { id } = await people.draw(people[of]);
      await remove(people[of], id);
      expect(await bin(people[actor], people.slide)).toHaveLength(isTheirs ? 1 : 0);
      expect((await restore(people[actor], id)).status).toBe(isTheirs ? 200 : 404);
      expect(await list(people.teacher, people.slide)).toHaveLength(isTheirs ? 1 : 0);
    });
  }

  const ages: [what: string, minutesFrom30Days: number, isRetained: boolean][] = [
    ["a minute less than 30 days ago", 1, true],
    ["a minute more than 30 days ago", -1, false],
  ];
  for (const [what, minutes, isRetained] of ages) {
    it(`${what} can ${isRetained ? "still" : "no longer"} be restored, and is ${isRetained ? "kept" : "deleted with its versions"}`, async () => {
      const { slide, expert, draw } = await buildClass();
      const { id } = await draw(expert);
      await change(expert, id, { title: "New" });
      await remove(expert, id);
      await sql`
        UPDATE annotation SET deleted_at = now() - interval '30 days' + make_interval(mins => ${minutes}) WHERE id = ${id}
      `.execute(server.owner);
      expect(await bin(expert, slide)).toHaveLength(isRetained ? 1 : 0);
      if (!isRetained) expect((await restore(expert, id)).status).toBe(404);
      await clearAway(server.platform);
      const rows = await server.owner.selectFrom("annotation").select("id").where("id", "=", id).execute();
      const versions = await server.owner
        .selectFrom("annotation_version")
        .select("version")
        .where("annotation_id", "=", id)
        .execute();
      expect([rows.length, versions.length]).toEqual(isRetained ? [1, 2] : [0, 0]);
    });
  }

  it("cannot be restored on an image that its author may no longer see", async () => {
    const { slide, learner, draw } = await buildClass();
    const { id } = await draw(learner);
    await remove(learner, id);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", slide.id).execute();
    expect((await restore(learner, id)).status).toBe(404);
    expect((await sendCall(server, listDeletedAnnotations, ofSlide(learner, slide))).status).toBe(404);
  });

  it("is deleted once by two concurrent requests", async () => {
    const { learner, teacher, draw } = await buildClass();
    const { id } = await draw(learner);
    const answers = await Promise.all([remove(learner, id), remove(teacher, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  it("is listed only among the 500 most recent", async () => {
    const { learner, slide, draw } = await buildClass();
    const { id } = await draw(learner);
    await remove(learner, id);
    await multiplyAnnotation(server, id, 500);
    const entries = await bin(learner, slide);
    expect(entries).toHaveLength(500);
    expect(entries.some(({ annotation }) => annotation.id === id)).toBe(false);
  });
});
