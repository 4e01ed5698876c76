/** Media, documents and attachments in an S3 store: our own test server, which checks the signatures of requests. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createAttachment, getAttachmentFile } from "@parfocal/core/attachment/attachment.contract.ts";
import { assignDocuments, previewDocument } from "@parfocal/core/document/document.contract.ts";
import { getMediaFile, getMediaThumbnail, uploadMedia } from "@parfocal/core/media/media.contract.ts";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { tidyAttachments } from "#attachment/tidy-attachments.ts";
import { mediaName } from "#platform/files/file-store.ts";
import { buildCourse } from "#testing/build-content.ts";
import { addressOfMedia, buildMedia, colourPng } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { filesInS3, namesIn } from "#testing/files-in-s3.ts";
import { formBody } from "#testing/form-body.ts";
import { type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tidyMedia } from "./tidy-media.ts";

const HOUR_MS = 60 * 60 * 1000;
let server: TestServer;
let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
  server = await createTestServer({ files: filesInS3(standIn) });
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.objects.clear();
  standIn.fault = () => null;
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const upload = (bytes: Buffer) => {
    const { body, headers } = formBody({}, { filename: "Kidney.png", bytes, contentType: "image/png" });
    return sendCall(server, uploadMedia, { as: teacher, body: body as never, headers });
  };
  return { site, teacher, learner, upload };
}
/** Files on this machine. */
const localFiles = () =>
  ["media", "attachments", "uploads"]
    .map((name) => join(server.dataFolder, name))
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));

it("an image is in the store before the answer, not on this machine, and is read in ranges", async () => {
  const { site, learner: as, upload } = await buildWorld();
  const png = await colourPng(700, 500);
  const { answer } = await upload(png);
  const id = answer[0]?.id ?? 0;
  const [name = "", small] = namesIn(standIn);
  expect([name.startsWith(mediaName(site.id, "")), small]).toEqual([true, `${name}.small`]);
  expect(localFiles()).toEqual([]);
  const params = await addressOfMedia(site, id);
  const whole = await sendCall(server, getMediaFile, { as, params });
  expect(whole.raw.rawPayload.equals(png)).toBe(true);
  const part = await sendCall(server, getMediaFile, { as, params, headers: { range: "bytes=10-19" } });
  expect([part.status, part.raw.headers["content-range"]]).toEqual([206, `bytes 10-19/${png.length}`]);
  expect(part.raw.rawPayload.equals(png.subarray(10, 20))).toBe(true);
});

it("a lost thumbnail is created again from the image in the store", async () => {
  const { site, learner: as } = await buildWorld();
  const params = await addressOfMedia(site, await buildMedia(site, { bytes: await colourPng(800, 200) }));
  const small = namesIn(standIn).find((name) => name.endsWith(".small")) ?? "";
  await server.platform.files.remove(small);
  const { raw } = await sendCall(server, getMediaThumbnail, { as, params });
  expect((await sharp(raw.rawPayload).metadata()).width).toBe(384);
  expect(namesIn(standIn)).toContain(small);
});

it("while the store is unavailable, uploads and reads return 503 with Retry-After, and leave nothing behind", async () => {
  const { site, teacher, learner: as, upload } = await buildWorld();
  const params = await addressOfMedia(site, await buildMedia(site));
  const before = namesIn(standIn);
  standIn.fault = () => ({ status: 503, code: "SlowDown" });
  const read = await sendCall(server, getMediaFile, { as, params });
  expect([read.status, read.raw.headers["retry-after"]]).toEqual([503, "1"]);
  expect((await upload(await colourPng())).status).toBe(503);
  const { body, headers } = formBody(
    { parentId: String(await buildCourse(site)) },
    { filename: "a.txt", bytes: Buffer.from("text"), contentType: "text/plain" },
  );
  expect((await sendCall(server, createAttachment, { as: teacher, body: body as never, headers })).status).toBe(503);
  standIn.fault = () => null;
  expect([namesIn(standIn), localFiles()]).toEqual([before, []]);
  expect((await sendCall(server, getMediaFile, { as, params })).status).toBe(200);
});

it("a document is previewed, and attached under a second name that the document does not need", async () => {
  const { site, teacher: as } = await buildWorld();
  const courseId = await buildCourse(site);
  const bytes = Buffer.from("Lecture notes");
  const id = await buildMedia(site, { shelf: "document", title: "Notes", filename: "notes.txt", bytes });
  const preview = await sendCall(server, previewDocument, { as, params: { id: String(id) } });
  expect(preview.answer).toMatchObject({ kind: "text", text: "Lecture notes" });
  const body = { itemType: "course" as const, itemId: courseId, documents: [id], usePrefix: false, filename: "" };
  const { answer } = await sendCall(server, assignDocuments, { as, body });
  const [document = ""] = namesIn(standIn).filter((name) => name.startsWith("media/"));
  await server.platform.files.remove(document);
  const params = { id: String(answer.attachments[0]?.id) };
  const { raw } = await sendCall(server, getAttachmentFile, { as, params });
  expect(raw.rawPayload.equals(bytes)).toBe(true);
});

it("files without a row are deleted after a day, in the store too", async () => {
  const { site } = await buildWorld();
  await buildMedia(site);
  const stored = namesIn(standIn);
  await server.platform.files.write(`media/${site.id}/orphan`, Buffer.from("x"));
  await server.platform.files.write(`attachments/${site.id}/orphan`, Buffer.from("x"));
  const tidyIn = async (hours: number) => {
    const now = Date.now() + hours * HOUR_MS;
    await tidyMedia(server.platform, site.id, now);
    await tidyAttachments(server.platform, site.id, now);
  };
  await tidyIn(23);
  expect(namesIn(standIn)).toHaveLength(stored.length + 2);
  await tidyIn(25);
  expect(namesIn(standIn)).toEqual(stored);
});
