import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { deleteUpload, finishUpload, listUploads } from "@parfocal/core/upload/upload.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, findOutcome, finish, sendChunk, sendFile, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";
import { untilWaiting } from "#testing/until-waiting.ts";
import { clearAway } from "../../janitor.ts";
import { lockUpload } from "./upload.queries.ts";

let server: TestServer;
/** The folder of slides is not writable: not an error of any file. */
let isStorageBroken = false;
/** Called after a file was checked and a folder is created for the slide. */
let onAdoption = () => {};
beforeAll(async () => {
  server = await createTestServer();
  const { original } = server.platform.folders;
  const notAFolder = join(server.dataFolder, "not-a-folder");
  await writeFile(notAFolder, "");
  Object.assign(server.platform.folders, {
    original: (siteId: number, id: number) => {
      onAdoption();
      return isStorageBroken ? join(notAFolder, String(siteId), String(id), "original") : original(siteId, id);
    },
  });
  await server.startJobs();
});
afterAll(() => server.close());
beforeEach(() => {
  isStorageBroken = false;
  onAdoption = () => {};
});

const smallSlide = async () =>
  readFile(await tinyPyramid(server, { width: 700, height: 500, tileSize: 256, pixelSizeUm: { x: 0.5, y: 0.5 } }));

/** An upload whose check has failed three times because of a server error. */
async function failWithServerError() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const bytes = await smallSlide();
  isStorageBroken = true;
  const upload = await sendFile(server, teacher, bytes);
  isStorageBroken = false;
  return { site, teacher, bytes, upload, path: server.platform.folders.upload(site.id, upload.id) };
}

// Each check reads the file in a separate process, three times.
describe("an upload whose check fails without a fault of the file", { timeout: 60_000 }, () => {
  it("reports it without internal details, and keeps the file", async () => {
    const { teacher, upload, path } = await failWithServerError();
    expect(upload).toMatchObject({ state: "failed", error: MESSAGES["generic.failed"], imageId: null });
    expect((await sendCall(server, listUploads, { as: teacher })).answer).toEqual([upload]);
    expect(existsSync(path)).toBe(true);
  });

  it("becomes its slide when it is finished again, without sending a byte twice", async () => {
    const { site, teacher, bytes, upload, path } = await failWithServerError();
    const again = await finish(server, teacher, upload.id, sha256Of(bytes));
    expect(again.answer).toMatchObject({ state: "checking", error: null });
    const done = await findOutcome(server, teacher, upload.id);
    expect(done).toMatchObject({ state: "done", error: null });
    expect(done.imageId).not.toBeNull();
    await expect.poll(() => existsSync(path)).toBe(false);
    const images = await server.owner.selectFrom("image").selectAll().where("site_id", "=", site.id).execute();
    expect(images).toHaveLength(1);
  });

  it("can be cancelled, and leaves nothing", async () => {
    const { site, teacher, upload, path } = await failWithServerError();
    const params = { id: String(upload.id) };
    expect((await sendCall(server, deleteUpload, { as: teacher, params })).status).toBe(204);
    expect(existsSync(path)).toBe(false);
    const rows = await server.owner.selectFrom("slide_file").select("id").where("site_id", "=", site.id).execute();
    expect(rows).toEqual([]);
  });

  it("is deleted after a day, like one that was not resumed; one that is being checked is kept", async () => {
    const { site, teacher, upload, path } = await failWithServerError();
    const age = sql`UPDATE upload SET last_chunk_at = now() - interval '25 hours' WHERE id = ${upload.id}`;
    await age.execute(server.owner);
    await sql`UPDATE job SET state = 'running', heartbeat_at = now() WHERE site_id = ${site.id}`.execute(server.owner);
    await clearAway(server.platform);
    expect((await sendCall(server, listUploads, { as: teacher })).answer).toHaveLength(1);
    await sql`UPDATE job SET state = 'failed' WHERE site_id = ${site.id}`.execute(server.owner);
    await clearAway(server.platform);
    expect((await sendCall(server, listUploads, { as: teacher })).answer).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it("and whose file was deleted since fails again, and can still be cancelled", async () => {
    const { teacher, bytes, upload, path } = await failWithServerError();
    await rm(path);
    await finish(server, teacher, upload.id, sha256Of(bytes));
    expect((await findOutcome(server, teacher, upload.id)).state).toBe("failed");
    const params = { id: String(upload.id) };
    expect((await sendCall(server, deleteUpload, { as: teacher, params })).status).toBe(204);
  });
});

it("an upload that is cancelled while it is checked does not become a slide, and leaves nothing", {
  timeout: 60_000,
}, async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const bytes = await smallSlide();
  const { answer } = await announce(server, teacher, { bytes: bytes.length });
  await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
  const adoption = Promise.withResolvers<void>();
  onAdoption = adoption.resolve;
  await server.owner.transaction().execute(async (other) => {
    // Blocks the adoption before it writes the image, while the upload is cancelled.
    await sql`LOCK TABLE item IN EXCLUSIVE MODE`.execute(other);
    await finish(server, teacher, answer.id, sha256Of(bytes));
    await adoption.promise;
    const params = { id: String(answer.id) };
    expect((await sendCall(server, deleteUpload, { as: teacher, params })).status).toBe(204);
  });
  const stateOfJob = async () => {
    const query = server.owner.selectFrom("job").select("state").where("site_id", "=", site.id);
    return (await query.executeTakeFirstOrThrow()).state;
  };
  await expect.poll(stateOfJob).toMatch(/done|failed/);
  const images = await server.owner.selectFrom("image").selectAll().where("site_id", "=", site.id).execute();
  expect(images).toEqual([]);
  expect(existsSync(server.platform.folders.upload(site.id, answer.id))).toBe(false);
  expect(await readdir(join(server.dataFolder, "slides", String(site.id)))).toEqual([]);
});

it("an upload whose duplicate became a slide and was deleted again becomes a slide itself: its bytes are not lost", {
  timeout: 60_000,
}, async () => {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const bytes = await smallSlide();
  const sha256 = sha256Of(bytes);
  const { answer } = await announce(server, teacher, { bytes: bytes.length });
  await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
  const twin = await buildSlide(site);
  const adoption = Promise.withResolvers<void>();
  onAdoption = adoption.resolve;
  let twinRemoval: Promise<void> | undefined;
  await server.owner.transaction().execute(async (other) => {
    // Blocks the adoption where it looks for a duplicate.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${site.id} ${sha256}`}, 0))`.execute(other);
    const params = { id: String(answer.id) };
    await sendCall(server, finishUpload, { as: teacher, params, body: { sha256, ifKnown: "ask" } });
    await adoption.promise;
    await server.owner.updateTable("slide_file").set({ sha256 }).where("id", "=", twin.slideFileId).execute();
    await expect.poll(() => isLocked(answer)).toBe(true);
    twinRemoval = removeWhenFree(site, answer.id, twin.id);
    // The adoption and this removal.
    await untilWaiting(server, 2);
  });
  await twinRemoval;
  const done = await findOutcome(server, teacher, answer.id);
  expect([done.state, done.error]).toEqual(["done", null]);
});

const isLocked = ({ id }: { id: number }): Promise<boolean> =>
  sql`SELECT FROM upload WHERE id = ${id} FOR UPDATE NOWAIT`.execute(server.owner).then(
    () => false,
    () => true,
  );

/** Before anyone else who is now waiting for the upload. */
const removeWhenFree = (site: TestSite, uploadId: number, itemId: number): Promise<void> =>
  withSite(server.platform.database, site.id, async (db) => {
    await lockUpload(db, site.id, uploadId);
    await db.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", itemId).execute();
  });
