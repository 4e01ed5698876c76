import { existsSync, readdirSync } from "node:fs";
import {
  createAttachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
  updateAttachment,
} from "@parfocal/core/attachment/attachment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAttachment, PNG_HEAD } from "#testing/build-attachment.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type FormFile, formBody } from "#testing/form-body.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher", displayName: "Theo Teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const slide = await buildSlide(site);
  return { site, teacher, learner, slide };
}

function attach(as: TestUser, fields: Record<string, string>, file?: FormFile, key?: string) {
  const { body, headers } = formBody(fields, file);
  return sendCall(server, createAttachment, {
    as,
    body: body as never,
    headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
  });
}

const filesOf = (siteId: number) => {
  const folder = server.platform.folders.attachments(siteId);
  return existsSync(folder) ? readdirSync(folder) : [];
};

const GROSS: FormFile = { filename: "gross picture.png", bytes: PNG_HEAD };

describe("a file", () => {
  it("is attached to a slide and listed with it", async () => {
    const { site, teacher, learner, slide } = await buildWorld();
    const { status, answer } = await attach(teacher, { title: "Gross picture", parentId: String(slide.id) }, GROSS);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      title: "Gross picture",
      filename: "gross picture.png",
      mimeType: "image/png",
      kind: "image",
      bytes: PNG_HEAD.length,
      isLink: false,
      isFileLink: false,
      url: "",
      parentId: slide.id,
      assignedTo: teacher.id,
      assignedToUsername: "Theo Teacher",
      src: `/api/v2/attachment/${answer.id}/file`,
    });
    expect(answer.attachmentId).toBe(answer.id);
    expect(filesOf(site.id)).toHaveLength(1);
    const image = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
    const { id, title, mimeType, src, kind } = answer;
    expect(image.answer.attachments).toEqual([{ id, title, mimeType, src, kind }]);
  });

  it("has its file name as default title, without folders and bidirectional control characters", async () => {
    const { teacher, slide } = await buildWorld();
    const file = { ...GROSS, filename: "..\\..\\secret/\u202egnp.exe.png" };
    const { answer } = await attach(teacher, { parentId: String(slide.id) }, file);
    expect([answer.title, answer.filename]).toEqual(["gnp.exe.png", "gnp.exe.png"]);
  });

  it("gets its type from its bytes, regardless of its name and stated type", async () => {
    const { teacher, slide } = await buildWorld();
    const file = { filename: "picture.png", bytes: Buffer.from("<svg onload=alert(1)>"), contentType: "image/png" };
    const { answer } = await attach(teacher, { parentId: String(slide.id) }, file);
    expect([answer.mimeType, answer.kind]).toEqual(["application/octet-stream", "file"]);
  });

  it("is attached once, even if sent repeatedly with the same key", async () => {
    const { site, teacher, slide } = await buildWorld();
    const send = (file: FormFile) => attach(teacher, { parentId: String(slide.id) }, file, "one-attachment");
    const [first, second] = [await send(GROSS), await send(GROSS)];
    expect(second.answer.id).toBe(first.answer.id);
    expect((await send({ ...GROSS, bytes: Buffer.from("%PDF-1.7") })).status).toBe(422);
    expect(filesOf(site.id)).toHaveLength(1);
  });
});

