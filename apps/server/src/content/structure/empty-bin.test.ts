/** Large items, items in use and failures do not prevent the bin of a site, or of another, from being emptied. */
import { existsSync } from "node:fs";
import { deleteFolder, removeItems } from "@parfocal/core/structure/structure.contract.ts";
import { WORK_GROUP_RESTORE_DAYS } from "@parfocal/core/work-group/work-group-limits.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder, buildItem } from "#testing/build-content.ts";
import { buildLooseSlide } from "#testing/build-loose-slide.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { multiplyAnnotation } from "#testing/multiply-annotation.ts";
import { violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { BIN_MS } from "./bin-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** More than one statement of the janitor deletes. */
const MANY = 2_500;

const REGION = { ...testOption("Here", true), region: SQUARE_WKT };

let server: TestServer;
const sites: TestSite[] = [];
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const site of sites.splice(0)) expect(await violationsOf(site)).toEqual([]);
});

async function buildWorld() {
  const site = await buildSite(server);
  sites.push(site);
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const removeFolder = (id: number) => sendCall(server, deleteFolder, { as, params: { id: String(id) }, body: {} });
  const remove = (parentId: number, itemId: number) =>
    sendCall(server, removeItems, {
      as,
      params: { parentType: "course", parentId: String(parentId) },
      body: { itemIds: [itemId] },
    });
  return { site, as, courseId, folderId, remove, removeFolder };
}

const later = (ms = BIN_MS + DAY_MS) => clearAway(server.platform, Date.now() + ms);

