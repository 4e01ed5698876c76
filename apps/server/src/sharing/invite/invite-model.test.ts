/**
 * REL-18: invite codes match a small model after any sequence of actions: generated, used (also by everyone at once, and
 * by an administrator for others), deactivated, expired; members, assignments, groups and accounts that come and go.
 */
import {
  addGroupUser,
  assignResource,
  removeGroupUser,
  unassignResource,
} from "@parfocal/core/assignment/assignment.contract.ts";
import {
  addToGroupByCode,
  deactivateInvite,
  generateInvite,
  listInvites,
  listInvitesLog,
} from "@parfocal/core/invite/invite.contract.ts";
import { formatInviteCode } from "@parfocal/core/invite/invite-code.ts";
import { deleteUser } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { deleteUserGroup } from "@parfocal/core/user-group/manage-groups.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildInvite } from "#testing/build-invite.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const RUNS = 8;
const LEARNERS = 2;
const GROUPS = 2;
const FUTURE = "2099-12-31 23:59:59";
const PAST = "2020-01-01 00:00:00";
/** A wrong code counts for its sender and for the network address. */
const COUNTED_PER_GUESS = 2;

let server: SharedTestServer;
let foreignCode: string;
beforeAll(async () => {
  server = await sharedTestServer();
  const site = await buildSite(server);
  const createdBy = await buildUser(site, { role: "administrator" });
  foreignCode = (await buildInvite(site, { groupId: await buildUserGroup(site), createdBy })).code;
});

/** People are numbers: 0 is the administrator. */
interface ModelGroup {
  readonly members: Set<number>;
  isAssigned: boolean;
  isDeleted: boolean;
}
interface ModelInvite {
  readonly group: ModelGroup;
  readonly isOneTime: boolean;
  readonly users: Set<number>;
  isSpent: boolean;
  isExpired: boolean;
  isActive: boolean;
}
interface Model {
  readonly groups: readonly ModelGroup[];
  readonly invites: ModelInvite[];
  readonly deletedPeople: Set<number>;
  /** Wrong codes since the last comparison. */
  guesses: number;
}
interface Real {
  readonly site: TestSite;
  readonly courseId: number;
  readonly groupIds: readonly number[];
  readonly people: readonly TestUser[];
  readonly invites: { readonly id: number; readonly code: string }[];
}

const FRESH = { isSpent: false, isExpired: false, isActive: true };
const newInvite = (group: ModelGroup, isOneTime: boolean) => ({ ...FRESH, group, isOneTime, users: new Set<number>() });
const stateOf = ({ isSpent, isExpired, isActive }: ModelInvite) => {
  if (isSpent) return "used";
  if (isExpired) return "expired";
  return isActive ? "active" : "deactivated";
};
const listed = ({ invites }: Model) => invites.filter(({ group }) => !group.isDeleted);
const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other);
const livePeople = ({ deletedPeople }: Readonly<Model>) =>
  Array.from({ length: LEARNERS + 1 }, (_, person) => person).filter((person) => !deletedPeople.has(person));

/** A code admits each person once; who is still in the group gets the same answer again. */
function isAdmitted(invite: ModelInvite | undefined, person: number): invite is ModelInvite {
  if (!invite || invite.group.isDeleted) return false;
  return invite.users.has(person) ? invite.group.members.has(person) : stateOf(invite) === "active";
}
function admit(invite: ModelInvite, person: number): void {
  if (!invite.users.has(person)) invite.isSpent = invite.isOneTime;
  invite.users.add(person);
  invite.group.members.add(person);
}

const adminOf = ({ people }: Real) => people[0] as TestUser;
const personAt = ({ people }: Real, person: number) => people[person] as TestUser;
const codeAt = ({ invites }: Real, place: number) => invites[place]?.code ?? "0".repeat(20);
const paramsOf = (id: number | undefined) => ({ params: { id: String(id) } });

