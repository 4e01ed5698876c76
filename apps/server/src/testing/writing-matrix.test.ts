/**
 * The writing matrix: every call that can change something, sent by every person who is not allowed to, with the real IDs
 * of other people's objects and a valid body. It is rejected, and no row of either site has changed; then a permitted person
 * sends the same call and succeeds, so that the rejection is due to the rights and not to the request.
 *
 * - Part 1 sends each row of the rights matrix, in open content and in content that is closed to all but the world's people,
 *   as unrelated people of each role, a guest (the site's content is public), a guest and a learner with a share link, and
 *   the administrator of another site. `writing-rights.ts` lists who is allowed, and more objects of other people.
 * - Part 2 uses the IDs of hidden objects in every position of an ID in a request (found in the contract): the response is
 *   that for an unused ID.
 *
 * IDs of another site's objects: `foreign-ids.test.ts`. Calls with a secret in place of a role: see `WITH_A_SECRET`.
 */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { idText } from "@parfocal/core/platform/ids.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildAnnotation } from "./build-annotation.ts";
import { buildAlignedRows, type RowBuilder, rowBuilders } from "./build-every-row.ts";
import { buildNote } from "./build-note.ts";
import { buildRadiologyUpload } from "./build-radiology.ts";
import { buildShare } from "./build-share.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { idFieldsOf } from "./id-fields.ts";
import { buildClosedWorld, buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { answerWithoutId, FILTERS, LENIENT, requestWithId } from "./request-with-id.ts";
import { ACTORS, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { OWN_IDS_PER_TABLE, separateSequences } from "./spread-ids.ts";
import { createTestServer, type TestServer } from "./test-server.ts";
import { isAdmitted, mayWrite, OTHERS_ITEMS, type Place, WITH_A_SECRET } from "./writing-rights.ts";

const UNKNOWN_ID = 987_654_321;
/** Above the IDs of closed content, which administrators can name. */
const FIRST_PERSONAL_ID = 700_000_000;
const keyOf = ({ method, path }: Call) => `${method} ${path}`;

/** POST because the specification or the length of a query requires it: they change nothing for any role. */
const READING = [...FILTERS, "POST /user/search/", "POST /v2/document/search"];

const WRITING = [...API_ROUTES, ...PICTURE_ROUTES]
  .map(({ contract }) => contract)
  .filter((contract) => !["GET", "HEAD"].includes(contract.method) && !WITH_A_SECRET.includes(keyOf(contract)));

/** In the order in which their rights are tried. */
const OWNERS = ["learner", "expert", "teacher", "administrator"] as const;

let server: TestServer;
let worlds: Readonly<Record<Place, MatrixWorld>>;
let otherWorld: MatrixWorld;
/** Of the same site: they created nothing, are in no group, and have no access to anything. */
let outsiders: Readonly<Record<Role, TestUser>>;
/** By number: the types that have it as their ID. */
let closedIds: ReadonlyMap<number, readonly string[]>;
let personalIds: ReadonlyMap<number, readonly string[]>;
let shareTokens: Readonly<Record<Place, string>>;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  await separateSequences(server, { offset: 0 });
  const open = await buildMatrixWorld(server, { isContentPublic: true });
  const closed = await buildClosedWorld(open);
  worlds = { open, closed };
  otherWorld = await buildMatrixWorld(server);
  const { site } = open;
  outsiders = {
    learner: await buildUser(site, { role: "learner" }),
    expert: await buildUser(site, { role: "expert" }),
    teacher: await buildUser(site, { role: "teacher" }),
    administrator: await buildUser(site, { role: "administrator" }),
  };
  const tokenFor = async ({ slide, users }: MatrixWorld) =>
    (await buildShare(site, { createdBy: users.teacher, itemId: slide.id })).token;
  shareTokens = { open: await tokenFor(open), closed: await tokenFor(closed) };
  closedIds = await buildAlignedRows(server, closedBuilders(closed));
  personalIds = await buildAlignedRows(server, personalBuilders(open), { from: FIRST_PERSONAL_ID });
  await separateSequences(server, { offset: OWN_IDS_PER_TABLE / 2 });
  changes = await watchSiteChanges(server);
});
afterAll(() => server.close());

