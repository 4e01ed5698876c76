/** Sites built directly for journeys equal those that the server builds through its calls. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createCourse, getCourse } from "@parfocal/core/course/course.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSite } from "./build-site.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { createJourneySites, type JourneySites } from "./journey-sites.ts";
import { labelledSlide } from "./labelled-slide.ts";
import { sendCall } from "./send-call.ts";
import { sendFile, sha256Of } from "./send-file.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const PASSWORD = "a password for journeys";
const PEOPLE = [
  { email: "teacher@demo.test", role: "teacher", displayName: "Theo Teacher" },
  { email: "learner@demo.test", role: "learner", displayName: "Leo Learner" },
] as const;
const LONG_MS = 40_000;

let server: TestServer;
let sites: JourneySites;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
  const { platform, owner, dataFolder } = server;
  sites = await createJourneySites({ platform, owner, filesFolder: join(dataFolder, "journey-files") }, PASSWORD);
});
afterAll(() => server.close());

async function addTeacher(): Promise<TestUser> {
  const { siteId, userIds } = await sites.add(PEOPLE);
  const id = userIds[0] as number;
  return { ...PEOPLE[0], id, siteId, token: await sites.openSession(siteId, id), nonce: "" };
}

it("its people are signed in, and can sign in with their password; another site has neither them nor their courses", async () => {
  const [teacher, other] = [await addTeacher(), await addTeacher()];
  const { answer } = await sendCall(server, getSession, { as: teacher });
  expect(answer).toMatchObject({
    user: { id: teacher.id, displayName: "Theo Teacher" },
    site: { id: teacher.siteId, title: "Parfocal" },
  });
  const body = { login: "learner@demo.test", password: PASSWORD };
  const signedIn = await sendCall(server, openSession, { siteId: teacher.siteId, body });
  expect(signedIn.answer.user.displayName).toBe("Leo Learner");
  const course = await sendCall(server, createCourse, { as: teacher, body: { title: "Kidneys" } });
  const params = { id: String(course.answer.id) };
  expect((await sendCall(server, getCourse, { as: other, params })).status).toBe(404);
});

const ID_OR_TIME = /^id$|^parent$|Ids?$|_id$|At$|_at$/;

/** Without IDs, also those in URLs, and without times. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, part: unknown) => {
      if (ID_OR_TIME.test(key)) return undefined;
      return typeof part === "string" ? part.replace(/\d+/g, "#") : part;
    }),
  );

/** What the pages show of an image, its row, its stored file, and its tiles and thumbnails. */
async function readImage(as: TestUser, imageId: number, parentId: number) {
  const { answer: image } = await sendCall(server, getImage, { as, params: { id: String(imageId) } });
  const { answer: course } = await sendCall(server, getCourse, { as, params: { id: String(parentId) } });
  const file = await server.owner
    .selectFrom("slide_file")
    .innerJoin("image", "image.slide_file_id", "slide_file.id")
    .selectAll("slide_file")
    .where("image.item_id", "=", imageId)
    .executeTakeFirstOrThrow();
  const pictures = ["thumbnail", "associated/label", "0/0/0"].map(async (path) => {
    const url = `/tiles/${imageId}/${file.version}/${path}`;
    const { statusCode, rawPayload } = await server.app.inject({ url, headers: { "x-site-token": as.token } });
    return [path, statusCode, statusCode === 200 ? sha256Of(rawPayload) : ""];
  });
  return {
    image: withoutIds(image),
    items: withoutIds(course.items),
    file: { ...(withoutIds(file) as object), sha256: file.sha256, properties: file.properties, levels: file.levels },
    stored: sha256Of(await readFile(server.platform.folders.original(as.siteId, file.id))),
    pictures: await Promise.all(pictures),
  };
}

for (const [name, write] of [
  ["a pyramid", async () => join(import.meta.dirname, "../../../../fixtures/pyramid.tif")],
  ["a slide with a label and without small levels", () => labelledSlide(server)],
  ["a picture that has to be converted", async () => join(import.meta.dirname, "../../../../fixtures/transparent.png")],
] as const)
  it(`${name} is the same as after its upload`, { timeout: LONG_MS }, async () => {
    const path = await write();
    const site = await buildSite(server);
    const uploader = await buildUser(site, { role: "teacher", displayName: PEOPLE[0].displayName });
    const teacher = await addTeacher();
    const add = async (as: TestUser) =>
      (await sendCall(server, createCourse, { as, body: { title: "Kidneys" } })).answer.id;
    const [uploadedTo, adoptedTo] = [await add(uploader), await add(teacher)];
    const filename = basename(path);
    const upload = await sendFile(server, uploader, await readFile(path), { filename, parentId: uploadedTo });
    const slide = { path, parentId: adoptedTo, userId: teacher.id };
    const adopted = await sites.adoptSlide(teacher.siteId, slide);
    const isReady = async (as: TestUser, id: number) =>
      (await sendCall(server, getImage, { as, params: { id: String(id) } })).answer.state;
    await expect.poll(() => isReady(uploader, upload.imageId as number), { timeout: LONG_MS }).toBe("ready");
    await expect.poll(() => isReady(teacher, adopted), { timeout: LONG_MS }).toBe("ready");
    await expect.poll(openJobs, { timeout: LONG_MS }).toBe(0);
    expect(await readImage(teacher, adopted, adoptedTo)).toEqual(
      await readImage(uploader, upload.imageId as number, uploadedTo),
    );
  });

async function openJobs(): Promise<number> {
  const rows = await server.owner.selectFrom("job").select("id").where("state", "!=", "done").execute();
  return rows.length;
}
