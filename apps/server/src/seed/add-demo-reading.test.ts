import { listCourses } from "@parfocal/core/course/course.contract.ts";
import { enroll } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { ITEM_KIND_NAMES } from "@parfocal/core/item/item-kinds.ts";
import { QUESTION_TYPES, QUIZ_TYPES } from "@parfocal/core/quiz/quiz-types.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { listSeries } from "#radiology/radiology.queries.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { DEMO_ENROLLMENT, DEMO_GROUP, DEMO_PAGE, DEMO_TEXTBOOK } from "./demo-reading.ts";
import { fillDemoSite } from "./demo-site.ts";
import { drawDemoPdf } from "./draw-demo-pdf.ts";
import { drawPhantomSlice, PHANTOM } from "./draw-phantom.ts";

const MEDIA_PATH = `/api/v2/media/7/${"a1".repeat(22)}/file`;

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await createTestServer();
  site = await buildSite(server);
  await withSite(server.platform.database, site.id, (db) => fillDemoSite(db, server.platform, site.id, "a password"));
});
afterAll(() => server.close());

const readSite = <Answer>(work: Parameters<typeof withSite<Answer>>[2]) =>
  withSite(server.platform.database, site.id, work);

describe("a visitor of the demo sees", () => {
  it("every content type in the demo, and a quiz and a question of each type", async () => {
    const facts = await readSite(async (db) => ({
      kinds: await db.selectFrom("item").select("kind").distinct().where("site_id", "=", site.id).execute(),
      quizzes: await db.selectFrom("quiz").select("quiz_type as type").where("site_id", "=", site.id).execute(),
      questions: await db
        .selectFrom("quiz_question")
        .select("question_type as type")
        .distinct()
        .where("site_id", "=", site.id)
        .execute(),
    }));
    const missing = ["quizCase", "quizQuestions", "quizSlides"];
    expect(facts.kinds.map(({ kind }) => kind).sort()).toEqual(
      ITEM_KIND_NAMES.filter((kind) => !missing.includes(kind)).sort(),
    );
    expect(facts.quizzes.map(({ type }) => type).sort()).toEqual([...QUIZ_TYPES].sort());
    expect(facts.questions.map(({ type }) => type).sort()).toEqual([...QUESTION_TYPES].sort());
  });

  it("a question with an explanation", async () => {
    const explained = await readSite((db) =>
      db
        .selectFrom("quiz_question")
        .select(["question_type as type", "explanation"])
        .where("site_id", "=", site.id)
        .where("explanation", "<>", "")
        .execute(),
    );
    expect(explained.map(({ type }) => type)).toContain("multiple-choice");
    for (const { explanation } of explained) expect(sanitiseRichText(explanation)).toBe(explanation);
  });

  it("forty learners who submitted the quiz, with a range of results", async () => {
    const attempts = await readSite((db) =>
      db.selectFrom("quiz_attempt").selectAll().where("site_id", "=", site.id).execute(),
    );
    expect(new Set(attempts.map(({ user_id }) => user_id)).size).toBe(40);
    const shares = attempts.map(({ earned_hundredths: earned, max_hundredths: most }) => (earned ?? 0) / (most ?? 1));
    expect(attempts.every(({ state }) => state === "submitted")).toBe(true);
    expect(Math.min(...shares)).toBeLessThan(0.4);
    expect(Math.max(...shares)).toBeGreaterThan(0.8);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.5);
    expect(mean).toBeLessThan(0.75);
  });

  it("a page that keeps its content when sanitized", () => {
    const written = DEMO_PAGE.content(MEDIA_PATH);
    const cleaned = sanitiseRichText(written);
    for (const piece of ["<table>", "<th>Lumen</th>", `src="${MEDIA_PATH}"`, "<h2>"]) expect(cleaned).toContain(piece);
  });

  it("a folder that is visible only to its user group", async () => {
    const seen = async (as: Awaited<ReturnType<typeof buildUser>>) =>
      (await sendCall(server, listCourses, { as })).answer
        .filter(({ isVirtual }) => isVirtual)
        .map(({ title }) => title);
    expect(await seen(await buildUser(site))).toEqual([]);
    const members = await readSite((db) =>
      db
        .selectFrom("user_group_member")
        .innerJoin("user_group", "user_group.id", "user_group_member.user_group_id")
        .select("user_group.title")
        .where("user_group_member.site_id", "=", site.id)
        .execute(),
    );
    expect(members).toEqual([{ title: DEMO_GROUP.title }]);
  });
});

it("a visitor of the demo gains access to a restricted folder through an enrollment form", async () => {
  const as = await buildUser(site);
  const { id } = await readSite((db) =>
    db
      .selectFrom("item")
      .select("id")
      .where("site_id", "=", site.id)
      .where("kind", "=", "enrollment")
      .executeTakeFirstOrThrow(),
  );
  const fields = [
    { id: "number", value: "4711" },
    { id: "semester", value: "5 to 8" },
    { id: "country", value: "DE" },
  ];
  const { answer } = await sendCall(server, enroll, { as, params: { id: String(id) }, body: { fields } });
  expect(answer.registration).toMatchObject({
    group: { title: DEMO_ENROLLMENT.group, isMember: true },
    opens: [[{ type: "course" }, { type: "folder", title: DEMO_ENROLLMENT.folder.title }]],
  });
});

it("the phantom is checked like any upload: a series of 24 slices with a thumbnail", async () => {
  await server.startJobs();
  const findStudy = () =>
    readSite((db) =>
      db.selectFrom("radiology_study").select(["id", "state"]).where("site_id", "=", site.id).executeTakeFirstOrThrow(),
    );
  await expect.poll(async () => (await findStudy()).state, { timeout: 60_000 }).toBe("ready");
  const { id } = await findStudy();
  const series = await readSite((db) => listSeries(db, site.id, id, false));
  expect(series).toMatchObject([
    { modality: "CT", plane: "axial", instance_count: 24, slice_spacing_mm: 5, has_thumbnail: true, fault: null },
  ]);
}, 90_000);

it("the phantom has a stone in one kidney and none in the other", () => {
  const most = (half: "left" | "right") => {
    const { slices, sidePx } = PHANTOM;
    let found = -1000;
    for (let slice = 0; slice < slices; slice += 1) {
      drawPhantomSlice(slice).forEach((units, index) => {
        const [x, y] = [index % sidePx, Math.floor(index / sidePx)];
        const isKidney = y > 66 && y < 88 && (half === "left" ? x > 80 && x < 100 : x > 28 && x < 48);
        if (isKidney && units > found) found = units;
      });
    }
    return found;
  };
  expect(most("right")).toBeGreaterThan(600);
  expect(most("left")).toBeLessThan(150);
});

it("the generated PDF has the offset of each of its objects", () => {
  const text = drawDemoPdf(DEMO_TEXTBOOK.pages).toString("latin1");
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start)).toMatch(/^xref\n/);
  const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  const entries = DEMO_TEXTBOOK.pages.filter(({ level }) => level !== undefined);
  expect(rows).toHaveLength(3 + 2 * DEMO_TEXTBOOK.pages.length + 1 + entries.length);
  for (const [index, offset] of rows.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});