const exists = async (id: number) =>
  (await server.owner.selectFrom("item").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const countRows = async (table: "annotation" | "item" | "work_group", site: TestSite) =>
  (
    await server.owner
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("site_id", "=", site.id)
      .executeTakeFirstOrThrow()
  ).count;

/** More annotations like an existing one. */
const multiply = (annotationId: number, count: number) => multiplyAnnotation(server, annotationId, count - 1);

/** Simulates a slow machine: a statement may delete only so many rows, and needs a long timeout. */
async function makeSlow(table: "annotation" | "item", most: number): Promise<void> {
  await sql`
    CREATE FUNCTION ${sql.ref(`slow_${table}`)}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM gone) > ${sql.lit(most)} OR current_setting('statement_timeout')::interval < '1 min' THEN
        RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER slow AFTER DELETE ON ${sql.table(table)}
      REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(`slow_${table}`)}()
  `.execute(server.owner);
}

const makeFast = (table: "annotation" | "item") =>
  sql`DROP TRIGGER slow ON ${sql.table(table)}; DROP FUNCTION ${sql.ref(`slow_${table}`)}()`.execute(server.owner);

describe("a large item", () => {
  it("is deleted in batches: a slide with very many annotations", async () => {
    const { site, as, courseId, remove } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    await multiply(await buildAnnotation(site, { slide, author: as, title: "" }), MANY);
    await remove(courseId, slide.id);
    await makeSlow("annotation", 2_000);
    await later().finally(() => makeFast("annotation"));
    expect([await exists(slide.id), await countRows("annotation", site), existsSync(slide.path)]).toEqual([
      false,
      0,
      false,
    ]);
  });

  it("is deleted in batches: a work group with very many annotations", async () => {
    const { site, as, courseId } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const workGroupId = await buildWorkGroup(site, { owner: as, isDeleted: true });
    await multiply(await buildAnnotation(site, { slide, author: as, workGroupId, title: "" }), MANY);
    await buildAnnotation(site, { slide, author: as });
    await makeSlow("annotation", 2_000);
    await later((WORK_GROUP_RESTORE_DAYS + 1) * DAY_MS).finally(() => makeFast("annotation"));
    expect([await countRows("work_group", site), await countRows("annotation", site)]).toEqual([0, 1]);
  });

  it("is deleted in batches: a folder with many items in many folders", async () => {
    const { site, courseId, folderId, removeFolder } = await buildWorld();
    for (let number = 0; number < 4; number += 1) {
      const inner = await buildFolder(site, { parentId: folderId });
      await buildFolder(site, { parentId: inner });
      await sql`
        WITH made AS (
          INSERT INTO item (site_id, kind, title) SELECT ${site.id}, 'page', 'Page' FROM generate_series(1, 150) RETURNING id
        )
        INSERT INTO placement (site_id, parent_id, item_id, position)
        SELECT ${site.id}, ${inner}, id, 1 + row_number() OVER () FROM made
      `.execute(server.owner);
    }
    await removeFolder(folderId);
    await makeSlow("item", 200);
    await later().finally(() => makeFast("item"));
    expect([await exists(courseId), await countRows("item", site)]).toEqual([true, 1]);
  });
});

describe("a slide shown by a quiz", () => {
  const shownBy = async (
    quizIn: "the same folder" | "a folder beside it" | "a living folder",
    how: "slide" | "region",
  ) => {
    const { site, courseId, folderId, removeFolder } = await buildWorld();
    const beside = await buildFolder(site, { parentId: courseId });
    const slide = await buildSlide(site, { parentId: folderId });
    const parentId = quizIn === "the same folder" ? folderId : beside;
    const quiz = await buildQuiz(site, {
      parentId,
      ...(how === "slide" ? { imageId: slide.id } : {}),
      questions: how === "slide" ? [] : [{ type: "annotation", itemId: slide.id, answerOptions: [REGION] }],
    });
    if (quizIn !== "a living folder") await removeFolder(beside);
    await removeFolder(folderId);
    await later();
    return { slide: await exists(slide.id), quiz: await exists(quiz.quizId) };
  };

  for (const how of ["slide", "region"] as const) {
    it(`as a ${how} is deleted with a quiz in the same folder`, async () => {
      expect(await shownBy("the same folder", how)).toEqual({ slide: false, quiz: false });
    });

    it(`as a ${how} is deleted with a quiz that is deleted at the same time`, async () => {
      expect(await shownBy("a folder beside it", how)).toEqual({ slide: false, quiz: false });
    });

    it(`as a ${how} stays while the quiz exists`, async () => {
      expect(await shownBy("a living folder", how)).toEqual({ slide: true, quiz: true });
    });
  }

  it("stays without any place, if a question of an existing quiz has regions on it", async () => {
    const { site, courseId } = await buildWorld();
    const slide = await buildLooseSlide(site);
    const questions = [{ type: "annotation" as const, itemId: slide.id, answerOptions: [REGION] }];
    await buildQuiz(site, { parentId: courseId, questions });
    await later();
    await later(2 * (BIN_MS + DAY_MS));
    expect(await exists(slide.id)).toBe(true);
  });
});

describe("an item that cannot be deleted", () => {
  it("does not block its site or other sites, and is reported", async () => {
    const [stuck, other] = [await buildWorld(), await buildWorld()];
    const page = await buildItem(stuck.site, { kind: "page", parentId: stuck.courseId });
    await stuck.remove(stuck.courseId, page);
    const slides = [
      await buildSlide(stuck.site, { parentId: stuck.courseId }),
      await buildSlide(other.site, { parentId: other.courseId }),
    ];
    await server.owner
      .deleteFrom("image")
      .where(
        "item_id",
        "in",
        slides.map(({ id }) => id),
      )
      .execute();
    await server.owner
      .deleteFrom("slide_file")
      .where(
        "id",
        "in",
        slides.map(({ slideFileId }) => slideFileId),
      )
      .execute();
    await makeSlow("item", 0);
    await later().finally(() => makeFast("item"));
    expect(await exists(page)).toBe(true);
    expect(slides.map(({ path }) => existsSync(path))).toEqual([false, false]);
    const warnings = server.logLines
      .filter((line) => line.includes("a cleanup step failed"))
      .map((line) => JSON.parse(line));
    expect(warnings).toMatchObject([{ part: "bin", siteId: stuck.site.id }]);
    await later();
    expect(await exists(page)).toBe(false);
  });
});