/** The rows of the site: codes with their uses, members of its groups. Wrong codes are counted, then forgotten. */
async function stored({ site, people, invites, groupIds }: Real) {
  const numberOf = (id: unknown) => people.findIndex((person) => person.id === Number(id));
  const codes = await sql<{ id: number; is_active: boolean; isSpent: boolean; users: number[] }>`
    SELECT id, is_active, used_at IS NOT NULL AS "isSpent",
      ARRAY(SELECT user_id FROM invite_use WHERE invite_id = invite.id) AS users
    FROM invite WHERE site_id = ${site.id} ORDER BY id
  `.execute(server.owner);
  const members = await server.owner
    .selectFrom("user_group_member")
    .select(["user_group_id", "user_id"])
    .where("site_id", "=", site.id)
    .execute();
  const failures = await server.owner
    .deleteFrom("sign_in_failure")
    .where("site_id", "=", site.id)
    .returning("subject")
    .execute();
  return {
    codes: codes.rows.map(({ id, is_active, isSpent, users }) => ({
      place: invites.findIndex((invite) => invite.id === Number(id)),
      isActive: is_active,
      isSpent,
      users: sorted(users.map(numberOf)),
    })),
    members: groupIds.map((id) =>
      sorted(
        members.filter(({ user_group_id }) => Number(user_group_id) === id).map(({ user_id }) => numberOf(user_id)),
      ),
    ),
    memberCount: members.length,
    guesses: failures.length / COUNTED_PER_GUESS,
  };
}

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  const codes = listed(model).map((invite) => ({
    place: model.invites.indexOf(invite),
    isActive: invite.isActive,
    isSpent: invite.isSpent,
    users: sorted(invite.users),
  }));
  const members = model.groups.map((group) => sorted(group.members));
  const memberCount = members.flat().length;
  expect(await stored(real)).toEqual({ codes, members, memberCount, guesses: model.guesses });
  model.guesses = 0;
});

const send = (real: Real, sender: number, code: string, person: number) =>
  sendCall(server, addToGroupByCode, {
    as: personAt(real, sender),
    body: { code, userId: personAt(real, person).id },
  });

const generate = (place: number, isOneTime: boolean, validUntil: string | null) =>
  command(`generate for group ${place}, ${isOneTime ? "one-time" : "reusable"}, ${validUntil}`, async (model, real) => {
    const [group, userGroupId = 0] = [model.groups[place] as ModelGroup, real.groupIds[place]];
    const body = { userGroupId, isOneTime, validUntil };
    const learner = livePeople(model)[1];
    if (learner !== undefined)
      expect((await sendCall(server, generateInvite, { as: personAt(real, learner), body })).status).toBe(403);
    const { status, failure, answer } = await sendCall(server, generateInvite, { as: adminOf(real), body });
    if (group.isDeleted) return expect(status).toBe(404);
    if (validUntil === PAST) return expect([status, failure.data]).toEqual([400, ["validUntil"]]);
    expect([status, answer]).toEqual([
      200,
      expect.objectContaining({ userGroupId, isOneTime, validUntil, state: "active", isActive: true, useCount: 0 }),
    ]);
    real.invites.push({ id: answer.id, code: answer.code });
    model.invites.push(newInvite(group, isOneTime));
  });

/** Only administrators can use a code for another. */
const use = (place: number, sender: number, person: number) =>
  command(
    sender === person ? `person ${person} uses code ${place}` : `person ${sender} uses code ${place} for ${person}`,
    async (model, real) => {
      const { status, failure, answer } = await send(real, sender, codeAt(real, place), person);
      if (sender !== 0 && sender !== person) return expect([status, failure.data]).toEqual([403, ["userId"]]);
      if (model.deletedPeople.has(person)) return expect([status, failure.data]).toEqual([404, []]);
      const invite = model.invites[place];
      if (!isAdmitted(invite, person)) {
        model.guesses += 1;
        return expect([status, failure.data]).toEqual([404, ["inviteUnknown"]]);
      }
      admit(invite, person);
      const groupId = real.groupIds[model.groups.indexOf(invite.group)];
      const openedCount = invite.group.isAssigned && sender === person ? 1 : 0;
      expect([status, answer.group.id, answer.opens.length]).toEqual([200, groupId, openedCount]);
    },
    ({ deletedPeople }) => !deletedPeople.has(sender),
  );

const useAtOnce = (place: number) =>
  command(`everyone uses code ${place} at once`, async (model, real) => {
    const people = livePeople(model);
    const typed = ` ${codeAt(real, place).toLowerCase().replaceAll("-", " ")}`;
    const answers = await Promise.all(people.map((person) => send(real, person, typed, person)));
    const invite = model.invites[place];
    const expected = people.filter((person) => isAdmitted(invite, person));
    const admitted = people.filter((_, index) => answers[index]?.status === 200);
    // Any of those who may use it first has a one-time code.
    if (invite?.isOneTime && !invite.isSpent) expect(admitted).toHaveLength(Math.min(1, expected.length));
    else expect(admitted).toEqual(expected);
    for (const person of admitted) {
      expect(expected).toContain(person);
      if (invite) admit(invite, person);
    }
    model.guesses += people.length - admitted.length;
  });