/** Hidden from all other people, including administrators. */
function personalBuilders(world: MatrixWorld) {
  const { site, slide, users } = world;
  return {
    workGroup: () => world.freshWorkGroup(),
    deletedWorkGroup: () => world.freshDeletedWorkGroup(),
    note: () => world.freshNote(),
    deletedNote: () => world.freshDeletedNote(),
    ofGroup: async () => {
      const workGroupId = await world.freshWorkGroup();
      return {
        noteOfGroup: await buildNote(site, { slide, author: users.learner, workGroupId }),
        annotationOfGroup: await buildAnnotation(site, { slide, author: users.learner, workGroupId }),
      };
    },
    upload: () => world.freshUpload(),
    radiologyUpload: () => buildRadiologyUpload(site, { owner: users.teacher }),
  } satisfies Readonly<Record<string, RowBuilder>>;
}

/** Hidden from learners, experts and guests of the site: a separate course would be open. */
function closedBuilders(world: MatrixWorld): Readonly<Record<string, RowBuilder>> {
  const { course: _, ...closed } = rowBuilders(world);
  return { ...closed, ...personalBuilders(world) };
}

/** The sender of a request, and the means. */
interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}
type Senders = Readonly<Record<string, Sender>>;

async function send(contract: Call, sender: Sender, request: MatrixRequest) {
  const { params, body } = request;
  return server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: {
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      // A key claimed by a rejected call would be a change too.
      ...(contract.isCreating ? { "idempotency-key": randomUUID() } : {}),
      ...sender.headers,
      ...request.headers,
    },
    query: { ...request.query, ...sender.query },
    ...(body ? { payload: body } : {}),
  });
}

const senderOf = ({ token }: TestUser): Sender => ({ headers: { "x-site-token": token } });
const sendAs = (contract: Call, user: TestUser, request: MatrixRequest) => send(contract, senderOf(user), request);

/** Expects a 4xx status and a JSON body, as for every rejection. */
function expectRefusal({ statusCode, headers, body }: LightMyRequestResponse, who: string): void {
  const answered = `${who} was answered ${body.slice(0, 200)} (who may write is said in testing/writing-rights.ts)`;
  expect(statusCode, answered).toBeGreaterThanOrEqual(400);
  expect(statusCode, answered).toBeLessThan(500);
  expect(statusCode, who).not.toBe(429);
  expect(headers["content-type"], who).toContain("application/json");
  expect(JSON.parse(body), who).toEqual({
    message: expect.stringMatching(/./),
    data: expect.any(Array),
    requestId: expect.any(String),
  });
}

async function takeChanges(): Promise<string[]> {
  const taken = await Promise.all([changes.take(worlds.open.site), changes.take(otherWorld.site)]);
  return taken.flatMap((whats, index) =>
    whats.map((what) => `${index === 0 ? "the site" : "the other site"}: ${what}`),
  );
}

/** Sends it as all of them, and expects that each is rejected and neither a row nor a file has changed. */
async function refuseAll(contract: Call, senders: Senders, request: MatrixRequest): Promise<void> {
  const sendsFile = contract.form !== undefined || Buffer.isBuffer(request.body);
  const filesBefore = sendsFile ? await listFiles() : [];
  await takeChanges();
  const answers = await Promise.all(
    Object.entries(senders).map(async ([who, sender]) => ({ who, answer: await send(contract, sender, request) })),
  );
  for (const { who, answer } of answers) expectRefusal(answer, who);
  const changed = await takeChanges();
  // The sender is determined only after a change.
  const by = changed.length > 0 ? await findWriters(contract, senders, request) : [];
  expect({ changed, by }).toEqual({ changed: [], by: [] });
  if (sendsFile) expect(await listFiles(), "files of the installation").toEqual(filesBefore);
}

