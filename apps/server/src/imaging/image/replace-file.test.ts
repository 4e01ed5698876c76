import { createAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { updateCase } from "@parfocal/core/case/case.contract.ts";
import { listCellAnalyses } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { replaceImageFile, updateImage } from "@parfocal/core/image/edit-image.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import type { QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { removeItems } from "@parfocal/core/structure/structure.contract.ts";
import type { MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertAnnotation } from "#annotation/annotation.queries.ts";
import { lockCheckedFile } from "#annotation/lock-checked-file.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation, newAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCellAnalysis } from "#testing/build-cell-analysis.ts";
import { buildTextbook } from "#testing/build-embed.ts";
import { buildLooseSlide } from "#testing/build-loose-slide.ts";
import { buildAttempt, buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildTextbookMark } from "#testing/build-textbook-note.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendFileTo } from "#testing/exchange-annotations.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { untilWaiting } from "#testing/until-waiting.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildScene() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const slide = await buildSlide(site, { width: 700, height: 500, pixelSizeUm: { x: 0.5, y: 0.5 } });
  await buildAnnotation(site, { slide, author: teacher });
  const replace = (imageId: number, annotations?: "ask" | "keep" | "scale") =>
    sendCall(server, replaceImageFile, {
      as: teacher,
      params: { id: String(slide.id) },
      body: { imageId, ...(annotations && { annotations }) },
    });
  const geometries = async () =>
    (
      await server.owner
        .selectFrom("annotation")
        .select(["geometry", "min_x", "max_y"])
        .where("image_id", "=", slide.id)
        .execute()
    ).map((row) => [row.geometry, row.min_x, row.max_y]);
  return { site, teacher, slide, replace, geometries };
}

it("a file of the same size keeps the slide's place, under new URLs; the uploaded item is removed", async () => {
  const { site, teacher, slide, replace, geometries } = await buildScene();
  const loose = await buildLooseSlide(site, { width: 700, height: 500 });
  const { status, answer } = await replace(loose.id);
  expect(status).toBe(200);
  expect(answer.slideInformation?.tilesMapUrl).toContain(
    `/tiles/${slide.id}/${Math.max(slide.version, loose.version) + 1}/`,
  );
  expect(await geometries()).toEqual([[SQUARE_WKT, 10, 110]]);
  expect((await sendCall(server, getImage, { as: teacher, params: { id: String(loose.id) } })).status).toBe(404);
  const row = await server.owner
    .selectFrom("image")
    .select("slide_file_id")
    .where("item_id", "=", slide.id)
    .executeTakeFirstOrThrow();
  expect(row.slide_file_id).toBe(loose.slideFileId);
});

it("a file of another size requires a choice how to convert, and reports whether scaling is possible", async () => {
  const { site, slide, replace, geometries } = await buildScene();
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  const unknown = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: null });
  const conflict = await replace(finer.id);
  expect([conflict.status, conflict.failure.data]).toEqual([409, ["otherSize", "canScale"]]);
  expect(conflict.failure.message).toContain("1400 × 1000");
  expect((await replace(unknown.id)).failure.data).toEqual(["otherSize"]);
  expect((await replace(unknown.id, "scale")).status).toBe(400);
  expect(await geometries()).toEqual([[SQUARE_WKT, 10, 110]]);
  const row = await server.owner
    .selectFrom("image")
    .select("slide_file_id")
    .where("item_id", "=", slide.id)
    .executeTakeFirstOrThrow();
  expect(row.slide_file_id).toBe(slide.slideFileId);
});

it("a file of another size can keep annotations at the same pixels", async () => {
  const { site, replace, geometries } = await buildScene();
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  expect((await replace(finer.id, "keep")).answer.slideInformation).toMatchObject({ width: 1400, height: 1000 });
  expect(await geometries()).toEqual([[SQUARE_WKT, 10, 110]]);
});

it("a file of another size can convert by µm: annotations, views, bound points", async () => {
  const { site, teacher, slide, replace, geometries } = await buildScene();
  const params = { id: String(slide.id) };
  await sendCall(server, updateImage, { as: teacher, params, body: { center: [100, 50], zoom: 1 } });
  const caseId = await buildCase(site, {
    parentId: slide.parentId,
    items: [{ id: slide.id, center: [20, 30], boundPoints: [[20, 30]] }],
  });
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  const { answer } = await replace(finer.id, "scale");
  expect(await geometries()).toEqual([["POLYGON ((20 20, 220 20, 220 220, 20 220, 20 20))", 20, 220]]);
  expect([answer.center, answer.zoom]).toEqual([[200, 100], 1]);
  const changed = await sendCall(server, updateCase, { as: teacher, params: { id: String(caseId) }, body: {} });
  expect(changed.answer.items[0]).toMatchObject({ center: [40, 60], boundPoints: [[40, 60]] });
});

