/** REL-03: a server that was frozen, at any step, while another one took over and finished its job stores no result of it. */
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { changeProfile } from "@parfocal/core/account/account.contract.ts";
import { requestPasswordReset } from "@parfocal/core/account/recovery.contract.ts";
import { createAnnotationComment } from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { requestRegistration } from "@parfocal/core/registration/registration.contract.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { buildRadiologyZip } from "@parfocal/slides/testing/build-radiology.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { privateSvs } from "@parfocal/slides/testing/private-slides.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { writeMail } from "#mail/write-mail.ts";
import { withSite } from "#platform/db/database.ts";
import { openSlideFolders } from "#platform/files/slide-folders.ts";
import { createJobQueue } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { filesInS3 } from "#testing/files-in-s3.ts";
import { freezeAt } from "#testing/frozen-server.ts";
import { listSiteTables } from "#testing/list-site-tables.ts";
import { startS3StandIn } from "#testing/s3-stand-in.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, finish, sendChunk, sha256Of } from "#testing/send-file.ts";
import { announceRadiology, createItem, sendRadiologyChunks } from "#testing/send-radiology.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { allJobHandlers, OWN_LANES } from "./job-handlers.ts";

const PATIENCE_MS = 40_000;

let server: TestServer;
afterEach(() => server.close());

/** All rows of a site, and the contents of its finished files. */
async function everythingOf(site: TestSite) {
  const rows: Record<string, unknown> = {};
  for (const table of await listSiteTables(site)) {
    const found = await sql<{ row: unknown }>`
      SELECT to_jsonb(one) AS row FROM ${sql.table(table)} one WHERE site_id = ${site.id} ORDER BY to_jsonb(one)::text
    `.execute(server.owner);
    rows[table] = found.rows.map(({ row }) => row);
  }
  const files: Record<string, string> = {};
  const ofSite = new RegExp(`^[a-z]+/${site.id}[/-]`);
  for (const entry of await readdir(server.dataFolder, { recursive: true, withFileTypes: true })) {
    const name = relative(server.dataFolder, join(entry.parentPath, entry.name));
    if (entry.isFile() && ofSite.test(name) && !/\.part\b|tiles/.test(name))
      files[name] = sha256Of(await readFile(join(server.dataFolder, name)));
  }
  return { rows, files };
}