/** Which of them change something when the request is sent again, one after the other. */
async function findWriters(contract: Call, senders: Senders, request: MatrixRequest): Promise<string[]> {
  const writers: string[] = [];
  for (const [who, sender] of Object.entries(senders)) {
    await send(contract, sender, request);
    if ((await takeChanges()).length > 0) writers.push(who);
  }
  return writers;
}

/** Not folders: an empty one that a site has for its files means nothing. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

/**
 * People who are not users of the site, except where they are allowed: without credentials, with a share link, and
 * from another site.
 */
function strangers(contract: Call, place: Place): Senders {
  const { site } = worlds.open;
  const { token } = otherWorld.users.administrator;
  const guest = { headers: { "x-site-id": String(site.id) } };
  // If nothing is named they write in their own site.
  const isForeignRejected =
    (RIGHTS_MATRIX[keyOf(contract)]?.statuses[ACTORS.indexOf("foreignAdministrator")] ?? 0) >= 400;
  return {
    "a guest": guest,
    ...(contract.query ? {} : { "a guest with a share link": { ...guest, query: { share: shareTokens[place] } } }),
    "the administrator of another site, here": { headers: { "x-site-token": token, "x-site-id": String(site.id) } },
    ...(isForeignRejected ? { "the administrator of another site": { headers: { "x-site-token": token } } } : {}),
  };
}

/** Outsiders of these roles; for learners also one with a share link of the slide. */
function outsidersOf(contract: Call, roles: readonly Role[], place: Place): Senders {
  const senders = Object.fromEntries(roles.map((role) => [role, senderOf(outsiders[role])]));
  if (!roles.includes("learner") || contract.query) return senders;
  const query = { share: shareTokens[place] };
  return { ...senders, "learner with a share link": { ...senderOf(outsiders.learner), query } };
}

/** What the request of a call lacks, as a sentence; null: nothing. */
function missingRequest(contract: Call): string | null {
  const key = keyOf(contract);
  const isEmpty = !contract.params && !contract.body && !contract.form;
  if (isEmpty || RIGHTS_MATRIX[key]?.request) return null;
  return (
    `The writing matrix has no request for ${key}: add \`request\` to its row in testing/rights/<slice>.rights.ts, ` +
    "with a valid body and new objects that belong to the people of the world."
  );
}

it("has a request for each writing call", () => {
  expect(WRITING.map(missingRequest).filter((sentence) => sentence !== null)).toEqual([]);
  expect(WRITING.length).toBeGreaterThan(120);
});

it("names the requirements of a new writing call", () => {
  const [known] = WRITING;
  expect(missingRequest({ ...(known as Call), path: "/v2/brandNew/{id}", params: z.object({ id: idText }) })).toContain(
    "no request for",
  );
});

/** Who can send the rights matrix's request of the call; 409: this person learns why it cannot be done now. */
function findOwner(key: string): { role: Role; status: number } {
  const answers = OWNERS.map((role) => ({ role, status: RIGHTS_MATRIX[key]?.statuses[ACTORS.indexOf(role)] ?? 0 }));
  const owner = answers.find(({ status }) => status < 300) ?? answers.find(({ status }) => status === 409);
  if (!owner) throw new Error(`Nobody may make the call ${key}: the rights matrix has no 2xx and no 409 for it.`);
  return owner;
}