it("a file of another size converts learners' marks, right answers and views of textbook marks", async () => {
  const { site, slide, replace } = await buildScene();
  const other = await buildSlide(site);
  const option = { ...testOption("Glomerulus", true), region: SQUARE_WKT };
  const ask = (itemId: number, type: QuizType) =>
    buildQuiz(site, { type, questions: [{ type: "annotation", itemId, answerOptions: [option] }] });
  const [quiz, common] = [await ask(slide.id, "Individual"), await ask(other.id, "Common")];
  const answer = JSON.stringify({ type: "annotation", marks: ["POINT (10 20)", SQUARE_WKT] });
  const answers = [
    { quiz, subject_id: 0, answer },
    // Applies to each slide of a folder, but marked on the one that the question names.
    { quiz: common, subject_id: slide.id, answer },
    { quiz, subject_id: 0, answer: JSON.stringify({ type: "short-answer", text: "POINT (10 20)" }) },
  ];
  for (const { quiz: answeredQuiz, ...row } of answers) {
    const attemptId = await buildAttempt(site, { quizId: answeredQuiz.quizId, userId: (await buildUser(site)).id });
    const key = { site_id: site.id, attempt_id: attemptId, question_id: answeredQuiz.questionIds[0] ?? 0 };
    await server.owner
      .insertInto("quiz_answer")
      .values({ ...key, ...row })
      .execute();
  }
  const textbookId = await buildTextbook(site, { parentId: slide.parentId });
  const view = { center: [100, 50], zoom: 1, rotationDeg: 45 } satisfies MarkView;
  const markId = await buildTextbookMark(site, { textbookId, targetId: slide.id, view });
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  expect((await replace(finer.id, "scale")).status).toBe(200);
  const scaledSquare = "POLYGON ((20 20, 220 20, 220 220, 20 220, 20 20))";
  const scaled = { type: "annotation", marks: ["POINT (20 40)", scaledSquare] };
  const stored = await server.owner
    .selectFrom("quiz_answer")
    .select("answer")
    .where("site_id", "=", site.id)
    .orderBy("attempt_id")
    .execute();
  expect(stored.map((row) => row.answer)).toEqual([scaled, ...answers.slice(1).map((row) => JSON.parse(row.answer))]);
  const { region } = await server.owner
    .selectFrom("quiz_answer_option")
    .select("region")
    .where("item_id", "=", quiz.optionIds[0] ?? 0)
    .executeTakeFirstOrThrow();
  expect(region).toBe(scaledSquare);
  const mark = await server.owner
    .selectFrom("textbook_mark")
    .select("target_view")
    .where("id", "=", markId)
    .executeTakeFirstOrThrow();
  expect(mark.target_view).toEqual({ center: [200, 100], zoom: 1, rotationDeg: 45 });
});

it("a replacement hides cell analysis results, which belong to the old file's pixels, until that file is restored", async () => {
  const { site, teacher, slide, replace } = await buildScene();
  await buildCellAnalysis(site, { slide, author: teacher });
  const list = async () => {
    const params = { itemId: String(slide.id) };
    return (await sendCall(server, listCellAnalyses, { as: teacher, params })).answer.analyses.length;
  };
  expect(await list()).toBe(1);
  const loose = await buildLooseSlide(site, { width: 700, height: 500 });
  await replace(loose.id);
  expect(await list()).toBe(0);
  await replace(loose.id);
  expect(await list()).toBe(1);
});

it("a replacement waits for an annotation being stored, and converts it to pixels of the new file", async () => {
  const { site, teacher, slide, replace, geometries } = await buildScene();
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  const options = { slide, author: teacher, title: "Glomerulus" };
  let replaced: ReturnType<typeof replace> | undefined;
  await withSite(server.platform.database, site.id, async (db) => {
    await lockCheckedFile(db, site.id, { imageId: slide.id, fileId: slide.slideFileId });
    // Shorter than the second after which the database ends one of two transactions in a deadlock.
    await sql`SET LOCAL lock_timeout = '500ms'`.execute(db);
    replaced = replace(finer.id, "scale");
    await untilWaiting(server);
    await insertAnnotation(db, site.id, newAnnotation(options));
  });
  expect((await replaced)?.status).toBe(200);
  const scaled = ["POLYGON ((20 20, 220 20, 220 220, 20 220, 20 20))", 20, 220];
  expect(await geometries()).toEqual([scaled, scaled]);
});