/** Another server runs all jobs, including those of a server that no longer reports. */
async function takeOver(site: TestSite): Promise<void> {
  const { database, log } = server.platform;
  const queue = createJobQueue({ database, log, isAlone: false });
  await queue.start(allJobHandlers(server.platform), OWN_LANES);
  const open = async () => {
    await sql`UPDATE job SET heartbeat_at = now() - interval '1 minute' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    queue.look();
    const jobs = await server.owner.selectFrom("job").select("state").where("site_id", "=", site.id).execute();
    return jobs.filter(({ state }) => state === "queued" || state === "running");
  };
  await expect.poll(open, { timeout: PATIENCE_MS, interval: 50 }).toEqual([]);
  await queue.stop();
}

interface Scenario {
  /** Leaves a queued job. */
  readonly prepare: (site: TestSite) => Promise<void>;
  readonly parts?: () => Promise<Partial<Platform>>;
}

/** @returns number of steps at which the first server was frozen. */
async function freezeAtEachStep({ prepare, parts }: Scenario): Promise<number> {
  for (let step = 0; ; step += 1) {
    const site = await buildSite(server);
    await prepare(site);
    const frozen = await freezeAt(server.platform, { step, parts: (await parts?.()) ?? {} });
    await takeOver(site);
    if (!frozen) return step;
    const before = await everythingOf(site);
    const error = await frozen.thaw();
    expect(await everythingOf(site), `after step ${step}: ${error}`).toEqual(before);
    await frozen.stop();
    expect(await everythingOf(site), `after step ${step}: ${error}`).toEqual(before);
  }
}

const adopt =
  (bytes: Buffer, filename: string, isDeidentified = false) =>
  async (site: TestSite): Promise<void> => {
    const path = join(server.dataFolder, `uploaded-${site.id}`);
    await writeFile(path, bytes);
    await adoptSlideFile(server.platform, {
      ...{ siteId: site.id, path, filename, sha256: "0".repeat(64), bytes: bytes.length, isDeidentified },
      ...{ parentId: null, createdBy: null },
    });
  };

async function sendUpload(site: TestSite): Promise<void> {
  const teacher = await buildUser(site, { role: "teacher" });
  const { bytes } = privateSvs();
  const { answer } = await announce(server, teacher, { bytes: bytes.length });
  await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
  await finish(server, teacher, answer.id, sha256Of(bytes));
}

const ONE_LEVEL = buildTiff({ pages: [rawPage(buildPicture(2500, 600, 1))] });
const picture = () => {
  const { width, height, channels, samples } = buildPicture(300, 200);
  return sharp(samples, { raw: { width, height, channels } }).png().toBuffer();
};

describe("a server that was frozen while its job was taken over stores no result", { timeout: 5 * PATIENCE_MS }, () => {
  it("of a conversion, after which patient data was removed", async () => {
    server = await createTestServer();
    expect(await freezeAtEachStep({ prepare: adopt(await picture(), "picture.png", true) })).toBeGreaterThan(2);
  });

  it("of a conversion that fails only there", async () => {
    server = await createTestServer();
    const { files } = server.platform;
    const withLocal = () => Promise.reject(new SlideFileError("damaged", "The picture is damaged."));
    const parts = async () => ({ files: { ...files, withLocal } });
    expect(await freezeAtEachStep({ prepare: adopt(await picture(), "picture.png"), parts })).toBe(1);
  });

  it("of the missing levels of a slide", async () => {
    server = await createTestServer();
    expect(await freezeAtEachStep({ prepare: adopt(ONE_LEVEL, "slide.tif") })).toBeGreaterThan(2);
  });

  it("of the removal of patient data", async () => {
    server = await createTestServer();
    expect(await freezeAtEachStep({ prepare: adopt(privateSvs().bytes, "slide.svs", true) })).toBeGreaterThan(2);
  });

  it("of the check of an upload", async () => {
    server = await createTestServer();
    expect(await freezeAtEachStep({ prepare: sendUpload })).toBeGreaterThan(1);
  });

  it("of the check of an upload in a bucket, which each server copies", async () => {
    const standIn = await startS3StandIn();
    server = await createTestServer({ files: filesInS3(standIn) });
    const parts = async () => ({
      folders: await openSlideFolders(await mkdtemp(join(server.dataFolder, "uploaded-"))),
    });
    expect(await freezeAtEachStep({ prepare: sendUpload, parts })).toBeGreaterThan(3);
    await standIn.close();
  });

  it("of the check of a radiology upload", async () => {
    server = await createTestServer();
    const prepare = async (site: TestSite) => {
      const teacher = await buildUser(site, { role: "teacher" });
      const bytes = buildRadiologyZip(2);
      const { answer } = await announceRadiology(server, teacher, { bytes: bytes.length });
      await sendRadiologyChunks(server, teacher, answer, bytes);
      await createItem(server, teacher, answer, { sha256: sha256Of(bytes) });
    };
    expect(await freezeAtEachStep({ prepare })).toBeGreaterThan(4);
  });

  it("of an email that its mail server rejected and the other one accepted", async () => {
    server = await createTestServer();
    const refused = Object.assign(new Error("no such person"), { code: "EENVELOPE", responseCode: 550 });
    const parts = async () => ({ mail: { ...server.platform.mail, send: () => Promise.reject(refused) } });
    const sentences = { subject: "Hello", greeting: "Hello,", paragraphs: ["Text"], action: null, closing: "Bye" };
    const prepare = async (site: TestSite) => {
      const to = { name: "Lena", address: "lena@example.test" };
      await withSite(server.platform.database, site.id, (db) =>
        writeMail(db, site.id, { to, language: "en", sentences }, server.platform),
      );
    };
    expect(await freezeAtEachStep({ prepare, parts })).toBe(3);
  });

  it("of the email about a forgotten password or a registration", async () => {
    server = await createTestServer();
    const reset = async (site: TestSite) => {
      const { email } = await buildUser(site);
      await sendCall(server, requestPasswordReset, { siteId: site.id, body: { email } });
    };
    expect(await freezeAtEachStep({ prepare: reset })).toBe(1);
    const register = async (site: TestSite) => {
      const change = { is_registration_open: true, origins: ["https://slides.example.test"] };
      await server.owner.updateTable("site").set(change).where("id", "=", site.id).execute();
      const body = { displayName: "Ada", email: "ada@example.test" };
      expect((await sendCall(server, requestRegistration, { siteId: site.id, body })).status).toBe(204);
    };
    expect(await freezeAtEachStep({ prepare: register })).toBe(1);
  });

  it("of the emails about submissions and comments", async () => {
    server = await createTestServer();
    const submit = async (site: TestSite) => {
      const settings = { notification_email: "chair@school.test", is_auto_evaluation_enabled: true };
      const { quizId } = await buildQuiz(site, { questions: [{}], settings });
      await takerOf(server, quizId, await buildUser(site)).take({ "What is shown?": "Kidney" });
      await sql`UPDATE quiz_notice SET created_at = now() - interval '2 minutes'`.execute(server.owner);
    };
    expect(await freezeAtEachStep({ prepare: submit })).toBe(1);
    const comment = async (site: TestSite) => {
      const learner = await buildUser(site);
      await sendCall(server, changeProfile, { as: learner, body: { wantsCommentMails: true } });
      const annotationId = await buildAnnotation(site, { slide: await buildSlide(site), author: learner });
      const as = await buildUser(site, { role: "expert" });
      const params = { id: String(annotationId) };
      await sendCall(server, createAnnotationComment, { as, params, body: { content: "Look again." } });
      await sql`UPDATE annotation_comment SET created_at = now() - interval '1 hour'`.execute(server.owner);
    };
    expect(await freezeAtEachStep({ prepare: comment })).toBe(1);
  });

  it("of the deletion of a person's work", async () => {
    server = await createTestServer();
    const prepare = async (site: TestSite) => {
      const author = await buildUser(site);
      await buildAnnotation(site, { slide: await buildSlide(site), author });
      await withSite(server.platform.database, site.id, (db) =>
        server.platform.jobs.add(db, site.id, { kind: "deleteWork", subjectId: author.id }),
      );
    };
    expect(await freezeAtEachStep({ prepare })).toBe(1);
  });
});
