/**
 * REL-18: work groups match a small model after any sequence of actions: created, renamed, people added, confirmed,
 * removed and leaving, deleted, restored, past the 30 days and permanently deleted; and what the members draw and write
 * in them, which only they receive.
 */
import { createAnnotation, deleteAnnotation, listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import { createNote, listWorkGroupNotes } from "@parfocal/core/note/note.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import {
  addToWorkGroup,
  createWorkGroup,
  deleteWorkGroup,
  getWorkGroup,
  keepWorkGroup,
  kickFromWorkGroup,
  listAllWorkGroups,
  listWorkGroups,
  restoreWorkGroup,
  updateWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import { UNKNOWN_EMAILS_PER_HOUR, WORK_GROUP_RESTORE_DAYS } from "@parfocal/core/work-group/work-group-limits.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { deleteOldWorkGroups } from "./work-group.queries.ts";

const RUNS = 8;
const GROUPS = 2;
const TITLES = ["Glomeruli", "Nephrons", "Tubules"];

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** Sorted by name. */
const PEOPLE = ["Ada", "Eva", "Lea", "Leo"] as const;
type Person = (typeof PEOPLE)[number];
/** Ada is an administrator, Eva an expert, the others are learners. */
const ROLES = { Ada: "administrator", Eva: "expert", Lea: "learner", Leo: "learner" } as const;

interface ModelGroup {
  readonly owner: Person;
  title: string;
  /** Whether each has still to confirm the membership. */
  readonly members: Map<Person, boolean>;
  state: "active" | "deleted" | "past restoring" | "permanently deleted";
  /** What is drawn and written in it, by author. */
  drawn: { readonly id: number; readonly author: Person }[];
  readonly notes: number[];
}
interface Model {
  readonly groups: ModelGroup[];
  readonly unknownEmails: Map<Person, number>;
  /** Commands so far. */
  count: number;
}
interface Real {
  readonly site: TestSite;
  readonly people: Readonly<Record<Person, TestUser>>;
  readonly slide: TestSlide;
  /** An expert's annotation, which everyone sees. */
  readonly publicId: number;
  readonly groupIds: number[];
}

const isMember = ({ state, members }: ModelGroup, who: Person) => state === "active" && members.has(who);
const manages = ({ owner }: ModelGroup, who: Person) => who === "Ada" || who === owner;

/** @param isDone status if it is allowed. */
function statusOfChange(group: ModelGroup, who: Person, isDone: number): number {
  if (group.state !== "active" || !(who === "Ada" || group.members.has(who))) return 404;
  return manages(group, who) ? isDone : 403;
}

/** The group as a person is answered. */
const asSeen = (group: ModelGroup, who: Person, { people, groupIds }: Real, place: number) => ({
  id: groupIds[place],
  title: group.title,
  users: [group.owner, ...PEOPLE.filter((one) => one !== group.owner && group.members.has(one))].map((one) => ({
    ...{ id: people[one].id, displayName: one, isOwner: one === group.owner },
  })),
  isUserOwner: who === group.owner,
  userCanEdit: manages(group, who),
});

const byTitle = (one: { title: string; id: number | undefined }, other: typeof one) =>
  one.title.localeCompare(other.title) || (one.id ?? 0) - (other.id ?? 0);

const rowsOf = ({ groups }: Model, { people, groupIds }: Real) =>
  groups.flatMap(({ owner, title, members, state, drawn, notes }, place) =>
    state === "permanently deleted"
      ? []
      : [
          {
            ...{ id: groupIds[place], title, owner: people[owner].id, isDeleted: state !== "active" },
            members: PEOPLE.filter((who) => members.has(who)).map((who) => `${who} ${members.get(who)}`),
            ...{ drawn: drawn.map(({ id }) => id), notes },
          },
        ],
  );

async function storedRows({ people, slide }: Real) {
  const { rows } = await sql`
    SELECT id, title, owner_id AS owner, deleted_at IS NOT NULL AS "isDeleted",
      ARRAY(SELECT display_name || ' ' || is_new FROM work_group_member JOIN site_user ON site_user.id = user_id
        WHERE work_group_id = work_group.id ORDER BY 1) AS members,
      to_json(ARRAY(SELECT id FROM annotation WHERE work_group_id = work_group.id AND deleted_at IS NULL ORDER BY id)) AS drawn,
      to_json(ARRAY(SELECT id FROM note WHERE work_group_id = work_group.id ORDER BY id)) AS notes
    FROM work_group WHERE owner_id = ANY (${Object.values(people).map(({ id }) => id)}::bigint[]) ORDER BY id
  `.execute(server.owner);
  const { rows: outside } = await sql`
    SELECT id FROM annotation WHERE image_id = ${slide.id} AND work_group_id IS NULL
    UNION ALL SELECT id FROM note WHERE image_id = ${slide.id} AND work_group_id IS NULL
  `.execute(server.owner);
  return { rows, outside };
}

/** What a person is answered about all groups. */
async function comparePerson({ groups }: Model, real: Real, who: Person): Promise<void> {
  const as = real.people[who];
  const own = groups.flatMap((group, place) => (isMember(group, who) ? [asSeen(group, who, real, place)] : []));
  expect((await sendCall(server, listWorkGroups, { as })).answer).toEqual(own.sort(byTitle));
  const { newMemberships } = (await sendCall(server, getSession, { as })).answer;
  const unconfirmed = groups.flatMap((group, place) =>
    isMember(group, who) && group.members.get(who)
      ? [{ id: real.groupIds[place], title: group.title, addedBy: group.owner }]
      : [],
  );
  expect(newMemberships.sort(byTitle)).toEqual(unconfirmed.sort(byTitle));

  const params = { itemId: String(real.slide.id) };
  const idsFor = async (query: "all" | "mine") =>
    (await sendCall(server, listAnnotations, { as, params, query: { query } })).answer.map(({ id }) => id).sort();
  const shown = groups.filter((group) => isMember(group, who)).flatMap(({ drawn }) => drawn);
  expect(await idsFor("all")).toEqual([real.publicId, ...shown.map(({ id }) => id)].sort());
  expect(await idsFor("mine")).toEqual(
    shown
      .filter(({ author }) => author === who)
      .map(({ id }) => id)
      .sort(),
  );
}

/** What a person is answered about one group, alive or not. */
async function compareGroup(group: ModelGroup, place: number, real: Real, who: Person): Promise<void> {
  const as = real.people[who];
  const id = String(real.groupIds[place]);
  const seen = await sendCall(server, getWorkGroup, { as, params: { id } });
  expect(seen.status).toBe(statusOfChange(group, who, 200) === 404 ? 404 : 200);
  if (seen.status === 200) expect(seen.answer).toEqual(asSeen(group, who, real, place));
  const drawn = await sendCall(server, listAnnotations, {
    ...{ as, params: { itemId: String(real.slide.id) }, query: { query: "workgroup", workGroupId: id } },
  });
  const notes = await sendCall(server, listWorkGroupNotes, { as, params: { id: String(real.slide.id), gid: id } });
  if (!isMember(group, who)) return expect([drawn.status, notes.status]).toEqual([404, 404]);
  expect(drawn.answer.map((one) => one.id)).toEqual(group.drawn.map((one) => one.id));
  expect(notes.answer.map((one) => one.id)).toEqual(group.notes);
}

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  expect(await storedRows(real)).toEqual({ rows: rowsOf(model, real), outside: [{ id: real.publicId }] });
  // One person and one group in turn.
  const who = PEOPLE[model.count % PEOPLE.length] ?? "Ada";
  await comparePerson(model, real, who);
  const place = Math.floor(model.count / PEOPLE.length) % Math.max(1, model.groups.length);
  const group = model.groups[place];
  if (group) await compareGroup(group, place, real, who);
  model.count += 1;
});

