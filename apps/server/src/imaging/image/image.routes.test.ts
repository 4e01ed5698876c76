import { getImage, getImageByPost, listImages } from "@parfocal/core/image/image.contract.ts";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { finishJob, insertJob, takeJob } from "#platform/jobs/job.queries.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildPost } from "#testing/build-post.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { labelledSlide } from "#testing/labelled-slide.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSchool() {
  const site = await buildSite(server);
  return {
    site,
    teacher: await buildUser(site, { role: "teacher" }),
    learner: await buildUser(site, { role: "learner" }),
  };
}

const idOf = (id: number) => ({ id: String(id) });

describe("an image", () => {
  it("returns what a viewer needs: size, levels, pixel size and tile URL", async () => {
    const { site, learner } = await buildSchool();
    const slide = await buildSlide(site, { width: 1100, height: 700, pixelSizeUm: { x: 0.25, y: 0.5 } });
    const { answer } = await sendCall(server, getImage, { as: learner, params: idOf(slide.id) });
    expect(answer).toMatchObject({ id: slide.id, itemId: slide.id, postId: slide.id, state: "ready", job: null });
    expect(answer.slideInformation).toEqual({
      tileDataSourceType: "tiles",
      tilesMapUrl: `/tiles/${slide.id}/${slide.version}/{z}/{x}/{y}`,
      tilesZipUrl: null,
      tilesDataSourceUrl: null,
      externalTiles: null,
      width: 1100,
      height: 700,
      tileSize: 256,
      orientation: 0,
      micronsPerPixel: 0.25,
      micronsPerPixelY: 0.5,
      objectivePower: 20,
      levels: [
        { width: 1100, height: 700, tileWidth: 256, tileHeight: 256, downsample: 1, tileOverlapPx: 0 },
        { width: 550, height: 350, tileWidth: 256, tileHeight: 256, downsample: 2, tileOverlapPx: 0 },
        { width: 275, height: 175, tileWidth: 256, tileHeight: 256, downsample: 4, tileOverlapPx: 0 },
      ],
      planes: null,
    });
  });

  it("that is being processed has no slide information and no images, but reports its progress", async () => {
    const { site, learner } = await buildSchool();
    const slide = await buildSlide(site, { isProcessing: true });
    const { database } = server.platform;
    await withSite(database, site.id, (db) =>
      insertJob(db, site.id, { kind: "convertImage", subjectId: slide.slideFileId }),
    );
    const { answer } = await sendCall(server, getImage, { as: learner, params: idOf(slide.id) });
    expect(answer).toMatchObject({
      state: "processing",
      slideInformation: null,
      thumbnail: null,
      associatedImages: [],
    });
    expect(answer.job).toMatchObject({ kind: "convertImage", state: "queued", progress: 0, error: null });
  });

  it("shows its label and the file's metadata only to content managers", async () => {
    const { site, teacher, learner } = await buildSchool();
    const slide = await buildSlide(site, { file: await labelledSlide(server) });
    const forTeacher = (await sendCall(server, getImage, { as: teacher, params: idOf(slide.id) })).answer;
    expect(forTeacher.associatedImages).toEqual([
      { name: "label", width: 40, height: 30, url: `/tiles/${slide.id}/${slide.version}/associated/label` },
    ]);
    expect(forTeacher.originalFilename).toBe("slide.tif");
    const forLearner = (await sendCall(server, getImage, { as: learner, params: idOf(slide.id) })).answer;
    expect(forLearner.associatedImages).toEqual([]);
    expect(forLearner.originalFilename).toBe("");
    expect(forLearner.fileProperties).toEqual([]);
    expect(forLearner.userCanEdit).toBe(false);
  });

  it("shows only content managers when it was added and by whom", async () => {
    const { site, teacher, learner } = await buildSchool();
    const slide = await buildSlide(site);
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("item")
        .set({ created_by: teacher.id })
        .where("site_id", "=", site.id)
        .where("id", "=", slide.id)
        .execute(),
    );
    const forTeacher = (await sendCall(server, getImage, { as: teacher, params: idOf(slide.id) })).answer;
    expect(forTeacher.addedBy).toBe(teacher.displayName);
    expect(Math.abs(Date.now() - Date.parse(forTeacher.addedAt ?? ""))).toBeLessThan(60_000);
    const forLearner = (await sendCall(server, getImage, { as: learner, params: idOf(slide.id) })).answer;
    expect([forLearner.addedBy, forLearner.addedAt]).toEqual([null, null]);
  });

  it("returns its location: path, previous and next among the images visible to the caller", async () => {
    const { site, teacher, learner } = await buildSchool();
    const course = await buildCourse(site, { title: "Histology" });
    const folder = await buildFolder(site, { parentId: course, title: "Kidney" });
    const first = await buildSlide(site, { parentId: folder, title: "First" });
    await buildFolder(site, { parentId: folder, title: "Between" });
    const inactive = await buildSlide(site, { parentId: folder, title: "Inactive", isActive: false });
    const last = await buildSlide(site, { parentId: folder, title: "Last" });
    const asLearner = async (id: number) =>
      (await sendCall(server, getImage, { as: learner, params: idOf(id) })).answer;
    const seen = await asLearner(first.id);
    expect(seen.path.map(({ title }) => title)).toEqual(["Histology", "Kidney", "First"]);
    expect([seen.parentId, seen.parentType]).toEqual([folder, "folder"]);
    expect([seen.previous, seen.next?.id]).toEqual([null, last.id]);
    expect([(await asLearner(last.id)).previous?.id, (await asLearner(last.id)).next]).toEqual([first.id, null]);
    const asTeacher = await sendCall(server, getImage, { as: teacher, params: idOf(last.id) });
    expect(asTeacher.answer.previous?.id).toBe(inactive.id);
  });

  it("in two parents is shown in the requested one, with the neighbours and settings of that parent", async () => {
    const { site, learner } = await buildSchool();
    const one = await buildCourse(site, { title: "One" });
    const other = await buildCourse(site, { title: "Other" });
    const slide = await buildSlide(site, { parentId: one });
    await place(site, { parentId: other, itemId: slide.id, annotationsActive: false });
    const neighbour = await buildSlide(site, { parentId: other });
    const inPlace = async (parent?: number) =>
      (
        await sendCall(server, getImage, {
          as: learner,
          params: idOf(slide.id),
          ...(parent ? { query: { parent: String(parent) } } : {}),
        })
      ).answer;
    expect(await inPlace()).toMatchObject({ parentId: one, next: null, annotationsActive: true });
    expect(await inPlace(other)).toMatchObject({ parentId: other, annotationsActive: false });
    expect((await inPlace(other)).next?.id).toBe(neighbour.id);
    expect((await inPlace(987_654_321)).parentId).toBe(one);
  });

  it("that is inactive in one parent and active in another is shown by the active one", async () => {
    const { site, learner } = await buildSchool();
    const active = await buildCourse(site, { title: "Active" });
    const slide = await buildSlide(site, { isActive: false });
    const params = idOf(slide.id);
    expect((await sendCall(server, getImage, { as: learner, params })).status).toBe(404);
    await place(site, { parentId: active, itemId: slide.id });
    const { answer } = await sendCall(server, getImage, {
      as: learner,
      params,
      query: { parent: String(slide.parentId) },
    });
    expect(answer.parentId).toBe(active);
  });

  it("without a place is visible only to content managers", async () => {
    const { site, teacher, learner } = await buildSchool();
    const slide = await buildSlide(site);
    await server.owner.deleteFrom("placement").where("item_id", "=", slide.id).execute();
    expect((await sendCall(server, getImage, { as: teacher, params: idOf(slide.id) })).status).toBe(200);
    expect((await sendCall(server, getImage, { as: learner, params: idOf(slide.id) })).status).toBe(404);
  });

  it("is found by the ID of its page in the host site, and then no longer by its own", async () => {
    const { site, learner } = await buildSchool();
    const slide = await buildSlide(site);
    const byPost = (id: number) => sendCall(server, getImageByPost, { as: learner, params: idOf(id) });
    expect((await byPost(slide.id)).answer.id).toBe(slide.id);
    await buildPost(site, { postId: 900_001, itemId: slide.id });
    expect((await byPost(900_001)).answer).toMatchObject({ id: slide.id, postId: 900_001 });
    expect((await byPost(slide.id)).status).toBe(404);
  });

  it("is found by its own ID even if a deleted image had a page with that ID, before or after it", async () => {
    const { site, learner } = await buildSchool();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await buildSlide(site)).id);
    const [before, id, after] = ids as [number, number, number];
    for (const deleted of [before, after]) {
      await buildPost(site, { postId: id, itemId: deleted });
      await server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", deleted).execute();
      expect((await sendCall(server, getImageByPost, { as: learner, params: idOf(id) })).answer.id).toBe(id);
    }
  });

  it("that was deleted is not found by anyone", async () => {
    const { site, teacher } = await buildSchool();
    const slide = await buildSlide(site);
    await server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", slide.id).execute();
    expect((await sendCall(server, getImage, { as: teacher, params: idOf(slide.id) })).status).toBe(404);
    expect((await sendCall(server, getImageByPost, { as: teacher, params: idOf(slide.id) })).status).toBe(404);
  });
});

