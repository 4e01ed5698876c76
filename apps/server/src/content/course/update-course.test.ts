import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getCourse, listCourses, updateCourse } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildPicture } from "#testing/build-picture.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
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
  const course = await buildCourse(site, { title: "Histology" });
  const change = (body: BodyFor<typeof updateCourse>) =>
    sendCall(server, updateCourse, { as: teacher, params: { id: String(course) }, body });
  return { site, teacher, course, change };
}

describe("a course", () => {
  it("has no appearance until one is set", async () => {
    const { teacher, course } = await buildSchool();
    const { answer } = await sendCall(server, getCourse, { as: teacher, params: { id: String(course) } });
    expect(answer).toMatchObject({
      background: null,
      backgroundMediaId: null,
      backgroundUrl: null,
      backgroundPosition: "center",
      backgroundStyle: "cover",
      displayStyle: "cards",
      thumbnailMediaId: null,
      tags: [],
      userRoles: [],
    });
  });

  it("stores every changed field, and keeps omitted ones", async () => {
    const { site, course, change } = await buildSchool();
    const [picture, cover] = [await buildPicture(site), await buildPicture(site)];
    const first = await change({
      id: course,
      title: " Pathology ",
      description: "Of organs",
      tags: ["organ", " HE ", "organ"],
      background: "#1F6F78",
      backgroundMediaId: picture,
      backgroundPosition: "top left",
      backgroundStyle: "tile",
      displayStyle: "compact",
      thumbnailMediaId: cover,
      userRoles: ["expert", "expert"],
      isVisible: false,
    });
    const expected = {
      title: "Pathology",
      description: "Of organs",
      tags: ["organ", "HE"],
      background: "#1f6f78",
      backgroundMediaId: picture,
      backgroundUrl: expect.stringMatching(new RegExp(`^/api/v2/media/${picture}/[0-9a-f]{44}/file$`)),
      backgroundPosition: "top left",
      backgroundStyle: "tile",
      displayStyle: "compact",
      thumbnailMediaId: cover,
      thumbnail: expect.stringMatching(new RegExp(`^/api/v2/media/${cover}/[0-9a-f]{44}/thumbnail$`)),
      userRoles: ["expert"],
      isVisible: false,
    };
    expect(first.answer).toMatchObject(expected);
    const second = await change({ description: "" });
    expect(second.answer).toMatchObject({ ...expected, description: "" });
  });

  it("clears fields set to null", async () => {
    const { site, change } = await buildSchool();
    const picture = await buildPicture(site);
    await change({
      background: "#000000",
      backgroundMediaId: picture,
      thumbnailMediaId: picture,
      userRoles: ["expert"],
    });
    const { answer } = await change({
      background: null,
      backgroundMediaId: null,
      thumbnailMediaId: null,
      userRoles: [],
      tags: [],
    });
    expect(answer).toMatchObject({ background: null, backgroundUrl: null, thumbnail: null, userRoles: [], tags: [] });
  });

  const wrong: [what: string, body: object, code: string][] = [
    ["no title", { title: "  " }, "title"],
    ["a title of 201 characters", { title: "x".repeat(201) }, "title"],
    ["an invalid colour", { background: "red; background-image: url(x)" }, "background"],
    ["an invalid style", { backgroundStyle: "stretch" }, "backgroundStyle"],
    ["an invalid position", { backgroundPosition: "50% 50%" }, "backgroundPosition"],
    ["an invalid display style", { displayStyle: "wall" }, "displayStyle"],
    ["an unknown role", { userRoles: ["king"] }, "userRoles"],
    ["an empty tag", { tags: [" "] }, "tags"],
    ["51 tags", { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, "tags"],
    ["an image that does not exist", { backgroundMediaId: 987_654_321 }, "backgroundMediaId"],
    ["a thumbnail that does not exist", { thumbnailMediaId: 987_654_321 }, "thumbnailMediaId"],
    ["the ID of another course", { id: 987_654_321 }, "id"],
  ];
  for (const [what, body, code] of wrong) {
    it(`with ${what} is rejected without storing anything`, async () => {
      const { teacher, course, change } = await buildSchool();
      const { status, failure } = await change({ description: "Changed", ...body });
      expect([status, failure.data.some((one) => one.startsWith(code))]).toEqual([400, true]);
      const { answer } = await sendCall(server, getCourse, { as: teacher, params: { id: String(course) } });
      expect(answer.description).toBe("");
    });
  }

  it("rejects images of another site, deleted images, and files that are not images", async () => {
    const { site, change } = await buildSchool();
    const ids = [
      await buildPicture(await buildSite(server)),
      await buildPicture(site, { isDeleted: true }),
      await buildPicture(site, { mediaType: "application/pdf" }),
    ];
    for (const backgroundMediaId of ids) expect((await change({ backgroundMediaId })).status).toBe(400);
  });

  it("has no image if its image was deleted", async () => {
    const { site, course, change } = await buildSchool();
    const picture = await buildPicture(site);
    const slide = await buildSlide(site, { parentId: course });
    await change({ backgroundMediaId: picture, thumbnailMediaId: picture });
    await server.owner.updateTable("media_file").set({ deleted_at: new Date() }).where("id", "=", picture).execute();
    const { answer } = await change({});
    expect(answer).toMatchObject({ backgroundMediaId: null, backgroundUrl: null, thumbnailMediaId: null });
    expect(answer.thumbnail).toContain(`/tiles/${slide.id}/`);
  });

  it("is not found by the ID of a folder, or one that does not exist", async () => {
    const { site, teacher, course } = await buildSchool();
    const folder = await buildFolder(site, { parentId: course });
    for (const id of [folder, 987_654_321]) {
      const { status } = await sendCall(server, updateCourse, { as: teacher, params: { id: String(id) }, body: {} });
      expect(status).toBe(404);
    }
  });

  it("changed concurrently keeps all changes", async () => {
    const { course, teacher, change } = await buildSchool();
    await Promise.all([
      change({ description: "Of organs" }),
      change({ tags: ["organ"] }),
      change({ background: "#123456" }),
      change({ displayStyle: "list" }),
    ]);
    const { answer } = await sendCall(server, getCourse, { as: teacher, params: { id: String(course) } });
    expect(answer).toMatchObject({
      description: "Of organs",
      tags: ["organ"],
      background: "#123456",
      displayStyle: "list",
    });
  });
});

describe("a course for some roles", () => {
  const rows: [roles: ("administrator" | "teacher" | "expert" | "learner")[], learner: number, expert: number][] = [
    [[], 200, 200],
    [["expert"], 404, 200],
    [["learner"], 200, 404],
    [["learner", "expert"], 200, 200],
    [["administrator"], 404, 404],
  ];
  for (const [userRoles, forLearner, forExpert] of rows) {
    it(`[${userRoles}]: learners ${forLearner}, experts ${forExpert}, and content managers always see it`, async () => {
      const { site, teacher, course, change } = await buildSchool();
      const folder = await buildFolder(site, { parentId: course });
      const slide = await buildSlide(site, { parentId: folder });
      await change({ userRoles });
      const learner = await buildUser(site, { role: "learner" });
      const expert = await buildUser(site, { role: "expert" });
      for (const [user, status] of [
        [learner, forLearner],
        [expert, forExpert],
        [teacher, 200],
      ] as const) {
        const listed = (await sendCall(server, listCourses, { as: user })).answer;
        expect(listed.some(({ id }) => id === course)).toBe(status === 200);
        const statuses = [
          (await sendCall(server, getCourse, { as: user, params: { id: String(course) } })).status,
          (await sendCall(server, getFolder, { as: user, params: { id: String(folder) } })).status,
          (await sendCall(server, getImage, { as: user, params: { id: String(slide.id) } })).status,
        ];
        expect(statuses).toEqual([status, status, status]);
      }
    });
  }

  it("shows its roles only to content managers", async () => {
    const { site, course, change } = await buildSchool();
    await change({ userRoles: ["learner"] });
    const learner = await buildUser(site, { role: "learner" });
    const { answer } = await sendCall(server, getCourse, { as: learner, params: { id: String(course) } });
    expect(answer.userRoles).toEqual([]);
  });

  it("is hidden from guests of a public site", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    const teacher = await buildUser(site, { role: "teacher" });
    const course = await buildCourse(site);
    const params = { id: String(course) };
    expect((await sendCall(server, getCourse, { siteId: site.id, params })).status).toBe(200);
    await sendCall(server, updateCourse, { as: teacher, params, body: { userRoles: ["learner"] } });
    expect((await sendCall(server, getCourse, { siteId: site.id, params })).status).toBe(404);
  });
});