const create = (who: Person | "visitor", title: string) =>
  command(
    `create(${who}, ${title})`,
    async ({ groups }, real) => {
      const as = who === "visitor" ? null : real.people[who];
      const { status, answer } = await sendCall(server, createWorkGroup, { as, body: { title } });
      if (who === "visitor") return expect(status).toBe(401);
      if (title.trim() === "") return expect(status).toBe(400);
      expect(status).toBe(200);
      groups.push({ owner: who, title, members: new Map([[who, false]]), state: "active", drawn: [], notes: [] });
      real.groupIds.push(answer.id);
    },
    ({ groups }) => groups.length < GROUPS,
  );

interface Found {
  readonly group: ModelGroup;
  readonly id: number;
  readonly as: TestUser;
}

/** @param place among the groups made so far, deleted ones too. */
const ofGroup = (
  place: number,
  who: Person,
  name: string,
  work: (model: Model, real: Real, found: Found) => Promise<void>,
) =>
  command(
    `${who}: ${name}, group ${place}`,
    async (model, real) => {
      const at = place % model.groups.length;
      const [group, id] = [model.groups[at], real.groupIds[at]];
      if (group && id !== undefined) await work(model, real, { group, id, as: real.people[who] });
    },
    ({ groups }) => groups.length > 0,
  );

