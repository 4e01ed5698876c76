/**
 * Who sees what with assigned user groups, through every call that accepts an item ID: role, membership, dates, denied
 * types, nested assignments. One loop over the contracts.
 */
import type { Call } from "@parfocal/core/call.contract.ts";
import { getCase } from "@parfocal/core/case/case.contract.ts";
import { getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { listRelatedItems } from "@parfocal/core/related/related.contract.ts";
import { getShare } from "@parfocal/core/share/share.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { addressOf, sendCall, tokenOf } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { forgetAllTileRights } from "#tile/tile-rights.ts";
import { API_ROUTES, PICTURE_ROUTES } from "../../app.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(() => forgetAllTileRights());

/** Course > folder > inner folder > slide, and a case with another slide. */
async function buildSchool() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const innerId = await buildFolder(site, { parentId: folderId, title: "Cortex" });
  const slide = await buildSlide(site, { parentId: innerId, title: "Glomerulus" });
  const caseId = await buildCase(site, { parentId: innerId });
  const caseSlide = await buildSlide(site, { parentId: caseId, title: "Only in the case" });
  const users = {
    administrator: await buildUser(site, { role: "administrator" }),
    teacher: await buildUser(site, { role: "teacher" }),
    expert: await buildUser(site, { role: "expert" }),
    learner: await buildUser(site, { role: "learner" }),
  };
  return { site, courseId, folderId, innerId, slide, caseId, caseSlide, users };
}
type School = Awaited<ReturnType<typeof buildSchool>>;

const asking = (as: TestUser, contract: Call, id: number) =>
  sendCall(server, contract, { as, params: { id: String(id) } });
const sees = async (as: TestUser, contract: Call, id: number) => (await asking(as, contract, id)).status === 200;

describe("access to a folder's slide", () => {
  type Who = keyof School["users"];
  type Group = {
    readonly isMember: boolean;
    readonly dates?: "now" | "over" | "later";
    readonly denies?: "image" | "folder";
  };
  const DATES = {
    now: { dateStart: "2020-01-01 00:00:00", dateEnd: "2999-01-01 00:00:00" },
    over: { dateEnd: "2020-01-01 00:00:00" },
    later: { dateStart: "2999-01-01 00:00:00" },
  };
  const LEARNING: Who[] = ["expert", "learner"];
  const MANAGING: Who[] = ["administrator", "teacher"];
  const cases: [what: string, outer: Group | null, inner: Group | null, isSeen: boolean][] = [
    ["nothing is assigned", null, null, true],
    ["a member", { isMember: true }, null, true],
    ["no member", { isMember: false }, null, false],
    ["a member within the dates", { isMember: true, dates: "now" }, null, true],
    ["a member after the end", { isMember: true, dates: "over" }, null, false],
    ["a member before the start", { isMember: true, dates: "later" }, null, false],
    ["a member, slides denied", { isMember: true, denies: "image" }, null, false],
    ["a member, folders denied: the inner folder is closed", { isMember: true, denies: "folder" }, null, false],
    ["a member outside, none inside", { isMember: true }, { isMember: false }, false],
    ["none outside, a member inside", { isMember: false }, { isMember: true }, true],
    ["slides denied outside, a member inside", { isMember: true, denies: "image" }, { isMember: true }, true],
  ];
  for (const [what, outer, inner, isSeen] of cases) {
    it(`${what}: learners and experts ${isSeen ? "do" : "do not"}; content managers do`, async () => {
      const { site, folderId, innerId, slide, users } = await buildSchool();
      for (const [group, resourceId] of [
        [outer, folderId],
        [inner, innerId],
      ] as const) {
        if (!group) continue;
        await buildUserGroup(site, {
          resourceIds: [resourceId],
          members: group.isMember ? Object.values(users) : [],
          deniedKinds: group.denies ? [group.denies] : [],
          ...(group.dates ? DATES[group.dates] : {}),
        });
      }
      const tile = { image: String(slide.id), version: String(slide.version), level: "0", x: "0", y: "0" };
      for (const who of [...LEARNING, ...MANAGING]) {
        const isDue = isSeen || MANAGING.includes(who);
        for (const contract of readsOf("image")) {
          expect(await sees(users[who], contract, slide.id), `${who}: ${contract.path}`).toBe(isDue);
        }
        const url = addressOf(getTile, { ...tile, imageId: String(slide.id) });
        const { statusCode } = await server.app.inject({ url, headers: tokenOf(users[who]) });
        expect(statusCode, `${who}: tile`).toBe(isDue ? 200 : 404);
      }
    });
  }
});

/** Calls that read one item of a type by its ID. */
function readsOf(kind: "image" | "folder" | "case"): Call[] {
  const paths = {
    image: ["/v2/image/{id}", "/v2/image/post/{id}", "/v2/image/{id}/colourPreset", "/image/related/{id}"],
    folder: ["/v2/folder/{id}"],
    case: ["/v2/case/{id}", "/v2/case/post/{id}"],
  }[kind];
  return API_ROUTES.map(({ contract }) => contract).filter(
    ({ method, path }) => method === "GET" && paths.includes(path.replace(/\/$/, "")),
  );
}

