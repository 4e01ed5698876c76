import { listWork } from "@parfocal/core/work/work.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { finishJob, insertJob, takeJob } from "#platform/jobs/job.queries.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const WORKER = "a server of another process";

async function addJob(site: TestSite, kind: string, subjectId: number): Promise<number> {
  return (await withSite(server.platform.database, site.id, (db) => insertJob(db, site.id, { kind, subjectId }))).id;
}

/** Runs the oldest queued job to its end. */
async function failNext(site: TestSite, fileFault?: "damaged"): Promise<void> {
  await withSite(server.platform.database, site.id, async (db) => {
    const job = await takeJob(db, site.id, { worker: WORKER, silentMs: 60_000 });
    const outcome = {
      worker: WORKER,
      state: "failed",
      error: "It is broken.",
      ...(fileFault ? { fileFault } : {}),
    } as const;
    await finishJob(db, site.id, job?.id ?? 0, outcome);
  });
}

it("the work of a site: running and queued jobs, oldest first; ended ones, newest first, each with its subject", async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const slide = await buildSlide(site, { title: "Kidney" });
  const uploadId = await buildUpload(site, { owner: teacher, filename: "skin.svs" });
  await addJob(site, "checkUpload", uploadId);
  await failNext(site, "damaged");
  await addJob(site, "convertImage", slide.slideFileId);
  await failNext(site);
  const running = await addJob(site, "completeLevels", slide.slideFileId);
  await withSite(server.platform.database, site.id, (db) => takeJob(db, site.id, { worker: WORKER, silentMs: 60_000 }));
  const queued = await addJob(site, "somethingNew", slide.slideFileId);

  const { answer } = await sendCall(server, listWork, { as: teacher });
  expect(answer.openCount).toBe(2);
  const kidney = {
    title: "Kidney",
    imageId: slide.id,
    thumbnail: `/tiles/${slide.id}/${slide.version}/thumbnail`,
  };
  expect(answer.open).toMatchObject([
    { id: running, state: "running", subject: kidney, finishedAt: null, canRetry: false },
    { id: queued, kind: "somethingNew", state: "queued", subject: kidney },
  ]);
  expect(answer.ended).toMatchObject([
    { kind: "convertImage", state: "failed", error: "It is broken.", fileFault: null, canRetry: true },
    // The file is deleted: a retry has no input.
    { kind: "checkUpload", subject: { title: "skin.svs", imageId: null }, fileFault: "damaged", canRetry: false },
  ]);
});

it("jobs whose subject does not exist, and those of other sites, are not listed", async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const other = await buildSite(server);
  await addJob(other, "convertImage", (await buildSlide(other)).slideFileId);
  await addJob(site, "checkUpload", 1_000_000);
  expect((await sendCall(server, listWork, { as: teacher })).answer).toMatchObject({ open: [], ended: [] });
});

it("a job names the courses and folders of its subject; of an upload those of its destination", async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const course = await buildCourse(site);
  const folder = await buildFolder(site, { parentId: course });
  const slide = await buildSlide(site, { parentId: folder });
  const uploadId = await buildUpload(site, { owner: teacher, parentId: course });
  await addJob(site, "convertImage", slide.slideFileId);
  await addJob(site, "checkUpload", uploadId);
  const { answer } = await sendCall(server, listWork, { as: teacher });
  expect(answer.open.map(({ subject }) => subject.placeIds)).toEqual([[course, folder], [course]]);
});