const useWrong = (person: number) =>
  command(
    `person ${person} uses wrong codes`,
    async (model, real) => {
      for (const code of [foreignCode, "no code"]) {
        const { status, failure } = await send(real, person, code, person);
        expect([status, failure.data]).toEqual([404, ["inviteUnknown"]]);
        model.guesses += 1;
      }
    },
    (model) => !model.deletedPeople.has(person),
  );

const deactivate = (place: number) =>
  command(`deactivate code ${place}`, async (model, real) => {
    const { status, answer } = await sendCall(server, deactivateInvite, {
      as: adminOf(real),
      ...paramsOf(real.invites[place]?.id),
    });
    const invite = model.invites[place];
    if (!invite || invite.group.isDeleted) return expect(status).toBe(404);
    invite.isActive = false;
    const expected = { isActive: false, state: stateOf(invite), useCount: invite.users.size };
    expect([status, answer]).toEqual([200, expect.objectContaining(expected)]);
  });

const expire = (place: number) =>
  command(
    `code ${place} expires`,
    async ({ invites }, real) => {
      const id = real.invites[place]?.id;
      await sql`UPDATE invite SET expires_at = now() - interval '1 second' WHERE id = ${id}`.execute(server.owner);
      (invites[place] as ModelInvite).isExpired = true;
    },
    ({ invites }) => invites[place] !== undefined,
  );

const read = command("read lists and log", async (model, real) => {
  for (const [place, group] of model.groups.entries()) {
    const call = { as: adminOf(real), ...paramsOf(real.groupIds[place]) };
    const { status, answer } = await sendCall(server, listInvites, call);
    expect(status).toBe(group.isDeleted ? 404 : 200);
    if (group.isDeleted) continue;
    const newest = model.invites.filter((invite) => invite.group === group).toReversed();
    const activeFirst = [true, false].flatMap((isActive) =>
      newest.filter((invite) => (stateOf(invite) === "active") === isActive),
    );
    expect(answer.map(({ code, state, useCount }) => [code, state, useCount])).toEqual(
      activeFirst.map((one) => [codeAt(real, model.invites.indexOf(one)), stateOf(one), one.users.size]),
    );
  }
  const { answer } = await sendCall(server, listInvitesLog, { as: adminOf(real) });
  const expected = listed(model).flatMap(({ group, users, isOneTime }) =>
    [...users].map((person) => [real.groupIds[model.groups.indexOf(group)], personAt(real, person).email, isOneTime]),
  );
  const uses = answer.uses.map(({ group, user, isOneTime }) => [group.id, user.email, isOneTime]);
  expect([answer.total, uses.sort()]).toEqual([expected.length, expected.sort()]);
});

const changeMember = (place: number, person: number, isAdded: boolean) =>
  command(`${isAdded ? "add" : "remove"} person ${person}, group ${place}`, async (model, real) => {
    const params = { id: String(real.groupIds[place]), userId: String(personAt(real, person).id) };
    const { status } = await sendCall(server, isAdded ? addGroupUser : removeGroupUser, { as: adminOf(real), params });
    const { members, isDeleted } = model.groups[place] as ModelGroup;
    if (isDeleted || (isAdded && model.deletedPeople.has(person))) return expect(status).toBe(404);
    expect(status).toBe(200);
    if (isAdded) members.add(person);
    else members.delete(person);
  });

const returnRemoved = (place: number, person: number) =>
  command(
    `person ${person} is removed and uses code ${place} again`,
    async (model, real) => {
      const { group } = model.invites[place] as ModelInvite;
      const id = String(real.groupIds[model.groups.indexOf(group)]);
      const params = { id, userId: String(personAt(real, person).id) };
      expect((await sendCall(server, removeGroupUser, { as: adminOf(real), params })).status).toBe(200);
      expect((await send(real, person, codeAt(real, place), person)).failure.data).toEqual(["inviteUnknown"]);
      group.members.delete(person);
      model.guesses += 1;
    },
    ({ invites }) => (invites[place]?.users.has(person) ?? false) && !invites[place]?.group.isDeleted,
  );

function deleteOf(group: ModelGroup): void {
  group.isDeleted = true;
  group.members.clear();
}

