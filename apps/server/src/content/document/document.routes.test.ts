import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { getAttachment, getAttachmentFile, listAttachments } from "@parfocal/core/attachment/attachment.contract.ts";
import {
  assignDocuments,
  deleteDocument,
  getDocumentFile,
  previewDocument,
  restoreDocument,
  searchDocuments,
  uploadDocuments,
} from "@parfocal/core/document/document.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { tidyAttachments } from "#attachment/tidy-attachments.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildMedia, colourPng } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const PDF = Buffer.from("%PDF-1.7 a document");

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const build = (title: string, bytes: Buffer = PDF) =>
    buildMedia(site, { shelf: "document", title, filename: `${title}.pdf`, bytes });
  return { site, teacher, learner, courseId, folderId, build };
}

describe("documents", () => {
  it("are uploaded several at a time, of any type, and found by title or file name", async () => {
    const { teacher: as } = await buildWorld();
    const boundary = "----x";
    const part = (name: string, text: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="uploadFiles[]"; filename="${name}"\r\n\r\n${text}\r\n`;
    const body = Buffer.from(`${part("Plan.pdf", "%PDF-1.7")}${part("page.html", "<script>")}--${boundary}--\r\n`);
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const sent = await sendCall(server, uploadDocuments, { as, body: body as never, headers });
    expect(sent.answer.map(({ title, mimeType }) => [title, mimeType])).toEqual([
      ["Plan", "application/pdf"],
      ["page", "application/octet-stream"],
    ]);
    const find = async (q: string) =>
      (await sendCall(server, searchDocuments, { as, body: { q } })).answer.documents.map(({ title }) => title);
    expect(await find("")).toEqual(["page", "Plan"]);
    expect(await find("pLAN")).toEqual(["Plan"]);
    expect(await find(".html")).toEqual(["page"]);
    expect(await find("_")).toEqual([]);
  });

  it("are not accessible to learners by any call", async () => {
    const { learner: as, build } = await buildWorld();
    const params = { id: String(await build("Plan")) };
    expect((await sendCall(server, searchDocuments, { as, body: {} })).status).toBe(403);
    for (const contract of [previewDocument, getDocumentFile, deleteDocument])
      expect((await sendCall(server, contract, { as, params })).status).toBe(403);
  });

  it("that are web pages are only ever downloaded", async () => {
    const { teacher: as, build } = await buildWorld();
    const params = { id: String(await build("page", Buffer.from("<script>alert(1)</script>"))) };
    const { raw } = await sendCall(server, getDocumentFile, { as, params });
    expect(raw.headers["content-disposition"]).toMatch(/^attachment;/);
    expect(raw.headers["content-type"]).toBe("application/octet-stream");
  });

  it("are removed and restored; attachments made from them stay", async () => {
    const { teacher: as, learner, folderId, build } = await buildWorld();
    const id = await build("Plan");
    const params = { id: String(id) };
    const body = { itemType: "folder" as const, itemId: folderId, documents: [id] };
    const { answer } = await sendCall(server, assignDocuments, { as, body });
    const find = async () => (await sendCall(server, searchDocuments, { as, body: {} })).answer.documents;
    expect(await find()).toMatchObject([{ id, useCount: 1 }]);
    expect((await sendCall(server, deleteDocument, { as, params })).status).toBe(204);
    expect((await sendCall(server, deleteDocument, { as, params })).status).toBe(404);
    expect(await find()).toEqual([]);
    const attached = { id: String(answer.attachments[0]?.id) };
    const { raw } = await sendCall(server, getAttachmentFile, { as: learner, params: attached });
    expect(raw.rawPayload.equals(PDF)).toBe(true);
    expect((await sendCall(server, restoreDocument, { as, params })).answer).toMatchObject({ id, useCount: 1 });
  });
});

const LONG = "ä".repeat(9_000);
const previews: [
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  kind: string,
  text: string | null,
  isCut: boolean,
][] = [
  ["an image", () => colourPng(), "image", null, false],
  ["a PDF", () => PDF, "pdf", null, false],
  ["a text", () => Buffer.from("Kidney\r\n\tPAS ü"), "text", "Kidney\r\n\tPAS ü", false],
  ["HTML, as text", () => Buffer.from("<b onclick='x'>"), "text", "<b onclick='x'>", false],
  [
    "a long text, up to the last complete character",
    () => Buffer.from(`x${LONG}`),
    "text",
    `x${LONG}`.slice(0, 8192),
    true,
  ],
  ["bytes", () => Buffer.from([1, 2, 3, 0]), "file", null, false],
  ["text that is not UTF-8", () => Buffer.from([0x4b, 0xe4, 0x6e]), "file", null, false],
];
describe("has a preview:", () => {
  for (const [name, bytes, kind, text, isCut] of previews)
    it(name, async () => {
      const { teacher: as, build } = await buildWorld();
      const params = { id: String(await build("Document", await bytes())) };
      const { answer } = await sendCall(server, previewDocument, { as, params });
      expect(answer).toMatchObject({ kind, text, isCut });
    });
});

describe("assigned", () => {
  it("they are attachments of a course, a folder or a slide, in the given order, for everyone who may see it", async () => {
    const { site, teacher: as, learner, courseId, folderId, build } = await buildWorld();
    const slide = await buildSlide(site, { parentId: folderId });
    const documents = [await build("Second"), await build("First")];
    for (const [itemType, itemId] of [
      ["course", courseId],
      ["folder", folderId],
      ["image", slide.id],
    ] as const) {
      const { answer } = await sendCall(server, assignDocuments, { as, body: { itemType, itemId, documents } });
      expect(answer.attachments.map(({ title, kind }) => [title, kind])).toEqual([
        ["Second", "pdf"],
        ["First", "pdf"],
      ]);
      const params = { id: String(answer.attachments[0]?.id) };
      expect((await sendCall(server, getAttachment, { as: learner, params })).answer.parentId).toBe(itemId);
    }
    const found = await sendCall(server, listAttachments, { as, query: { folder: String(folderId) } });
    expect(found.answer).toHaveLength(4);
  });

  it("once, even if requested repeatedly with the same key", async () => {
    const { teacher: as, folderId, build } = await buildWorld();
    const body = { itemType: "folder" as const, itemId: folderId, documents: [await build("Plan")] };
    const headers = { "idempotency-key": "assigned-just-once" };
    const [one, two] = [
      await sendCall(server, assignDocuments, { as, body, headers }),
      await sendCall(server, assignDocuments, { as, body, headers }),
    ];
    expect(two.answer).toEqual(one.answer);
    expect((await sendCall(server, listAttachments, { as })).answer).toHaveLength(1);
  });

  it("an old document is not deleted as a file without a row before its row exists", async () => {
    const { site, teacher: as, folderId, build } = await buildWorld();
    const id = await build("Old");
    const { folders } = server.platform;
    for (const name of readdirSync(folders.media(site.id))) utimesSync(join(folders.media(site.id), name), 1, 1);
    const body = { itemType: "folder" as const, itemId: folderId, documents: [id] };
    await sendCall(server, assignDocuments, { as, body });
    await server.owner.deleteFrom("attachment").where("site_id", "=", site.id).execute();
    await tidyAttachments(server.platform, site.id, Date.now());
    expect(readdirSync(folders.attachments(site.id))).toHaveLength(1);
  });

  const refusals: [name: string, change: object, status: number][] = [
    ["a document that does not exist", { documents: [987654321] }, 404],
    ["none", { documents: [] }, 400],
    ["to an item that does not exist", { itemId: 987654321 }, 404],
    ["to a folder that is sent as a slide", { itemType: "image" }, 404],
    ["to an item that accepts no attachments", { itemType: "case" }, 400],
    ["with a blank prefix", { usePrefix: true, filename: "  " }, 400],
  ];
  for (const [name, change, expected] of refusals)
    it(`is rejected: ${name}; no file is left`, async () => {
      const { site, teacher: as, folderId, build } = await buildWorld();
      const body = { itemType: "folder" as const, itemId: folderId, documents: [await build("Plan")], ...change };
      const { status, failure } = await sendCall(server, assignDocuments, { as, body });
      expect(status).toBe(expected);
      expect(failure.message).not.toBe("");
      expect(() => readdirSync(server.platform.folders.attachments(site.id))).toThrow();
    });

  it("is rejected: a file of the library, or a document of another site", async () => {
    const { site, teacher: as, folderId } = await buildWorld();
    const other = await buildSite(server);
    for (const id of [await buildMedia(site), await buildMedia(other, { shelf: "document" })]) {
      const body = { itemType: "folder" as const, itemId: folderId, documents: [id] };
      expect((await sendCall(server, assignDocuments, { as, body })).status).toBe(404);
    }
  });
});
