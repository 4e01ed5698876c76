import { existsSync, readdirSync } from "node:fs";
import { copyFolder, listBin } from "@parfocal/core/structure/structure.contract.ts";
import {
  createTextbook,
  getTextbook,
  getTextbookDocument,
  replaceTextbookDocument,
  updateTextbook,
} from "@parfocal/core/textbook/textbook.contract.ts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type FormFile, formBody } from "#testing/form-body.ts";
import { addressOf, sendCall, tokenOf } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const PDF: FormFile = { filename: "pathology.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n") };
const OTHER_PDF: FormFile = { filename: "second.pdf", bytes: Buffer.from("%PDF-1.7\nanother\n%%EOF\n") };

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  return { site, courseId, teacher: await buildUser(site, { role: "teacher" }), learner: await buildUser(site) };
}

function create(as: TestUser, fields: Record<string, string>, file?: FormFile, key?: string) {
  const { body, headers } = formBody(fields, file);
  const withKey = key === undefined ? headers : { ...headers, "idempotency-key": key };
  return sendCall(server, createTextbook, { as, body: body as never, headers: withKey });
}
function replace(as: TestUser, id: number, file?: FormFile) {
  const { body, headers } = formBody({}, file);
  return sendCall(server, replaceTextbookDocument, { as, params: { id: String(id) }, body: body as never, headers });
}
const read = (as: TestUser, id: number) => sendCall(server, getTextbook, { as, params: { id: String(id) }, query: {} });
const fetchDocument = (as: TestUser | null, id: number) =>
  server.app.inject({ url: addressOf(getTextbookDocument, { id }), headers: tokenOf(as) });
