import { readdirSync, utimesSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deleteAttachment, getAttachmentFile } from "@parfocal/core/attachment/attachment.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { readByteRange } from "./byte-range.ts";
import { tidyAttachments } from "./tidy-attachments.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom0123456789")]);

async function buildWorld(filename: string, bytes: Buffer) {
  const site = await buildSite(server);
  const learner = await buildUser(site, { role: "learner" });
  const teacher = await buildUser(site, { role: "teacher" });
  const slide = await buildSlide(site);
  const id = await buildAttachment(site, { imageId: slide.id, filename, bytes });
  const read = (headers: Record<string, string> = {}) =>
    sendCall(server, getAttachmentFile, { as: learner, params: { id: String(id) }, headers }).then(({ raw }) => raw);
  const readAsTeacher = () =>
    sendCall(server, getAttachmentFile, { as: teacher, params: { id: String(id) } }).then(({ raw }) => raw);
  return { site, teacher, id, read, readAsTeacher, folder: server.platform.folders.attachments(site.id) };
}

const HEADS: [filename: string, bytes: Buffer, mediaType: string, isShown: boolean][] = [
  ["a.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "image/png", true],
  ["a.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg", true],
  ["a.gif", Buffer.from("GIF89a"), "image/gif", true],
  ["a.webp", Buffer.from("RIFF1234WEBPVP8 "), "image/webp", true],
  ["a.pdf", Buffer.from("%PDF-1.7"), "application/pdf", true],
  ["a.mp4", MP4, "video/mp4", true],
  ["a.webm", Buffer.from("\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm", "latin1"), "video/webm", true],
  ["a.svg", Buffer.from("<svg onload=alert(1)>"), "application/octet-stream", false],
  ["a.html", Buffer.from("<!doctype html><script>alert(1)</script>"), "application/octet-stream", false],
  ["a.docx", Buffer.from("PK\x03\x04"), "application/zip", false],
];
describe("a file is shown only if it is an image, a video or a PDF, and runs no scripts", () => {
  for (const [filename, bytes, mediaType, isShown] of HEADS)
    it(`${filename}: ${isShown ? "shown" : "downloaded"} as ${mediaType}`, async () => {
      const { readAsTeacher } = await buildWorld(filename, bytes);
      const { statusCode, headers, rawPayload } = await readAsTeacher();
      expect(statusCode).toBe(200);
      expect(rawPayload.equals(bytes)).toBe(true);
      expect(headers).toMatchObject({
        "content-type": mediaType,
        "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${filename}"; filename*=UTF-8''${filename}`,
        "x-content-type-options": "nosniff",
        "content-security-policy":
          mediaType === "application/pdf"
            ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'"
            : "sandbox; default-src 'none'",
        "accept-ranges": "bytes",
      });
    });
});

it("encodes file names so that they can neither end the header nor be misread", async () => {
  const { readAsTeacher } = await buildWorld('Größe "x"\'s;.png', MP4);
  expect((await readAsTeacher()).headers["content-disposition"]).toBe(
    "inline; filename=\"Gr__e _x_'s;.png\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22%27s%3B.png",
  );
});

it("a learner downloads it under a neutral name: the original one may contain a patient's name", async () => {
  const { id, read } = await buildWorld("Miller, Ann 1950.mp4", MP4);
  const name = `attachment-${id}.mp4`;
  expect((await read()).headers["content-disposition"]).toBe(`inline; filename="${name}"; filename*=UTF-8''${name}`);
});

const ranges: [header: string | undefined, size: number, range: ReturnType<typeof readByteRange>][] = [
  [undefined, 10, null],
  ["bytes=0-3", 10, { start: 0, end: 3 }],
  ["bytes=4-", 10, { start: 4, end: 9 }],
  ["bytes=-3", 10, { start: 7, end: 9 }],
  ["bytes=-30", 10, { start: 0, end: 9 }],
  ["bytes=8-30", 10, { start: 8, end: 9 }],
  ["bytes=9-9", 10, { start: 9, end: 9 }],
  ["bytes=10-", 10, "beyond"],
  ["bytes=-0", 10, "beyond"],
  ["bytes=5-4", 10, null],
  ["bytes=-", 10, null],
  ["bytes=0-1,3-4", 10, null],
  ["chunks=0-1", 10, null],
];
describe("of 10 bytes", () => {
  for (const [header, size, range] of ranges)
    it(`${header}: ${JSON.stringify(range)}`, () => expect(readByteRange(header, size)).toEqual(range));
});

it("a part of a video is returned on its own, so that any position can be played", async () => {
  const { read } = await buildWorld("a.mp4", MP4);
  const part = await read({ range: "bytes=12-15" });
  expect([part.statusCode, part.payload, part.headers["content-range"]]).toEqual([
    206,
    "0123",
    `bytes 12-15/${MP4.length}`,
  ]);
  const beyond = await read({ range: "bytes=4000-" });
  expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${MP4.length}`]);
  const etag = String(part.headers.etag);
  expect((await read({ range: "bytes=12-15", "if-range": etag })).statusCode).toBe(206);
  expect((await read({ range: "bytes=12-15", "if-range": '"another"' })).statusCode).toBe(200);
  expect((await read({ "if-none-match": etag })).statusCode).toBe(304);
});

it("a file missing on disk is not found, and the log records it", async () => {
  const { site, read, folder } = await buildWorld("a.mp4", MP4);
  for (const name of readdirSync(folder)) await rm(join(folder, name));
  expect((await read()).statusCode).toBe(404);
  await tidyAttachments(server.platform, site.id, Date.now());
  expect(server.logLines.some((line) => line.includes("an attached file is missing"))).toBe(true);
});

const DAY_MS = 24 * 60 * 60 * 1000;

it("files without a row are deleted after a day, those of removed attachments after 30 days, all others stay", async () => {
  const { site, teacher, id, folder } = await buildWorld("a.mp4", MP4);
  const [storedName = ""] = readdirSync(folder);
  const now = Date.now();
  for (const [name, ageMs] of [
    ["old.part", 1.1 * DAY_MS],
    ["new.part", 0.9 * DAY_MS],
  ] as const) {
    await writeFile(join(folder, name), "x");
    utimesSync(join(folder, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
  }
  utimesSync(join(folder, storedName), (now - 90 * DAY_MS) / 1000, (now - 90 * DAY_MS) / 1000);
  await tidyAttachments(server.platform, site.id, now);
  expect(readdirSync(folder).sort()).toEqual([storedName, "new.part"].sort());

  await sendCall(server, deleteAttachment, { as: teacher, params: { id: String(id) } });
  await tidyAttachments(server.platform, site.id, now + 29 * DAY_MS);
  expect(readdirSync(folder)).toEqual([storedName]);
  await tidyAttachments(server.platform, site.id, now + 31 * DAY_MS);
  expect(readdirSync(folder)).toEqual([]);
});
