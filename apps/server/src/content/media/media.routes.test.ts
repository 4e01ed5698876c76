import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { getCourse, updateCourse } from "@parfocal/core/course/course.contract.ts";
import {
  deleteMedia,
  getMedia,
  getMediaFile,
  getMediaFileById,
  getMediaThumbnail,
  getMediaThumbnailById,
  getMediaUsage,
  listMedia,
  restoreMedia,
  updateMedia,
  uploadMedia,
} from "@parfocal/core/media/media.contract.ts";
import { MEDIA_MAX_BYTES } from "@parfocal/core/media/media-limits.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { addressOfMedia, buildMedia, buildMediaFolder, colourPng } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type FormFile, formBody } from "#testing/form-body.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { MEDIA_PLACES } from "./media-places.ts";
import { tidyMedia } from "./tidy-media.ts";

let server: SharedTestServer;
let png: Buffer;
beforeAll(async () => {
  server = await sharedTestServer();
  png = await colourPng(40, 30);
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const folder = server.platform.folders.media(site.id);
  return { site, teacher, learner, folder };
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

function upload(as: TestUser, file: FormFile | undefined, fields: Record<string, string> = {}, key?: string) {
  const { body, headers } = formBody(fields, file);
  const withKey = key === undefined ? headers : { ...headers, "idempotency-key": key };
  return sendCall(server, uploadMedia, { as, body: body as never, headers: withKey });
}

describe("an uploaded file", () => {
  it("has the type of its bytes, its size, a thumbnail, and its name without extension as title", async () => {
    const { teacher, folder } = await buildWorld();
    const { status, answer } = await upload(teacher, {
      filename: "Kidney, PAS.png",
      bytes: png,
      contentType: "text/html",
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject([
      {
        title: "Kidney, PAS",
        filename: "Kidney, PAS.png",
        mimeType: "image/png",
        width: 40,
        height: 30,
        folderId: null,
      },
    ]);
    expect(namesIn(folder)).toHaveLength(2);
  });

  it("is placed in the given folder", async () => {
    const { site, teacher: as } = await buildWorld();
    const folderId = await buildMediaFolder(site);
    const { answer } = await upload(as, { filename: "a.png", bytes: png }, { folderId: String(folderId) });
    expect(answer[0]?.folderId).toBe(folderId);
    const missing = await upload(as, { filename: "a.png", bytes: png }, { folderId: "987654321" });
    expect(missing.status).toBe(404);
  });

  it("is stored once, even if sent repeatedly with the same key", async () => {
    const { teacher, folder } = await buildWorld();
    const send = () => upload(teacher, { filename: "a.png", bytes: png }, {}, "one-and-the-same-key");
    const [first, second] = [await send(), await send()];
    expect(second.answer[0]?.id).toBe(first.answer[0]?.id);
    expect(namesIn(folder)).toHaveLength(2);
  });

  it("has a name without folders and bidirectional control characters", async () => {
    const { teacher } = await buildWorld();
    const { answer } = await upload(teacher, { filename: "../../etc/\u202egnp.exe.png", bytes: png });
    expect([answer[0]?.filename, answer[0]?.title]).toEqual(["gnp.exe.png", "gnp.exe"]);
  });
});

const NOT_ALLOWED = "Selected filetype is not allowed!";
describe("rejected, leaving nothing:", () => {
  const cases: [name: string, file: () => FormFile | undefined, fields: Record<string, string>, text: string][] = [
    ["an SVG", () => ({ filename: "a.svg", bytes: Buffer.from("<svg onload='alert(1)'/>") }), {}, NOT_ALLOWED],
    [
      "HTML named as a PNG",
      () => ({ filename: "a.png", bytes: Buffer.from("<script>"), contentType: "image/png" }),
      {},
      NOT_ALLOWED,
    ],
    ["an archive", () => ({ filename: "a.zip", bytes: Buffer.from("PK\x03\x04rest") }), {}, NOT_ALLOWED],
    [
      "a PDF where images are expected",
      () => ({ filename: "a.pdf", bytes: Buffer.from("%PDF-1.7") }),
      { accept: "image/*" },
      NOT_ALLOWED,
    ],
    [
      "a truncated image",
      () => ({ filename: "a.png", bytes: png.subarray(0, 40) }),
      {},
      "“a.png” is not a readable image",
    ],
    ["an empty file", () => ({ filename: "a.png", bytes: Buffer.alloc(0) }), {}, "This file is empty."],
    ["no file", () => undefined, {}, "Choose at least one file."],
    ["an unknown field", () => ({ filename: "a.png", bytes: png }), { owner: "1" }, "Invalid request."],
  ];
  for (const [name, file, fields, text] of cases)
    it(name, async () => {
      const { teacher, folder } = await buildWorld();
      const { status, failure } = await upload(teacher, file(), fields);
      expect([status, failure.message.startsWith(text)], failure.message).toEqual([400, true]);
      expect(namesIn(folder)).toEqual([]);
    });

  it("more than 50 MB", async () => {
    const { teacher, folder } = await buildWorld();
    const bytes = Buffer.concat([png, Buffer.alloc(MEDIA_MAX_BYTES)]);
    const { status, failure } = await upload(teacher, { filename: "a.png", bytes });
    expect([status, failure.message]).toEqual([413, "The limit for the media library is 50 MB per file."]);
    expect(namesIn(folder)).toEqual([]);
  });

  it("an image with more pixels than may be decoded", async () => {
    const { teacher, folder } = await buildWorld();
    const bytes = await sharp({ create: { width: 8001, height: 8001, channels: 3, background: "#a04060" } })
      .jpeg({ quality: 30 })
      .toBuffer();
    const { status, failure } = await upload(teacher, { filename: "a.jpg", bytes });
    expect([status, failure.data]).toEqual([400, ["files.broken"]]);
    expect(namesIn(folder)).toEqual([]);
  }, 60_000);
});

describe("the library", () => {
  it("is searched by title, file name, type and folder, newest first", async () => {
    const { site, teacher: as } = await buildWorld();
    const folderId = await buildMediaFolder(site);
    await buildMedia(site, { title: "100 % collagen", filename: "c_1.png", folderId });
    await buildMedia(site, { title: "Manual", filename: "manual.pdf", bytes: Buffer.from("%PDF-1.7") });
    const titles = async (query: Record<string, string>) =>
      (await sendCall(server, listMedia, { as, query })).answer.files.map(({ title }) => title);
    expect(await titles({})).toEqual(["Manual", "100 % collagen"]);
    expect(await titles({ q: "100 %" })).toEqual(["100 % collagen"]);
    expect(await titles({ q: "c_1" })).toEqual(["100 % collagen"]);
    expect(await titles({ q: "%" })).toEqual(["100 % collagen"]);
    expect(await titles({ type: "application/pdf" })).toEqual(["Manual"]);
    expect(await titles({ type: "image/*,video/*" })).toEqual(["100 % collagen"]);
    expect(await titles({ type: "text/html" })).toEqual([]);
    expect(await titles({ folder: String(folderId) })).toEqual(["100 % collagen"]);
    expect(await titles({ folder: "none" })).toEqual(["Manual"]);
    expect((await sendCall(server, listMedia, { as, query: { type: "';--" } })).status).toBe(400);
  });

  it("shows no documents, and no files of another site", async () => {
    const { site, teacher: as } = await buildWorld();
    await buildMedia(site, { shelf: "document" });
    await buildMedia(await buildSite(server));
    expect((await sendCall(server, listMedia, { as })).answer).toEqual({ files: [], total: 0 });
  });

  it("is not accessible to learners; a file of it is, because pages show it", async () => {
    const { site, learner: as } = await buildWorld();
    const params = await addressOfMedia(site, await buildMedia(site));
    expect((await sendCall(server, listMedia, { as })).status).toBe(403);
    expect((await sendCall(server, getMediaFile, { as, params })).status).toBe(200);
    expect((await sendCall(server, getMediaThumbnail, { as, params })).status).toBe(200);
    const stranger = await buildUser(await buildSite(server), { role: "administrator" });
    expect((await sendCall(server, getMediaFile, { as: stranger, params })).status).toBe(404);
    const document = await addressOfMedia(site, await buildMedia(site, { shelf: "document" }));
    expect((await sendCall(server, getMediaFile, { as, params: document })).status).toBe(404);
  });

  it("returns no file for a guessed ID: the URL has a part that cannot be guessed", async () => {
    const { site, learner, teacher } = await buildWorld();
    const params = await addressOfMedia(site, await buildMedia(site));
    const other = await addressOfMedia(site, await buildMedia(site));
    expect(params.key).toMatch(/^[0-9a-f]{44}$/);
    expect(other.key).not.toBe(params.key);
    const expert = await buildUser(site, { role: "expert" });
    for (const as of [learner, expert])
      for (const contract of [getMediaFileById, getMediaThumbnailById])
        expect((await sendCall(server, contract, { as, params })).status).toBe(404);
    for (const as of [learner, expert, teacher])
      for (const contract of [getMediaFile, getMediaThumbnail])
        for (const key of [other.key, "0".repeat(44), "", "' OR true --"]) {
          const { status, raw } = await sendCall(server, contract, { as, params: { id: params.id, key } });
          expect([status, raw.body.includes("PNG")], key).toEqual([404, false]);
        }
    // Editors address files by their IDs.
    for (const contract of [getMediaFileById, getMediaThumbnailById])
      expect((await sendCall(server, contract, { as: teacher, params })).status).toBe(200);
    const stranger = await buildUser(await buildSite(server), { role: "administrator" });
    for (const contract of [getMediaFile, getMediaFileById])
      expect((await sendCall(server, contract, { as: stranger, params })).status).toBe(404);
  });

  it("returns the URL with the item that shows the file, and with the file itself", async () => {
    const { site, teacher: as, learner } = await buildWorld();
    const id = await buildMedia(site);
    const { key } = await addressOfMedia(site, id);
    const courseId = await buildCourse(site);
    const course = { as, params: { id: String(courseId) } };
    await sendCall(server, updateCourse, { ...course, body: { backgroundMediaId: id, thumbnailMediaId: id } });
    const { answer } = await sendCall(server, getCourse, { ...course, as: learner });
    expect([answer.backgroundUrl, answer.thumbnail]).toEqual([
      `/api/v2/media/${id}/${key}/file`,
      `/api/v2/media/${id}/${key}/thumbnail`,
    ]);
    const file = (await sendCall(server, getMedia, { as, params: { id: String(id) } })).answer;
    expect([file.src, file.thumbnail]).toEqual([answer.backgroundUrl, answer.thumbnail]);
    const seen = await server.app.inject({ url: file.src, headers: { "x-site-token": learner.token } });
    expect(seen.statusCode).toBe(200);
  });

  it("shows guests a file if the site's content is public, and only there", async () => {
    const { site } = await buildWorld();
    const params = await addressOfMedia(site, await buildMedia(site));
    const ask = () => sendCall(server, getMediaFile, { params, siteId: site.id });
    expect((await ask()).status).toBe(401);
    await server.owner.updateTable("site").set({ is_content_public: true }).where("id", "=", site.id).execute();
    expect((await ask()).status).toBe(200);
  });
});

it("each column that refers to files exists in the database and leads to its item", async () => {
  const { rows } = await sql<{ at: string }>`
    SELECT table_name || '.' || column_name AS at FROM information_schema.columns WHERE table_schema = 'public'
  `.execute(server.owner);
  const columns = new Set(rows.map(({ at }) => at));
  for (const { table, item, column } of MEDIA_PLACES)
    expect([columns.has(`${table}.${item}`), columns.has(`${table}.${column}`)], table).toEqual([true, true]);
  // Every column with the ID of a file is one of them.
  const ofOtherLibraries = ["media_file.host_media_id"];
  const ofIds = [...columns].filter((at) => at.endsWith("_media_id") && !ofOtherLibraries.includes(at));
  const known = MEDIA_PLACES.map(({ table, column }) => `${table}.${column}`);
  expect(ofIds.filter((at) => !known.includes(at))).toEqual([]);
});

it("a file is returned in ranges, runs no scripts, and its name cannot end the header", async () => {
  const { site, teacher: as, learner } = await buildWorld();
  const params = await addressOfMedia(site, await buildMedia(site, { filename: 'a"\u0159.png', bytes: png }));
  const { raw } = await sendCall(server, getMediaFile, { as, params, headers: { range: "bytes=0-3" } });
  expect([raw.statusCode, raw.rawPayload.length, raw.headers["content-range"]]).toEqual([
    206,
    4,
    `bytes 0-3/${png.length}`,
  ]);
  expect(raw.headers).toMatchObject({
    "content-type": "image/png",
    "content-disposition": "inline; filename=\"a__.png\"; filename*=UTF-8''a%22%C5%99.png",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  const forLearner = await sendCall(server, getMediaFile, { as: learner, params });
  expect(forLearner.raw.headers["content-disposition"]).toContain(`filename="media-${params.id}.png"`);
});

it("the thumbnail is a WebP of up to 384 pixels, and is created again if it is lost", async () => {
  const { site, learner: as, folder } = await buildWorld();
  const params = await addressOfMedia(site, await buildMedia(site, { bytes: await colourPng(800, 200) }));
  const size = async () => {
    const { raw } = await sendCall(server, getMediaThumbnail, { as, params });
    const { format, width, height } = await sharp(raw.rawPayload).metadata();
    return [format, width, height];
  };
  expect(await size()).toEqual(["webp", 384, 96]);
  for (const name of namesIn(folder)) if (name.endsWith(".small")) await rm(join(folder, name));
  expect(await size()).toEqual(["webp", 384, 96]);
});

it("title and folder are changed; omitted fields are unchanged", async () => {
  const { site, teacher: as } = await buildWorld();
  const params = { id: String(await buildMedia(site)) };
  const folderId = await buildMediaFolder(site);
  const change = (body: object) => sendCall(server, updateMedia, { as, params, body });
  expect((await change({ folderId })).answer).toMatchObject({ title: "Glomerulus", folderId });
  expect((await change({ title: "  Tubule " })).answer).toMatchObject({ title: "Tubule", folderId });
  expect((await change({ folderId: null })).answer.folderId).toBeNull();
  expect((await change({ title: " " })).status).toBe(400);
  expect((await change({ folderId: 987654321 })).status).toBe(404);
});

it("lists the uses of a file before its deletion: texts, boxes, appearances, each by its own ID only", async () => {
  const { site, teacher: as } = await buildWorld();
  const id = await buildMedia(site);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  await withSite(server.platform.database, site.id, async (db) => {
    const { key } = await addressOfMedia(site, id);
    const picture = (of: number | string) => `<p><img src="/api/v2/media/${of}/${key}/file" alt=""></p>`;
    const item = db.updateTable("item").where("site_id", "=", site.id);
    await item
      .set({ description: picture(id) })
      .where("id", "=", courseId)
      .execute();
    await item
      .set({ description: picture(`${id}0`) })
      .where("id", "=", folderId)
      .execute();
    const tabs = JSON.stringify([{ title: "A", contentPages: [{ title: "B", content: picture(id), isActive: true }] }]);
    await db.insertInto("content_box").values({ site_id: site.id, item_id: folderId, tabs }).execute();
    await db
      .insertInto("item_look")
      .values({ site_id: site.id, item_id: courseId, background_media_id: id } as never)
      .execute();
  });
  const { answer } = await sendCall(server, getMediaUsage, { as, params: { id: String(id) } });
  expect(answer.uses.map(({ where, itemId }) => [where, itemId])).toEqual(
    expect.arrayContaining([
      ["text", courseId],
      ["look", courseId],
      ["box", folderId],
    ]),
  );
  expect(answer.uses).toHaveLength(3);
});

describe("a removed file", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  it("is not found any more, and can be restored unchanged", async () => {
    const { site, teacher: as } = await buildWorld();
    const folderId = await buildMediaFolder(site);
    const params = await addressOfMedia(site, await buildMedia(site, { folderId }));
    expect((await sendCall(server, deleteMedia, { as, params })).status).toBe(204);
    for (const contract of [getMediaFile, deleteMedia])
      expect((await sendCall(server, contract, { as, params })).status).toBe(404);
    expect((await sendCall(server, listMedia, { as })).answer.total).toBe(0);
    expect((await sendCall(server, restoreMedia, { as, params })).answer).toMatchObject({ folderId });
    expect((await sendCall(server, getMediaFile, { as, params })).status).toBe(200);
  });

  it("is kept for 30 days with its thumbnail, and then permanently deleted", async () => {
    const { site, teacher: as, folder } = await buildWorld();
    const params = { id: String(await buildMedia(site)) };
    await buildMedia(site);
    await sendCall(server, deleteMedia, { as, params });
    await tidyMedia(server.platform, site.id, Date.now() + 29 * DAY_MS);
    expect(namesIn(folder)).toHaveLength(4);
    await tidyMedia(server.platform, site.id, Date.now() + 31 * DAY_MS);
    expect(namesIn(folder)).toHaveLength(2);
    expect((await sendCall(server, restoreMedia, { as, params })).status).toBe(404);
  });
});