describe("rejected, leaving no file:", () => {
  const cases: [
    name: string,
    fields: (slideId: number) => Record<string, string>,
    file: FormFile | undefined,
    status: number,
  ][] = [
    ["a file for a slide that does not exist", () => ({ parentId: "987654321" }), GROSS, 404],
    ["a file without a parent", () => ({}), GROSS, 400],
    ["neither a file nor a URL", (id) => ({ parentId: String(id) }), undefined, 400],
    ["a file and a URL", (id) => ({ parentId: String(id), url: "https://a.example" }), GROSS, 400],
    ["an empty file", (id) => ({ parentId: String(id) }), { filename: "a.png", bytes: Buffer.alloc(0) }, 400],
    ["a field that only the server sets", (id) => ({ parentId: String(id), mimeType: "text/html" }), GROSS, 400],
    ["a URL with a script", (id) => ({ parentId: String(id), url: "javascript:alert(1)" }), undefined, 400],
    ["a URL of the server's own disk", (id) => ({ parentId: String(id), url: "file:///etc/passwd" }), undefined, 400],
    ["an unknown field", (id) => ({ parentId: String(id), x: "1" }), GROSS, 400],
  ];
  for (const [name, fields, file, expected] of cases)
    it(name, async () => {
      const { site, teacher, slide } = await buildWorld();
      const { status, failure } = await attach(teacher, fields(slide.id), file);
      expect(status).toBe(expected);
      expect(failure.message).not.toBe("");
      expect(filesOf(site.id)).toEqual([]);
    });

  it("a file for an item that accepts no attachments", async () => {
    const { site, teacher } = await buildWorld();
    const { status, failure } = await attach(teacher, { parentId: String(await buildCase(site)) }, GROSS);
    expect([status, failure.message]).toEqual([404, "Course, folder or slide not found."]);
    expect(filesOf(site.id)).toEqual([]);
  });

  it("two files at once", async () => {
    const { site, teacher, slide } = await buildWorld();
    const one = formBody({ parentId: String(slide.id) }, GROSS);
    const end = one.body.lastIndexOf("------a-boundary-of-the-tests--");
    const body = Buffer.concat([one.body.subarray(0, end), formBody({}, GROSS).body]);
    const { status } = await sendCall(server, createAttachment, {
      as: teacher,
      body: body as never,
      headers: one.headers,
    });
    expect([400, 413]).toContain(status);
    expect(filesOf(site.id)).toEqual([]);
  });

  it("a request that is not a form", async () => {
    const { teacher } = await buildWorld();
    const { status, failure } = await sendCall(server, createAttachment, { as: teacher, body: {} as never });
    expect([status, failure.data]).toEqual([400, ["form"]]);
  });
});

describe("attached to a course or a folder", () => {
  it("is listed in order and visible to everyone who may see the parent", async () => {
    const { site, teacher, learner } = await buildWorld();
    const courseId = await buildCourse(site);
    const folderId = await buildFolder(site, { parentId: courseId });
    for (const parentId of [courseId, folderId]) {
      const { status, answer } = await attach(teacher, { parentId: String(parentId) }, GROSS);
      expect([status, answer.parentId]).toEqual([200, parentId]);
      const seen = await sendCall(server, getAttachment, { as: learner, params: { id: String(answer.id) } });
      expect(seen.status).toBe(200);
    }
    const { answer } = await sendCall(server, getFolder, { as: learner, params: { id: String(folderId) } });
    expect(answer.items.map(({ type }) => type)).toEqual(["attachment"]);
  });
});

describe("a link", () => {
  it("is attached by its URL alone, and its URL can be changed later", async () => {
    const { teacher: as, slide } = await buildWorld();
    const fields = { url: "https://atlas.example.org/kidney.mp4", isFileLink: "true", parentId: String(slide.id) };
    const { answer } = await attach(as, fields);
    expect(answer).toMatchObject({
      title: fields.url,
      url: fields.url,
      src: fields.url,
      isLink: true,
      isFileLink: true,
    });
    expect([answer.kind, answer.mimeType]).toEqual(["video", "video/mp4"]);
    const params = { id: String(answer.id) };
    const url = "https://atlas.example.org/";
    const changed = await sendCall(server, updateAttachment, { as, params, body: { title: "Atlas", url } });
    expect(changed.answer).toMatchObject({ title: "Atlas", src: url, isFileLink: true, kind: "link", mimeType: "" });
    expect((await sendCall(server, updateAttachment, { as, params, body: { url: "" } })).status).toBe(400);
  });

  it("to an image is shown as one only if it is marked as a direct link to the file", async () => {
    const { teacher: as, slide } = await buildWorld();
    const fields = { url: "https://atlas.example.org/kidney.png", parentId: String(slide.id) };
    const { answer } = await attach(as, fields);
    expect([answer.kind, answer.mimeType]).toEqual(["link", ""]);
    const params = { id: String(answer.id) };
    await sendCall(server, updateAttachment, { as, params, body: { isFileLink: true } });
    const { attachments } = (await sendCall(server, getImage, { as, params: { id: String(slide.id) } })).answer;
    expect(attachments).toMatchObject([{ kind: "image", mimeType: "image/png", src: fields.url }]);
  });

  it("cannot replace a file", async () => {
    const { site, teacher: as, slide } = await buildWorld();
    const params = { id: String(await buildAttachment(site, { imageId: slide.id })) };
    const body = { url: "https://atlas.example.org/" };
    expect((await sendCall(server, updateAttachment, { as, params, body })).status).toBe(400);
    expect((await sendCall(server, updateAttachment, { as, params, body: { title: "New" } })).answer.title).toBe("New");
  });
});