const add = (place: number, who: Person, whom: Person) =>
  ofGroup(place, who, `adds ${whom}`, async (model, real, { group, id, as }) => {
    const body = { groupId: id, email: real.people[whom].email.toUpperCase() };
    const { status } = await sendCall(server, addToWorkGroup, { as, body });
    const isBlocked = (model.unknownEmails.get(who) ?? 0) >= UNKNOWN_EMAILS_PER_HOUR;
    expect(status).toBe(statusOfChange(group, who, isBlocked ? 429 : 200));
    if (status === 200 && !group.members.has(whom)) group.members.set(whom, true);
  });

const addUnknown = (place: number, who: Person) =>
  ofGroup(place, who, "adds an unknown address", async ({ unknownEmails }, _real, { group, id, as }) => {
    const body = { groupId: id, email: "nobody@example.org" };
    const { status, failure } = await sendCall(server, addToWorkGroup, { as, body });
    const count = unknownEmails.get(who) ?? 0;
    if (statusOfChange(group, who, 200) !== 200) return expect(status).toBe(statusOfChange(group, who, 200));
    const isBlocked = count >= UNKNOWN_EMAILS_PER_HOUR;
    expect([status, failure.data]).toEqual(isBlocked ? [429, ["tooManyUnknown"]] : [404, ["userNotFound"]]);
    if (!isBlocked) unknownEmails.set(who, count + 1);
  });

const takeOut = (place: number, who: Person, whom: Person) =>
  ofGroup(place, who, who === whom ? "leaves" : `removes ${whom}`, async (_model, real, { group, id, as }) => {
    const params = { id: String(id), userId: String(real.people[whom].id) };
    const { status, failure } = await sendCall(server, kickFromWorkGroup, { as, params });
    const expected = statusOfChange(group, who, 204);
    if (expected === 404 || !group.members.has(whom)) return expect(status).toBe(404);
    if (whom === group.owner) return expect([status, failure.data]).toEqual([409, ["owner"]]);
    expect(status).toBe(who === whom ? 204 : expected);
    if (status === 204) group.members.delete(whom);
  });

const rename = (place: number, who: Person, title: string) =>
  ofGroup(place, who, `renames it to ${title}`, async (_model, _real, { group, id, as }) => {
    const { status } = await sendCall(server, updateWorkGroup, { as, params: { id: String(id) }, body: { title } });
    expect(status).toBe(statusOfChange(group, who, 200));
    if (status === 200) group.title = title;
  });

const keep = (place: number, who: Person) =>
  ofGroup(place, who, "confirms", async (_model, _real, { group, id, as }) => {
    const { status } = await sendCall(server, keepWorkGroup, { as, params: { id: String(id) } });
    expect(status).toBe(isMember(group, who) ? 204 : 404);
    if (status === 204) group.members.set(who, false);
  });

const draw = (place: number, who: Person) =>
  ofGroup(place, who, "draws", async (_model, real, { group, id, as }) => {
    const body = { imageId: real.slide.id, typeId: 211, title: "Ours", geometry: SQUARE_WKT, workGroupId: id };
    const { status, answer } = await sendCall(server, createAnnotation, { as, body });
    expect(status).toBe(isMember(group, who) ? 200 : 404);
    if (status === 200) group.drawn.push({ id: answer.id, author: who });
  });

const write = (place: number, who: Person) =>
  ofGroup(place, who, "writes", async (_model, real, { group, id, as }) => {
    const body = { imageId: real.slide.id, content: "Ours", workGroupId: id };
    const { status, answer } = await sendCall(server, createNote, { as, body });
    expect(status).toBe(isMember(group, who) ? 200 : 404);
    if (status === 200) group.notes.push(answer.id);
  });

/** The author and content managers who see it may. */
const erase = (place: number, who: Person, which: number) =>
  ofGroup(place, who, `erases annotation ${which}`, async (_model, _real, { group, as }) => {
    const found = group.drawn[which % Math.max(1, group.drawn.length)];
    if (!found) return;
    const { status } = await sendCall(server, deleteAnnotation, { as, params: { id: String(found.id) } });
    if (!isMember(group, who)) return expect(status).toBe(404);
    const isAllowed = who === "Ada" || who === found.author;
    expect(status).toBe(isAllowed ? 204 : 403);
    if (isAllowed) group.drawn = group.drawn.filter((one) => one !== found);
  });

const remove = (place: number, who: Person) =>
  ofGroup(place, who, "deletes it", async (_model, _real, { group, id, as }) => {
    const { status } = await sendCall(server, deleteWorkGroup, { as, params: { id: String(id) } });
    expect(status).toBe(statusOfChange(group, who, 204));
    if (status === 204) group.state = "deleted";
  });