const changeAssignment = (place: number, isAssigned: boolean) =>
  command(`${isAssigned ? "assign" : "unassign"} group ${place}`, async (model, real) => {
    const params = { id: String(real.groupIds[place]), resourceId: String(real.courseId) };
    const call = isAssigned ? assignResource : unassignResource;
    const { status } = await sendCall(server, call, { as: adminOf(real), params });
    const group = model.groups[place] as ModelGroup;
    if (group.isDeleted || (!isAssigned && !group.isAssigned)) return expect(status).toBe(404);
    expect(status).toBe(isAssigned ? 200 : 204);
    group.isAssigned = isAssigned;
    // A group without members and items ends, unless a code can still add members.
    const hasCode = model.invites.some((invite) => invite.group === group && stateOf(invite) === "active");
    if (!isAssigned && group.members.size === 0 && !hasCode) deleteOf(group);
  });

const deleteGroup = (place: number) =>
  command(`delete group ${place}`, async (model, real) => {
    const call = { as: adminOf(real), ...paramsOf(real.groupIds[place]) };
    const { status, failure } = await sendCall(server, deleteUserGroup, call);
    const group = model.groups[place] as ModelGroup;
    if (group.isDeleted) return expect(status).toBe(404);
    if (group.isAssigned) return expect([status, failure.data]).toEqual([422, ["groupUsed"]]);
    expect(status).toBe(204);
    deleteOf(group);
  });

/** A one-time code stays used although its user no longer exists. */
const deletePerson = (person: number) =>
  command(
    `delete person ${person}`,
    async ({ deletedPeople, groups, invites }, real) => {
      const call = { as: adminOf(real), ...paramsOf(personAt(real, person).id), query: { work: "remove" as const } };
      expect((await sendCall(server, deleteUser, call)).status).toBe(204);
      deletedPeople.add(person);
      for (const { members } of groups) members.delete(person);
      for (const { users } of invites) users.delete(person);
    },
    ({ deletedPeople }) => !deletedPeople.has(person),
  );

const group = fc.nat(GROUPS - 1);
const code = fc.constantFrom(0, 0, 1, 1, 2, 3);
const person = fc.nat(LEARNERS);
const validUntil = fc.constantFrom(null, null, FUTURE, PAST);
const anyCommand = [
  fc.tuple(group, fc.boolean(), validUntil).map((input) => generate(...input)),
  fc.tuple(code, person).map(([place, one]) => use(place, one, one)),
  fc.tuple(code, person).map(([place, one]) => use(place, one, one)),
  fc.tuple(code, fc.nat(1), person).map((input) => use(...input)),
  code.map(useAtOnce),
  person.map(useWrong),
  code.map(deactivate),
  code.map(expire),
  fc.constant(read),
  fc.tuple(group, person, fc.constantFrom(true, false, false)).map((input) => changeMember(...input)),
  fc.tuple(code, person).map((input) => returnRemoved(...input)),
  fc.tuple(group, fc.boolean()).map((input) => changeAssignment(...input)),
  group.map(deleteGroup),
  fc.integer({ min: 1, max: LEARNERS }).map(deletePerson),
];

/** A site for each sequence, so that every row of it is compared. Only the second group is assigned. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const people = [await buildUser(site, { role: "administrator" })];
  for (let made = 0; made < LEARNERS; made += 1) people.push(await buildUser(site));
  const groupIds = [await buildUserGroup(site), await buildUserGroup(site, { resourceIds: [courseId] })];
  const groups = groupIds.map((_, place) => ({
    members: new Set<number>(),
    isAssigned: place === 1,
    isDeleted: false,
  }));
  const built: { id: number; code: string }[] = [];
  const invites: ModelInvite[] = [];
  // The first group begins with a reusable code, the second with a one-time code.
  for (const [place, group] of groups.entries()) {
    const isOneTime = place === 1;
    const [groupId, createdBy] = [groupIds[place] as number, people[0] as TestUser];
    const { id, code } = await buildInvite(site, { groupId, createdBy, isOneTime });
    built.push({ id, code: formatInviteCode(code) });
    invites.push(newInvite(group, isOneTime));
  }
  return {
    model: { groups, invites, deletedPeople: new Set(), guesses: 0 },
    real: { site, courseId, groupIds, people, invites: built },
  };
}

// The record (`run-model.ts`) takes a minute.
it("invite codes match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