describe("an attachment", () => {
  it("is visible to everyone who may see its slide; names of files and people only to content managers", async () => {
    const { site, teacher, learner, slide } = await buildWorld();
    const params = { id: String(await buildAttachment(site, { imageId: slide.id, filename: "DOE^JOHN.png" })) };
    await buildCustomField(site, { postType: "sz-attachment", values: { [Number(params.id)]: "Kidney" } });
    const ofLearner = await sendCall(server, getAttachment, { as: learner, params });
    expect(ofLearner.answer).toMatchObject({ title: "Gross picture", filename: "", assignedToUsername: null });
    expect(ofLearner.answer.customFields).toMatchObject([{ title: "Organ", value: "Kidney" }]);
    expect((await sendCall(server, getAttachment, { as: teacher, params })).answer.filename).toBe("DOE^JOHN.png");
    const hidden = await buildSlide(site, { isActive: false });
    const hiddenParams = { id: String(await buildAttachment(site, { imageId: hidden.id })) };
    expect((await sendCall(server, getAttachment, { as: learner, params: hiddenParams })).status).toBe(404);
    expect((await sendCall(server, getAttachment, { as: teacher, params: hiddenParams })).status).toBe(200);
  });

  it("that was removed is not found any more, nor listed with its slide", async () => {
    const { site, teacher: as, slide } = await buildWorld();
    const params = { id: String(await buildAttachment(site, { imageId: slide.id })) };
    expect((await sendCall(server, deleteAttachment, { as, params })).status).toBe(204);
    for (const contract of [getAttachment, deleteAttachment])
      expect((await sendCall(server, contract, { as, params })).status).toBe(404);
    const image = await sendCall(server, getImage, { as, params: { id: String(slide.id) } });
    expect(image.answer.attachments).toEqual([]);
  });

  it("is found by title, file name, slide, or its slide's folder; 30 per page, newest first", async () => {
    const { site, teacher: as, slide } = await buildWorld();
    const folderId = await buildFolder(site, { parentId: slide.parentId });
    const inFolder = await buildSlide(site, { parentId: folderId });
    for (let number = 1; number <= 31; number += 1)
      await buildAttachment(site, { imageId: slide.id, title: `Picture ${number}` });
    await buildAttachment(site, { imageId: inFolder.id, title: "Video", filename: "clip_1.webm" });
    const titles = async (query: Record<string, string>) =>
      (await sendCall(server, listAttachments, { as, query })).answer.map(({ title }) => title);
    const first = await titles({});
    expect([first.length, first[0], first[1]]).toEqual([30, "Video", "Picture 31"]);
    expect(await titles({ page: "2" })).toEqual(["Picture 2", "Picture 1"]);
    expect(await titles({ q: "picture 31" })).toEqual(["Picture 31"]);
    expect(await titles({ q: "clip_" })).toEqual(["Video"]);
    expect(await titles({ folder: String(folderId) })).toEqual(["Video"]);
    expect(await titles({ item: String(inFolder.id) })).toEqual(["Video"]);
  });
});
