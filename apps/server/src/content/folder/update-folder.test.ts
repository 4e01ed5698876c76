import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getFolder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildPicture } from "#testing/build-picture.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSchool() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const course = await buildCourse(site);
  return { site, teacher, course, folder: await buildFolder(site, { parentId: course }) };
}

it("stores changed fields and keeps omitted ones; its card shows the image", async () => {
  const { site, teacher, course, folder } = await buildSchool();
  const picture = await buildPicture(site);
  const params = { id: String(folder) };
  const look: BodyFor<typeof updateFolder> = {
    title: "Liver",
    description: "Of the dog",
    tags: ["organ"],
    background: "#abcdef",
    backgroundMediaId: picture,
    backgroundPosition: "bottom right",
    backgroundStyle: "contain",
    displayStyle: "list",
    thumbnailMediaId: picture,
  };
  await sendCall(server, updateFolder, { as: teacher, params, body: look });
  const { answer } = await sendCall(server, updateFolder, { as: teacher, params, body: { title: "Lung" } });
  expect(answer).toMatchObject({
    ...look,
    title: "Lung",
    backgroundUrl: expect.stringMatching(new RegExp(`^/api/v2/media/${picture}/[0-9a-f]{44}/file$`)),
  });
  const parent = (await sendCall(server, getCourse, { as: teacher, params: { id: String(course) } })).answer;
  expect(parent.folders[0]?.thumbnail).toMatch(new RegExp(`^/api/v2/media/${picture}/[0-9a-f]{44}/thumbnail$`));
});

it("a folder cannot have its own roles", async () => {
  const { teacher, folder } = await buildSchool();
  const body = { userRoles: ["expert"] } as object;
  expect((await sendCall(server, updateFolder, { as: teacher, params: { id: String(folder) }, body })).status).toBe(
    400,
  );
});

it("the ID of a course, and an ID that does not match the path, are rejected", async () => {
  const { teacher, course, folder } = await buildSchool();
  const send = (id: number, body: object) =>
    sendCall(server, updateFolder, { as: teacher, params: { id: String(id) }, body });
  expect((await send(course, {})).status).toBe(404);
  expect((await send(folder, { id: course })).status).toBe(400);
});

it("returns the previous and next folder; for learners only active ones", async () => {
  const { site, teacher, course, folder } = await buildSchool();
  const hidden = await buildFolder(site, { parentId: course, title: "Hidden", isActive: false });
  const last = await buildFolder(site, { parentId: course, title: "Last" });
  const learner = await buildUser(site, { role: "learner" });
  const around = async (user: typeof teacher, id: number) => {
    const { answer } = await sendCall(server, getFolder, { as: user, params: { id: String(id) } });
    return [answer.previous?.id ?? null, answer.next?.id ?? null];
  };
  expect(await around(teacher, folder)).toEqual([null, hidden]);
  expect(await around(learner, folder)).toEqual([null, last]);
  expect(await around(learner, last)).toEqual([folder, null]);
});