describe("the list of images", () => {
  it("is sorted newest first, thirty per page, and searchable by the literal title", async () => {
    const { site, teacher } = await buildSchool();
    await insertManyImages(site, 31, (index) => `Slide ${index}`);
    await insertManyImages(site, 1, () => "100 % liver_a");
    const ask = async (query: Record<string, string>) =>
      (await sendCall(server, listImages, { as: teacher, query: query as never })).answer.map(({ title }) => title);
    expect(await ask({})).toHaveLength(30);
    expect((await ask({}))[0]).toBe("100 % liver_a");
    expect(await ask({ page: "2" })).toEqual(["Slide 1", "Slide 0"]);
    expect(await ask({ q: "LIVER" })).toEqual(["100 % liver_a"]);
    expect(await ask({ q: "100 %" })).toEqual(["100 % liver_a"]);
    for (const q of ["%", "_"]) expect(await ask({ q })).toEqual(["100 % liver_a"]);
    expect(await ask({ q: "\\" })).toEqual([]);
  });
});

async function insertManyImages(site: TestSite, count: number, title: (index: number) => string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    site_id: site.id,
    kind: "image" as const,
    title: title(index),
    created_by: null,
  }));
  await server.owner.insertInto("item").values(rows).execute();
}

describe("a job that failed", () => {
  it("can be retried once: then it is queued", async () => {
    const { site, teacher } = await buildSchool();
    const slide = await buildSlide(site, { isProcessing: true });
    const worker = "a test";
    const id = await withSite(server.platform.database, site.id, async (db) => {
      const job = await insertJob(db, site.id, { kind: "convertImage", subjectId: slide.slideFileId });
      await takeJob(db, site.id, { worker, silentMs: 0 });
      await finishJob(db, site.id, job.id, { worker, state: "failed", error: "The picture is damaged." });
      return job.id;
    });
    const image = (await sendCall(server, getImage, { as: teacher, params: idOf(slide.id) })).answer;
    expect(image.job).toMatchObject({ id, state: "failed", error: "The picture is damaged." });
    const again = await sendCall(server, retryJob, { as: teacher, params: idOf(id) });
    expect(again.answer).toMatchObject({ state: "queued", progress: 0, error: null });
    expect((await sendCall(server, retryJob, { as: teacher, params: idOf(id) })).status).toBe(409);
  });
});
