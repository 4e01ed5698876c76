import {
  assignResource,
  createAssignment,
  getAssignment,
  listResourceAssignments,
  unassignResource,
} from "@parfocal/core/assignment/assignment.contract.ts";
import { listUserGroups } from "@parfocal/core/user-group/user-group.contract.ts";
import { sql } from "kysely";
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

async function buildSchool() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  return {
    site,
    courseId,
    folderId: await buildFolder(site, { parentId: courseId, title: "Kidney" }),
    administrator: await buildUser(site, { role: "administrator" }),
  };
}

const make = (as: TestUser, resourceId: number, body: object) =>
  sendCall(server, createAssignment, { as, params: { id: String(resourceId) }, body: body as { title: string } });
const read = (as: TestUser, id: number) => sendCall(server, getAssignment, { as, params: { id: String(id) } });
const pair = (id: number, resourceId: number) => ({ id: String(id), resourceId: String(resourceId) });
const remove = (as: TestUser, id: number, resourceId: number) =>
  sendCall(server, unassignResource, { as, params: pair(id, resourceId) });
const assign = (as: TestUser, id: number, resourceId: number) =>
  sendCall(server, assignResource, { as, params: pair(id, resourceId) });
const of = (as: TestUser, resourceId: number) =>
  sendCall(server, listResourceAssignments, { as, params: { resourceId: String(resourceId) } });

it("a long list of assignments is partial: locations of each group, at most 100 groups for each", async () => {
  const { site, administrator, courseId, folderId } = await buildSchool();
  const folderIds = [];
  for (let count = 0; count < 12; count += 1)
    folderIds.push(await buildFolder(site, { parentId: courseId, title: `Folder ${String.fromCharCode(65 + count)}` }));
  const groupId = await buildUserGroup(site, { resourceIds: [folderId, ...folderIds] });
  const [listed] = (await of(administrator, folderId)).answer.assignments;
  expect(listed).toMatchObject({ resourceCount: 13 });
  expect(listed?.resources.map(({ id }) => id)).toEqual(folderIds.slice(0, 10));
  const { answer: whole } = await read(administrator, groupId);
  expect(whole.resources.map(({ id }) => id)).toEqual([...folderIds, folderId]);

  await sql`
    WITH made AS (
      INSERT INTO user_group (site_id, title) SELECT ${site.id}, 'Many ' || n FROM generate_series(1, 98) AS n RETURNING id
    )
    INSERT INTO assignment (site_id, user_group_id, resource_id, by_administrator)
    SELECT ${site.id}, id, ${folderId}, true FROM made
  `.execute(server.owner);
  const last = await make(administrator, folderId, { title: "The hundredth" });
  expect(last.status).toBe(200);
  const another = await buildUserGroup(site, { resourceIds: [courseId] });
  for (const rejected of [
    await make(administrator, folderId, { title: "One more" }),
    await assign(administrator, another, folderId),
  ]) {
    expect(rejected).toMatchObject({ status: 409, failure: { data: ["tooManyGroups"] } });
  }
  expect((await of(administrator, folderId)).answer.assignments).toHaveLength(100);
  // An existing one does not count towards the limit.
  expect((await assign(administrator, groupId, folderId)).status).toBe(200);
  expect((await remove(administrator, last.answer.id, folderId)).status).toBe(204);
  expect((await assign(administrator, another, folderId)).status).toBe(200);
});

describe("pages", () => {
  it("the list of groups has 500 per page, by title, each once", async () => {
    const { site, administrator } = await buildSchool();
    await sql`INSERT INTO user_group (site_id, title)
      SELECT ${site.id}, 'Group ' || lpad(number::text, 4, '0') FROM generate_series(1, 501) AS number`.execute(
      server.owner,
    );
    const page = async (number: number) =>
      (await sendCall(server, listUserGroups, { as: administrator, query: { page: String(number) } })).answer;
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect([first.length, second.length, third.length]).toEqual([500, 1, 0]);
    expect([first[0]?.title, second[0]?.title]).toEqual(["Group 0001", "Group 0501"]);
  });

  it("a group has 500 members per page, by name; a location has the first of each of its groups", async () => {
    const { site, administrator, folderId } = await buildSchool();
    const { answer: large } = await make(administrator, folderId, { title: "Large" });
    const { answer: small } = await make(administrator, folderId, { title: "Small" });
    await sql`WITH people AS (
        INSERT INTO site_user (site_id, email, display_name, role, password_hash)
        SELECT ${site.id}, 'm' || number || '@example.test', 'Member ' || lpad(number::text, 4, '0'), 'learner', 'none'
        FROM generate_series(1, 501) AS number RETURNING id, display_name
      )
      INSERT INTO user_group_member (site_id, user_group_id, user_id)
      SELECT ${site.id}::bigint, ${large.id}::bigint, id FROM people
      UNION ALL SELECT ${site.id}::bigint, ${small.id}::bigint, id FROM people WHERE display_name > 'Member 0499'`.execute(
      server.owner,
    );
    const namesOn = async (page: number) => {
      const { answer } = await sendCall(server, getAssignment, {
        as: administrator,
        params: { id: String(large.id) },
        query: { page: String(page) },
      });
      expect(answer.userCount).toBe(501);
      return answer.users.map(({ name }) => name);
    };
    const [first, second] = [await namesOn(1), await namesOn(2)];
    expect([first.length, first[0], second]).toEqual([500, "Member 0001", ["Member 0501"]]);
    const { answer } = await sendCall(server, listResourceAssignments, {
      as: administrator,
      params: { resourceId: String(folderId) },
    });
    expect(answer.assignments.map(({ users }) => users.length)).toEqual([20, 2]);
  });
});
