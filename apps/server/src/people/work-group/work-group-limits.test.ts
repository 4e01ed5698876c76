import {
  addToWorkGroup,
  createWorkGroup,
  listWorkGroups,
  restoreWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import {
  WORK_GROUP_MEMBERS_MAX,
  WORK_GROUPS_JOINED_MAX,
  WORK_GROUPS_OWNED_MAX,
} from "@parfocal/core/work-group/work-group-limits.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const add = (as: TestUser, groupId: number, email: string) =>
  sendCall(server, addToWorkGroup, { as, body: { groupId, email } });

/** Groups of `owner`, created without calls, with `members` beside the owner. */
async function buildGroups(
  { id: siteId }: { readonly id: number },
  { owner, members = [], count }: { owner: TestUser; members?: readonly TestUser[]; count: number },
): Promise<void> {
  const memberIds = [owner.id, ...members.map(({ id }) => id)];
  await sql`
    WITH made AS (
      INSERT INTO work_group (site_id, title, owner_id)
      SELECT ${siteId}, 'Group ' || number, ${owner.id} FROM generate_series(1, ${count}::int) AS number RETURNING id
    )
    INSERT INTO work_group_member (site_id, work_group_id, user_id)
    SELECT ${siteId}, made.id, member FROM made, unnest(${memberIds}::bigint[]) AS member
  `.execute(server.owner);
}

describe("limits of work groups", () => {
  it(`a person owns at most ${WORK_GROUPS_OWNED_MAX}, also if the last ones are created at once`, async () => {
    const site = await buildSite(server);
    const lea = await buildUser(site);
    await buildGroups(site, { owner: lea, count: WORK_GROUPS_OWNED_MAX - 1 });
    const made = await Promise.all(
      Array.from({ length: 5 }, () => sendCall(server, createWorkGroup, { as: lea, body: { title: "One more" } })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const rejected = made.find(({ status }) => status === 409);
    expect([rejected?.failure.message, rejected?.failure.data]).toEqual([
      "You own 100 work groups, which is the limit. Delete one and try again.",
      ["workGroupsOwned"],
    ]);
    expect((await sendCall(server, listWorkGroups, { as: lea })).answer).toHaveLength(WORK_GROUPS_OWNED_MAX);
  });

  it("a deleted group is not restored beyond the limit", async () => {
    const site = await buildSite(server);
    const lea = await buildUser(site);
    const deleted = await buildWorkGroup(site, { owner: lea, isDeleted: true });
    await buildGroups(site, { owner: lea, count: WORK_GROUPS_OWNED_MAX });
    expect((await sendCall(server, restoreWorkGroup, on(lea, deleted))).status).toBe(409);
  });

  it(`a person joins at most ${WORK_GROUPS_JOINED_MAX} groups of others, also if added at once`, async () => {
    const site = await buildSite(server);
    const [lea, ada, leo] = [await buildUser(site), await buildUser(site), await buildUser(site)];
    await buildGroups(site, { owner: lea, members: [leo], count: WORK_GROUPS_JOINED_MAX - 1 });
    const groups = [];
    for (const owner of [ada, ada, ada]) groups.push(await buildWorkGroup(site, { owner }));
    const added = await Promise.all(groups.map((id) => add(ada, id, leo.email)));
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(added.find(({ status }) => status === 409)?.failure.data).toEqual(["workGroupsJoined"]);
    // Owned ones do not count.
    expect((await sendCall(server, createWorkGroup, { as: leo, body: { title: "Own" } })).status).toBe(200);
  });

  it("a member who has reached the limit is not a member of a restored group", async () => {
    const site = await buildSite(server);
    const [lea, ada, leo] = [await buildUser(site), await buildUser(site), await buildUser(site)];
    const deleted = await buildWorkGroup(site, { owner: ada, members: [leo, lea], isDeleted: true });
    await buildGroups(site, { owner: lea, members: [leo], count: WORK_GROUPS_JOINED_MAX });
    const { answer } = await sendCall(server, restoreWorkGroup, on(ada, deleted));
    expect(answer.users.map(({ id }) => id).sort()).toEqual([lea.id, ada.id].sort());
  });

  it(`a group has at most ${WORK_GROUP_MEMBERS_MAX} members; existing ones stay`, async () => {
    const site = await buildSite(server);
    const [lea, ada, leo] = [await buildUser(site), await buildUser(site), await buildUser(site)];
    const groupId = await buildWorkGroup(site, { owner: lea, members: [ada] });
    await sql`
      WITH made AS (
        INSERT INTO site_user (site_id, email, display_name, role, password_hash)
        SELECT ${site.id}, 'member' || number || '@example.test', 'Member', 'learner', 'none'
        FROM generate_series(3, ${WORK_GROUP_MEMBERS_MAX}::int) AS number RETURNING id
      )
      INSERT INTO work_group_member (site_id, work_group_id, user_id) SELECT ${site.id}, ${groupId}, id FROM made
    `.execute(server.owner);
    const { status, failure } = await add(lea, groupId, leo.email);
    expect([status, failure.data]).toEqual([409, ["workGroupMembers"]]);
    expect((await add(lea, groupId, ada.email)).status).toBe(200);
  });
});
