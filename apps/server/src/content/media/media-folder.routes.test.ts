import {
  createMediaFolder,
  deleteMediaFolder,
  listMedia,
  listMediaFolders,
  updateMediaFolder,
} from "@parfocal/core/media/media.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildMedia, buildMediaFolder } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildTeacher() {
  const site = await buildSite(server);
  return { site, teacher: await buildUser(site, { role: "teacher" }) };
}

describe("folders of the library", () => {
  it("are created, counted, renamed, and removed without their files", async () => {
    const { site, teacher: as } = await buildTeacher();
    const made = await sendCall(server, createMediaFolder, { as, body: { title: "Kidney" } });
    const params = { id: String(made.answer.id) };
    const fileId = await buildMedia(site, { folderId: made.answer.id });
    await sendCall(server, updateMediaFolder, { as, params, body: { title: "Kidneys" } });
    expect((await sendCall(server, listMediaFolders, { as })).answer).toEqual([
      { id: made.answer.id, title: "Kidneys", fileCount: 1 },
    ]);
    expect((await sendCall(server, deleteMediaFolder, { as, params })).status).toBe(204);
    const { answer } = await sendCall(server, listMedia, { as });
    expect(answer.files).toMatchObject([{ id: fileId, folderId: null }]);
  });

  it("have unique names, case-insensitive", async () => {
    const { site, teacher: as } = await buildTeacher();
    await buildMediaFolder(site, "Kidney");
    const other = await buildMediaFolder(site, "Liver");
    const made = await sendCall(server, createMediaFolder, { as, body: { title: "KIDNEY" } });
    expect([made.status, made.failure.message]).toEqual([
      400,
      "A folder named “KIDNEY” already exists. Choose another name.",
    ]);
    const rename = (title: string) =>
      sendCall(server, updateMediaFolder, { as, params: { id: String(other) }, body: { title } });
    expect((await rename("kidney")).status).toBe(400);
    expect((await rename("LIVER")).status).toBe(200);
  });
});

it("of folders created or renamed to one title concurrently one succeeds, the others are rejected as taken", async () => {
  const { teacher: as, site } = await buildTeacher();
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await buildMediaFolder(site));
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => sendCall(server, createMediaFolder, { as, body: { title: "Histology" } })),
    ...ids.map((id) =>
      sendCall(server, updateMediaFolder, { as, params: { id: String(id) }, body: { title: "histology" } }),
    ),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 400)]);
});