it("a file replaced while a geometry is checked causes its rejection: it was drawn on another file", async () => {
  const { site, teacher, slide, geometries } = await buildScene();
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  const body = { imageId: slide.id, typeId: 211, title: "Glomerulus", geometry: SQUARE_WKT };
  let answers: Promise<{ status: number; failure: { data: readonly string[] } }>[] = [];
  await server.owner.transaction().execute(async (other) => {
    await other
      .updateTable("image")
      .set({ slide_file_id: finer.slideFileId })
      .where("item_id", "=", slide.id)
      .execute();
    answers = [
      sendCall(server, createAnnotation, { as: teacher, body }),
      sendFileTo(slide, { server, as: teacher }, SQUARE_WKT),
    ];
    await untilWaiting(server, 2);
  });
  for (const { status, failure } of await Promise.all(answers))
    expect([status, failure.data]).toEqual([409, ["fileReplaced"]]);
  expect(await geometries()).toHaveLength(1);
});

it("a replacement can be undone while the old file is kept, and not with an item removed from its parent", async () => {
  const { site, teacher, replace, geometries } = await buildScene();
  const finer = await buildLooseSlide(site, { width: 1400, height: 1000, pixelSizeUm: { x: 0.25, y: 0.25 } });
  await replace(finer.id, "scale");
  expect((await replace(finer.id, "scale")).answer.slideInformation).toMatchObject({ width: 700, height: 500 });
  expect(await geometries()).toEqual([[SQUARE_WKT, 10, 110]]);
  const removed = await buildSlide(site, { width: 700, height: 500 });
  await sendCall(server, removeItems, {
    as: teacher,
    params: { parentType: "course", parentId: String(removed.parentId) },
    body: { itemIds: [removed.id] },
  });
  expect((await replace(removed.id)).status).toBe(400);
});

it("user-entered values of the old file are kept for one of the same size", async () => {
  const { site, teacher, slide, replace } = await buildScene();
  const params = { id: String(slide.id) };
  await sendCall(server, updateImage, { as: teacher, params, body: { micronsPerPixel: 0.33, orientation: 90 } });
  const loose = await buildLooseSlide(site, { width: 700, height: 500, pixelSizeUm: null });
  const { answer } = await replace(loose.id);
  expect(answer.slideInformation).toMatchObject({ micronsPerPixel: 0.33, orientation: 90 });
});

it("a replacement is rejected with a slide that has a place, with itself, with one not ready or not existing", async () => {
  const { site, slide, replace } = await buildScene();
  const placed = await buildSlide(site);
  const waiting = await buildLooseSlide(site, { isProcessing: true });
  const foreign = await buildLooseSlide(await buildSite(server));
  const rows: [id: number, status: number][] = [
    [placed.id, 400],
    [slide.id, 400],
    [waiting.id, 409],
    [foreign.id, 400],
    [987_654_321, 400],
  ];
  for (const [id, status] of rows) expect((await replace(id)).status).toBe(status);
});

describe("an uploaded image without a place", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const after = (days: number) => clearAway(server.platform, Date.now() + days * DAY_MS);
  const exists = async (id: number) =>
    (await server.owner.selectFrom("item").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  const hasFile = async (id: number) =>
    (await server.owner.selectFrom("slide_file").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

  it("with the old file of a slide is kept for 30 days, hidden everywhere, then deleted; the new file stays", async () => {
    const { site, slide, replace } = await buildScene();
    const loose = await buildLooseSlide(site, { width: 700, height: 500 });
    await replace(loose.id);
    await after(29);
    expect([await exists(loose.id), await hasFile(slide.slideFileId)]).toEqual([true, true]);
    await after(31);
    expect([await exists(loose.id), await hasFile(slide.slideFileId)]).toEqual([false, false]);
    expect([await exists(slide.id), await hasFile(loose.slideFileId)]).toEqual([true, true]);
  });

  it("moves to the bin 30 days after its replacement was cancelled, and is permanently deleted 30 days later", async () => {
    const { site, slide } = await buildScene();
    const loose = await buildLooseSlide(site);
    const isInBin = async () =>
      (await server.owner.selectFrom("item").select("deleted_at").where("id", "=", loose.id).executeTakeFirstOrThrow())
        .deleted_at !== null;
    await after(29);
    expect(await isInBin()).toBe(false);
    await after(31);
    expect(await isInBin()).toBe(true);
    await after(62);
    expect([await exists(loose.id), await hasFile(loose.slideFileId), await exists(slide.id)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