const restore = (place: number, who: Person) =>
  ofGroup(place, who, "restores it", async (_model, real, { group, id, as }) => {
    const { status, answer } = await sendCall(server, restoreWorkGroup, { as, params: { id: String(id) } });
    if (group.state !== "deleted" || !manages(group, who)) return expect(status).toBe(404);
    group.state = "active";
    expect([status, answer]).toEqual([200, asSeen(group, who, real, real.groupIds.indexOf(id))]);
  });

const listAll = command("the administrator lists all", async ({ groups }, real) => {
  const { answer } = await sendCall(server, listAllWorkGroups, { as: real.people.Ada });
  const active = groups.flatMap(({ state, title, owner, members }, place) =>
    state === "active" ? [{ id: real.groupIds[place], title, ownerName: owner, memberCount: members.size }] : [],
  );
  expect(answer).toEqual({ groups: active.sort(byTitle), total: active.length });
});

const passTime = command("31 days pass", async ({ groups, unknownEmails }, { groupIds, site }) => {
  const days = WORK_GROUP_RESTORE_DAYS + 1;
  await sql`
    UPDATE work_group SET deleted_at = deleted_at - make_interval(days => ${days})
    WHERE deleted_at IS NOT NULL AND id = ANY (${groupIds}::bigint[])
  `.execute(server.owner);
  await sql`
    UPDATE unknown_email SET asked_at = asked_at - make_interval(days => ${days}) WHERE site_id = ${site.id}
  `.execute(server.owner);
  unknownEmails.clear();
  for (const group of groups) if (group.state === "deleted") group.state = "past restoring";
});

const clear = command("the janitor", async ({ groups }, { site }) => {
  await deleteOldWorkGroups(server.platform.database, site.id, Date.now());
  for (const group of groups) if (group.state === "past restoring") group.state = "permanently deleted";
});

const place = fc.nat(GROUPS - 1);
const person = fc.constantFrom(...PEOPLE);
const title = fc.constantFrom(...TITLES);
/** Most actions by those who may own a group. */
const placeAndPerson = fc.tuple(place, fc.constantFrom<Person[]>("Lea", "Lea", "Leo", "Eva", "Ada"));

const anyCommand = [
  fc
    .tuple(fc.constantFrom<(Person | "visitor")[]>("Lea", "Lea", "Leo", "visitor"), fc.constantFrom(...TITLES, " "))
    .map((values) => create(...values)),
  fc.tuple(placeAndPerson, person).map(([at, whom]) => add(...at, whom)),
  fc.tuple(placeAndPerson, person).map(([at, whom]) => add(...at, whom)),
  placeAndPerson.map((at) => addUnknown(...at)),
  fc.tuple(placeAndPerson, person).map(([at, whom]) => takeOut(...at, whom)),
  fc.tuple(place, person).map(([at, who]) => takeOut(at, who, who)),
  fc.tuple(placeAndPerson, title).map(([at, to]) => rename(...at, to)),
  fc.tuple(place, person).map((at) => keep(...at)),
  placeAndPerson.map((at) => draw(...at)),
  placeAndPerson.map((at) => write(...at)),
  fc.tuple(placeAndPerson, fc.nat(3)).map(([at, which]) => erase(...at, which)),
  placeAndPerson.map((at) => remove(...at)),
  placeAndPerson.map((at) => remove(...at)),
  placeAndPerson.map((at) => restore(...at)),
  placeAndPerson.map((at) => restore(...at)),
  fc.constant(listAll),
  fc.constant(passTime),
  fc.constant(passTime),
  fc.constant(clear),
];

async function setUp(): Promise<{ model: Model; real: Real }> {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const build = (name: Person) => buildUser(site, { role: ROLES[name], displayName: name });
  const people = { Ada: await build("Ada"), Eva: await build("Eva"), Lea: await build("Lea"), Leo: await build("Leo") };
  const publicId = await buildAnnotation(site, { slide, author: await buildUser(site, { role: "expert" }) });
  // Lea is close to the limit.
  const unknown = UNKNOWN_EMAILS_PER_HOUR - 1;
  await sql`
    INSERT INTO unknown_email (site_id, user_id) SELECT ${site.id}, ${people.Lea.id} FROM generate_series(1, ${unknown})
  `.execute(server.owner);
  return {
    model: { groups: [], unknownEmails: new Map([["Lea", unknown]]), count: 0 },
    real: { site, people, slide, publicId, groupIds: [] },
  };
}

// The limit is for the record of 1,000 sequences.
it("work groups match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
