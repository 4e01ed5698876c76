import { explainAccess } from "@parfocal/core/assignment/why.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Course > folder > inner folder. */
async function buildSchool() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const innerId = await buildFolder(site, { parentId: folderId, title: "Cortex" });
  const users = {
    administrator: await buildUser(site, { role: "administrator" }),
    teacher: await buildUser(site, { role: "teacher" }),
    expert: await buildUser(site, { role: "expert" }),
    learner: await buildUser(site, { role: "learner", displayName: "Lea Learner" }),
  };
  return { site, courseId, folderId, innerId, users };
}
type School = Awaited<ReturnType<typeof buildSchool>>;

const why = (as: TestUser, userId: number, resourceId: number) =>
  sendCall(server, explainAccess, { as, query: { userId: String(userId), resourceId: String(resourceId) } });

/** What each case changes in the school, and the expected answer about the learner and the inner folder. */
const CASES: [what: string, change: (school: School) => Promise<unknown>, isSeen: boolean, expected: object][] = [
  ["no group", async () => {}, true, { decidedBy: null, groups: [], hidden: [] }],
  [
    "a group above, as a member",
    ({ site, folderId, users }) =>
      buildUserGroup(site, { title: "A", resourceIds: [folderId], members: [users.learner] }),
    true,
    { decidedBy: { title: "Kidney" }, groups: [{ title: "A", isMember: true, time: "now", isOpen: true }] },
  ],
  [
    "a group of others",
    ({ site, folderId }) => buildUserGroup(site, { title: "A", resourceIds: [folderId] }),
    false,
    { groups: [{ isMember: false, isOpen: false }] },
  ],
  [
    "a group that is over",
    ({ site, folderId, users }) =>
      buildUserGroup(site, { resourceIds: [folderId], members: [users.learner], dateEnd: "2020-01-01 00:00:00" }),
    false,
    { groups: [{ isMember: true, time: "over", dateEnd: "2020-01-01 00:00:00", isOpen: false }] },
  ],
  [
    "a group that has not started",
    ({ site, folderId, users }) =>
      buildUserGroup(site, { resourceIds: [folderId], members: [users.learner], dateStart: "2999-01-01 00:00:00" }),
    false,
    { groups: [{ time: "later", isOpen: false }] },
  ],
  [
    "a group that denies folders",
    ({ site, courseId, users }) =>
      buildUserGroup(site, { resourceIds: [courseId], members: [users.learner], deniedKinds: ["folder"] }),
    false,
    { decidedBy: { title: "Histology" }, groups: [{ deniedBy: { title: "Kidney" }, isOpen: false }] },
  ],
  [
    "a nearer group of others",
    async ({ site, courseId, innerId, users }) => {
      await buildUserGroup(site, { resourceIds: [courseId], members: [users.learner] });
      await buildUserGroup(site, { title: "Near", resourceIds: [innerId] });
    },
    false,
    { decidedBy: { title: "Cortex" }, groups: [{ title: "Near", isMember: false }] },
  ],
  [
    "a hidden folder above",
    ({ folderId }) =>
      server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", folderId).execute(),
    false,
    { hidden: [{ place: { title: "Kidney" }, reason: "inactive" }], decidedBy: null },
  ],
  [
    "a hidden course",
    ({ courseId }) =>
      server.owner.updateTable("course").set({ is_visible: false }).where("item_id", "=", courseId).execute(),
    false,
    { hidden: [{ place: { title: "Histology" }, reason: "hiddenCourse" }] },
  ],
  [
    "a course for experts",
    ({ courseId }) =>
      server.owner
        .updateTable("course")
        .set({ user_roles: ["expert"] })
        .where("item_id", "=", courseId)
        .execute(),
    false,
    { hidden: [{ place: { title: "Histology" }, reason: "otherRoles" }] },
  ],
];

describe("the reasons match the access rules", () => {
  for (const [what, change, isSeen, expected] of CASES) {
    it(`${what}: the learner ${isSeen ? "sees" : "does not see"} it; teachers and administrators do`, async () => {
      const school = await buildSchool();
      const { users, innerId } = school;
      await change(school);
      const { answer } = await why(users.teacher, users.learner.id, innerId);
      expect(answer).toMatchObject({
        user: { name: "Lea Learner", role: "learner" },
        resource: { title: "Cortex" },
        isSeen,
        account: "active",
        seesAll: false,
        ways: [{ path: [{ title: "Histology" }, { title: "Kidney" }, { title: "Cortex" }], isSeen, ...expected }],
      });
      for (const user of Object.values(users)) {
        const explained = (await why(users.administrator, user.id, innerId)).answer;
        const opened = await sendCall(server, getFolder, { as: user, params: { id: String(innerId) } });
        expect(explained.isSeen, user.role).toBe(opened.status === 200);
        expect(
          explained.ways.some((way) => way.isSeen),
          user.role,
        ).toBe(opened.status === 200);
        expect(explained.seesAll).toBe(user.role === "teacher" || user.role === "administrator");
      }
    });
  }
});

it("a suspended or expired account sees nothing, and the reason is given", async () => {
  const { site, users, innerId } = await buildSchool();
  const suspended = await buildUser(site, { isSuspended: true });
  const expired = await buildUser(site, { expiresAt: new Date(Date.now() - 1000) });
  for (const [user, account] of [
    [suspended, "suspended"],
    [expired, "expired"],
  ] as const)
    expect((await why(users.teacher, user.id, innerId)).answer).toMatchObject({ account, isSeen: false });
});

it("among hundreds of groups those of the person come first, and 50 are listed", async () => {
  const { site, users, folderId } = await buildSchool();
  for (let made = 0; made < 60; made += 1) await buildUserGroup(site, { title: `A ${made}`, resourceIds: [folderId] });
  await buildUserGroup(site, { title: "Z", resourceIds: [folderId], members: [users.learner] });
  const [way] = (await why(users.teacher, users.learner.id, folderId)).answer.ways;
  expect([way?.groupCount, way?.groups.length, way?.groups[0]?.title]).toEqual([61, 50, "Z"]);
});

it("are not available to learners, nor for people and items of another site", async () => {
  const { users, innerId } = await buildSchool();
  const other = await buildSchool();
  expect((await why(users.learner, users.learner.id, innerId)).status).toBe(403);
  expect((await why(users.teacher, other.users.learner.id, innerId)).status).toBe(404);
  expect((await why(users.teacher, users.learner.id, other.innerId)).status).toBe(404);
});