/** Loses the reply to the second commit of the next call, which is committed. The first transaction checks its rights. */
function loseReply() {
  const { database } = server.platform;
  const begin = database.transaction.bind(database);
  let calls = 0;
  return vi.spyOn(database, "transaction").mockImplementation(() => {
    const transaction = begin();
    calls += 1;
    if (calls !== 2) return transaction;
    const execute = transaction.execute.bind(transaction);
    return Object.assign(transaction, {
      async execute(work: Parameters<typeof execute>[0]) {
        await execute(work);
        throw new Error("Connection terminated unexpectedly");
      },
    });
  });
}
const filesOf = (siteId: number) => {
  const folder = server.platform.folders.attachments(siteId);
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe("a textbook", () => {
  it("is created with its PDF, and a learner reads it", async () => {
    const { courseId, teacher, learner } = await buildWorld();
    const { status, answer } = await create(
      teacher,
      { title: "Pathology", summary: "All of it", parentId: String(courseId) },
      PDF,
    );
    expect(status).toBe(200);
    const { answer: seen } = await read(learner, answer.id);
    expect(seen).toMatchObject({
      title: "Pathology",
      summary: "All of it",
      diagnosis: "",
      attachmentFilename: "pathology.pdf",
      attachmentBytes: PDF.bytes.length,
    });
    expect(seen.items.map(({ id, type }) => [id, type])).toEqual([[seen.attachmentId, "attachment"]]);
    const document = await fetchDocument(learner, answer.id);
    expect(document.statusCode).toBe(200);
    expect(document.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
      "x-content-type-options": "nosniff",
    });
    expect(document.rawPayload.equals(PDF.bytes)).toBe(true);
    expect((await fetchDocument(null, answer.id)).statusCode).toBe(401);
  });

  it("can get its PDF later, and a replacement", async () => {
    const { courseId, teacher, learner } = await buildWorld();
    const { answer } = await create(teacher, { title: "Pathology", parentId: String(courseId) });
    expect(answer).toMatchObject({ attachmentId: null, attachmentFilename: "", items: [] });
    expect((await fetchDocument(learner, answer.id)).statusCode).toBe(404);
    await replace(teacher, answer.id, PDF);
    const { answer: second } = await replace(teacher, answer.id, OTHER_PDF);
    expect(second).toMatchObject({ attachmentFilename: "second.pdf", items: [{ title: "second.pdf" }] });
    expect((await fetchDocument(learner, answer.id)).rawPayload.equals(OTHER_PDF.bytes)).toBe(true);
  });

  it("moves a replaced PDF to the bin; a copy of the textbook keeps it", async () => {
    const { site, courseId, teacher, learner } = await buildWorld();
    const folderId = await buildFolder(site, { parentId: courseId, title: "Week 1" });
    const { answer } = await create(teacher, { title: "Pathology", parentId: String(folderId) }, PDF);
    const { answer: copies } = await sendCall(server, copyFolder, {
      as: teacher,
      body: { id: folderId, parentId: courseId },
    });
    const copy = await server.owner
      .selectFrom("placement")
      .innerJoin("item", "item.id", "placement.item_id")
      .select("item.id")
      .where("placement.parent_id", "=", copies.id)
      .where("item.kind", "=", "textbook")
      .executeTakeFirstOrThrow();
    await replace(teacher, answer.id, OTHER_PDF);
    expect((await fetchDocument(learner, answer.id)).rawPayload.equals(OTHER_PDF.bytes)).toBe(true);
    expect((await read(learner, copy.id)).answer).toMatchObject({ attachmentId: answer.attachmentId });
    expect((await fetchDocument(learner, copy.id)).rawPayload.equals(PDF.bytes)).toBe(true);
    const { answer: bin } = await sendCall(server, listBin, { as: teacher, query: {} });
    expect(bin.entries).toMatchObject([{ itemId: answer.attachmentId, parentId: answer.id }]);
  });

  it("whose creation was committed keeps its file, although the reply was lost", async () => {
    const { site, courseId, teacher, learner } = await buildWorld();
    const fields = { title: "Kept", parentId: String(courseId) };
    const lost = loseReply();
    const { status } = await create(teacher, fields, PDF, "kept-textbook-01234567");
    lost.mockRestore();
    expect(status).toBe(503);
    const { answer } = await create(teacher, fields, PDF, "kept-textbook-01234567");
    expect((await fetchDocument(learner, answer.id)).rawPayload.equals(PDF.bytes)).toBe(true);
    expect(filesOf(site.id)).toHaveLength(1);
  });

  it("omitted fields are unchanged", async () => {
    const { courseId, teacher } = await buildWorld();
    const { answer } = await create(teacher, { title: "Pathology", summary: "Old", parentId: String(courseId) }, PDF);
    const { answer: changed } = await sendCall(server, updateTextbook, {
      as: teacher,
      params: { id: String(answer.id) },
      body: { diagnosis: "Lupus", subtitle: "Volume 1" },
    });
    expect(changed).toEqual({ ...answer, diagnosis: "Lupus", subtitle: "Volume 1" });
  });

  it("sent twice with one key is one, and leaves one file", async () => {
    const { site, courseId, teacher } = await buildWorld();
    const fields = { title: "Once", parentId: String(courseId) };
    const send = () => create(teacher, fields, PDF, "one-textbook-01234567");
    expect((await send()).answer.id).toBe((await send()).answer.id);
    expect(filesOf(site.id)).toHaveLength(1);
  });
});

const rejected: [what: string, fields: Record<string, string>, file: FormFile | undefined, said: RegExp][] = [
  ["without a title", { title: " " }, PDF, /title/],
  [
    "with a file that is not a PDF",
    { title: "x" },
    { filename: "a.pdf", bytes: Buffer.from("no pdf") },
    /Choose a PDF file/,
  ],
  ["in a parent that does not exist", { title: "x", parentId: "999999999" }, PDF, /course or folder/],
];
describe("a textbook is rejected", () => {
  for (const [what, fields, file, said] of rejected)
    it(`${what}, and no file of it is left`, async () => {
      const { site, courseId, teacher } = await buildWorld();
      const { status, answer } = await create(teacher, { parentId: String(courseId), ...fields }, file);
      expect(status).toBe(400);
      expect((answer as unknown as { message: string }).message).toMatch(said);
      expect(filesOf(site.id)).toEqual([]);
    });

  it("a PDF without a textbook leaves nothing either", async () => {
    const { site, courseId, teacher } = await buildWorld();
    expect((await replace(teacher, courseId, PDF)).status).toBe(404);
    expect(filesOf(site.id)).toEqual([]);
    const { answer } = await create(teacher, { title: "x", parentId: String(courseId) });
    expect((await replace(teacher, answer.id)).status).toBe(400);
  });
});