describe.each(["open", "closed"] as const)("other people's objects in %s content", (place) => {
  for (const contract of WRITING) {
    const key = keyOf(contract);
    // Content is closed to learners and experts: if these cannot call at all, the content makes no difference.
    const isDifferent = place === "open" || isAdmitted(contract, "expert");
    if (READING.includes(key) || !isDifferent) continue;
    it(key, async () => {
      const world = worlds[place];
      const request = (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {};
      const rejected = ROLES.filter((role) => !mayWrite(contract, role, place));
      await refuseAll(contract, { ...strangers(contract, place), ...outsidersOf(contract, rejected, place) }, request);
      const { role, status } = findOwner(key);
      const { statusCode, body } = await sendAs(contract, world.users[role], request);
      expect(statusCode, `the ${role} who may was answered ${body}`).toBe(status);
    });
  }
});

describe("read-only calls", () => {
  for (const contract of WRITING.filter((candidate) => READING.includes(keyOf(candidate)))) {
    it(`${keyOf(contract)} changes nothing for any role`, async () => {
      const request = (await RIGHTS_MATRIX[keyOf(contract)]?.request?.(worlds.open)) ?? {};
      await takeChanges();
      const everybody = { ...strangers(contract, "open"), ...outsidersOf(contract, ROLES, "open") };
      for (const sender of Object.values(everybody)) {
        expect((await send(contract, sender, request)).statusCode).toBeLessThan(500);
      }
      expect(await takeChanges()).toEqual([]);
    });
  }
});

describe("other objects of other people", () => {
  for (const { key, what, request: build, rejected, may, answered } of OTHERS_ITEMS) {
    const contract = WRITING.find((candidate) => keyOf(candidate) === key);
    if (!contract) throw new Error(`${key} is no call that writes.`);
    it.each(["open", "closed"] as const)(`${key}, ${what}, in %s content`, async (place) => {
      const world = worlds[place];
      const request = await build(world);
      const all = place === "closed" ? [...new Set([...rejected, "learner", "expert"] as const)] : rejected;
      await refuseAll(contract, { ...strangers(contract, place), ...outsidersOf(contract, all, place) }, request);
      const answer = await sendAs(contract, may(world), request);
      if (answered) expect(answer.statusCode, answer.body).toBe(answered);
      else expect(answer.statusCode, `who may was answered ${answer.body}`).toBeLessThan(300);
    });
  }
});

/** People are not hidden: anyone of the site can know whose ID a number is. */
const PEOPLE = ["userId"];

interface Hidden {
  readonly role: Role;
  /** With the types that have each as their ID. */
  readonly ids: ReadonlyMap<number, readonly string[]>;
}

/**
 * Who tries a call, by what is hidden from them: content from the lowest role that can call, personal data from the
 * others.
 */
function hiddenFrom(contract: Call): Hidden[] {
  const learning = (["learner", "expert"] as const).find((role) => isAdmitted(contract, role));
  const managing = isAdmitted(contract, "teacher") ? "teacher" : "administrator";
  return [...(learning ? [{ role: learning, ids: closedIds }] : []), { role: managing, ids: personalIds }];
}

describe("the ID of a hidden object has the same answer as an unknown one", () => {
  for (const contract of WRITING) {
    const key = keyOf(contract);
    const fields = idFieldsOf(contract).filter(({ way }) => !PEOPLE.includes(way.at(-1) ?? ""));
    if (fields.length === 0) continue;
    it(key, async () => {
      const request = (await RIGHTS_MATRIX[key]?.request?.(worlds.open)) ?? {};
      await takeChanges();
      for (const field of fields) {
        const way = field.way.join(".");
        const isLenient = LENIENT.includes(`${key} ${way}`);
        for (const { role, ids } of hiddenFrom(contract)) {
          const answers = await Promise.all(
            [UNKNOWN_ID, ...ids.keys()].map(async (id) => {
              const sent = requestWithId(request, key, field, id);
              return answerWithoutId(await sendAs(contract, outsiders[role], sent), id);
            }),
          );
          const [ofUnknownId, ...ofHidden] = answers;
          if (!isLenient && !READING.includes(key)) expect([400, 403, 404, 409]).toContain(ofUnknownId?.status);
          for (const [index, types] of [...ids.values()].entries()) {
            const what = `${way} in ${field.place}: the ID of a hidden ${types.join(", ")}, as ${role}`;
            expect(ofHidden[index], what).toEqual(ofUnknownId);
          }
        }
        if (isLenient) await takeChanges();
      }
      expect(await takeChanges()).toEqual([]);
    });
  }
});