describe("no call returns closed content", () => {
  /** Reads that name no content by ID, or that only content managers call. */
  const readsContent = ({ method, path, policy }: Call) =>
    method === "GET" &&
    /\{\w*([iI]d|image|identifier|descriptor|folder)\}/.test(path) &&
    ["seesSite", "learn"].includes(policy);
  for (const { contract } of [...API_ROUTES, ...PICTURE_ROUTES].filter((route) => readsContent(route.contract))) {
    it(`${contract.method} ${contract.path}`, async () => {
      const { site, courseId, folderId, innerId, slide, caseId, caseSlide, users } = await buildSchool();
      await buildUserGroup(site, { resourceIds: [courseId] });
      for (const id of [courseId, folderId, innerId, slide.id, caseId, caseSlide.id]) {
        const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
        const isId = (name: string) => /^(\w*[iI]d|image|identifier|slideId)$/.test(name);
        const fixed: Record<string, string> = {
          descriptor: `${id}.dzi`,
          folder: `${id}_files`,
          version: "1",
          level: "0",
          x: "0",
          y: "0",
        };
        for (const kind of ["image", "case", "folder"]) {
          const ids = Object.fromEntries(names.filter(isId).map((name) => [name, String(id)]));
          const params = { kind, type: kind, ...fixed, ...ids };
          const url = addressOf(contract, params);
          const { statusCode } = await server.app.inject({ url, headers: tokenOf(users.learner) });
          expect([400, 404], url).toContain(statusCode);
        }
      }
    });
  }
});

describe("closed content leaves no trace", () => {
  it("in the list of courses, in a course's folders, counts and images, in related items", async () => {
    const { site, courseId, folderId, innerId, slide, users } = await buildSchool();
    const openId = await buildFolder(site, { parentId: courseId, title: "Open" });
    const open = await buildSlide(site, { parentId: openId, title: "Open slide" });
    await buildSlide(site, { parentId: innerId, title: "Beside it" });
    await buildUserGroup(site, { resourceIds: [folderId] });
    const { answer: courses, raw } = await sendCall(server, listCourses, { as: users.learner });
    expect(courses).toMatchObject([{ id: courseId, folderCount: 1 }]);
    expect(courses[0]?.thumbnail).toContain(`/tiles/${open.id}/`);
    expect(raw.body).not.toContain(`/tiles/${slide.id}/`);
    const course = (await asking(users.learner, getCourse, courseId)).raw.body;
    expect(course).toContain("Open");
    expect(course).not.toContain("Kidney");
    expect((await sendCall(server, listCourses, { as: users.teacher })).answer).toMatchObject([{ folderCount: 2 }]);
  });

  it("a folder whose slides are denied counts and shows none of them; its case loses its slides", async () => {
    const { site, courseId, folderId, innerId, caseId, users } = await buildSchool();
    await buildUserGroup(site, { resourceIds: [folderId], members: [users.learner], deniedKinds: ["image"] });
    const folder = (await sendCall(server, getFolder, { as: users.learner, params: { id: String(folderId) } })).answer;
    expect(folder.folders).toMatchObject([{ id: innerId, itemCount: 1, thumbnail: null }]);
    const inner = (await sendCall(server, getFolder, { as: users.learner, params: { id: String(innerId) } })).answer;
    expect(inner.items.map(({ type }) => type)).toEqual(["case"]);
    const seen = (await sendCall(server, getCase, { as: users.learner, params: { id: String(caseId) } })).answer;
    expect(seen).toMatchObject({ items: [], thumbnail: null });
    expect((await sendCall(server, listCourses, { as: users.learner })).answer).toMatchObject([
      { id: courseId, thumbnail: null, isVirtual: false },
      { thumbnail: null, isVirtual: true },
    ]);
  });

  it("related items are limited to open ones", async () => {
    const { site, innerId, slide, users } = await buildSchool();
    const other = await buildSlide(site, { parentId: innerId, title: "Closed neighbour" });
    await buildUserGroup(site, { resourceIds: [other.id] });
    const related = await sendCall(server, listRelatedItems, { as: users.learner, params: { id: String(slide.id) } });
    expect(related.raw.body).not.toContain("Closed neighbour");
    const forTeacher = await sendCall(server, listRelatedItems, {
      as: users.teacher,
      params: { id: String(slide.id) },
    });
    expect(forTeacher.raw.body).toContain("Closed neighbour");
  });

  it("a guest of a public site is in no group", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    const open = await buildCourse(site, { title: "Open" });
    const closed = await buildCourse(site, { title: "Closed" });
    await buildUserGroup(site, { resourceIds: [closed] });
    const { answer } = await sendCall(server, listCourses, { siteId: site.id });
    expect(answer.map(({ id }) => id)).toEqual([open]);
  });
});

describe("a share has the access scope of its creator", () => {
  it("it opens nothing after its creator has left the group; what was closed before stays closed in it", async () => {
    const { site, folderId, innerId, slide, users } = await buildSchool();
    const groupId = await buildUserGroup(site, { resourceIds: [folderId], members: [users.learner] });
    const share = await buildShare(site, { createdBy: users.learner, itemId: folderId, shareType: "folder" });
    const bySlide = await buildShare(site, { createdBy: users.learner, itemId: slide.id });
    const open = ({ token }: { token: string }) => sendCall(server, getShare, { params: { token } });
    const tile = () =>
      server.app.inject({
        url: `${addressOf(getTile, { imageId: slide.id, version: slide.version, level: 0, x: 0, y: 0 })}?share=${share.token}`,
      });
    expect((await open(share)).status).toBe(200);
    expect((await tile()).statusCode).toBe(200);
    await buildUserGroup(site, { resourceIds: [innerId] });
    forgetAllTileRights();
    expect((await open(share)).status).toBe(200);
    expect((await tile()).statusCode).toBe(404);
    expect((await open(bySlide)).status).toBe(404);
    await server.owner.deleteFrom("user_group_member").where("user_group_id", "=", groupId).execute();
    expect((await open(share)).status).toBe(404);
  });
});
