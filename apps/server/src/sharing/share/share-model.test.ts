/**
 * REL-18: share links match a small model after any sequence of actions: created, changed, deactivated, expired,
 * deleted, opened and counted, while the slide and its folder are hidden, put into the bin and restored, and the
 * creator's account is suspended and reinstated.
 */
import { listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  countOpenedShare,
  createFolderShare,
  createShare,
  deleteFolderShare,
  deleteShare,
  getShare,
  listShares,
  updateShare,
} from "@parfocal/core/share/share.contract.ts";
import { listSharedItems } from "@parfocal/core/share/shared-items.contract.ts";
import { removeItems, restoreRemoved, setItemState } from "@parfocal/core/structure/structure.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const RUNS = 8;
const SHARES = 4;
const UNKNOWN_ID = 999_999_999;
const SLIDE_TITLE = "zyxslide";
const FOLDER_TITLE = "zyxfolder";
const ANNOTATION_TITLE = "zyxannotation";
const DATES = { never: null, past: "2020-01-31 12:00:00", future: "2099-01-31 12:00:00" } as const;

let server: SharedTestServer;
let site: TestSite;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
});

/** The creator is a learner. */
type Person = "creator" | "teacher" | "other" | "visitor";
type Target = "slide" | "folder";

interface Flags {
  readonly isActive: boolean;
  readonly requireAuth: boolean;
  readonly hideAnnotations: boolean;
  readonly hideSlideInformation: boolean;
  readonly hideToolbar: boolean;
}
interface ModelShare {
  readonly type: Target;
  readonly owner: Person;
  flags: Flags;
  expires: keyof typeof DATES;
  openedCount: number;
  isDeleted: boolean;
}
interface Model {
  readonly shares: ModelShare[];
  readonly slide: { isActive: boolean; isInBin: boolean };
  readonly folder: { isActive: boolean; isInBin: boolean };
  isSuspended: boolean;
}
interface Real {
  readonly people: Readonly<Record<Person, TestUser | null>>;
  readonly courseId: number;
  readonly ids: Readonly<Record<Target | "beside", number>>;
  readonly created: { readonly id: number; readonly token: string }[];
  readonly binIds: Map<Target, number>;
}

const isSignedIn = (model: Model, who: Person) => who !== "visitor" && !(who === "creator" && model.isSuspended);

const isGone = ({ slide, folder }: Model, target: Target) => folder.isInBin || (target === "slide" && slide.isInBin);

/** Content managers see everything outside the bin; learners what is active all the way. */
const canSee = (model: Model, who: Person, target: Target) =>
  !isGone(model, target) &&
  (who === "teacher" || (model.folder.isActive && (target === "folder" || model.slide.isActive)));

/** Expected status of a call with the token of the share. */
function statusFor(model: Model, share: ModelShare, who: Person, target: Target | "beside" = share.type): number {
  const isWithin = target === share.type || (target === "slide" && share.type === "folder" && model.slide.isActive);
  const isOpen =
    !share.isDeleted &&
    share.flags.isActive &&
    share.expires !== "past" &&
    isSignedIn(model, share.owner) &&
    canSee(model, share.owner, share.type);
  if (!isOpen || !isWithin || isGone(model, target as Target)) return 404;
  return share.flags.requireAuth && !isSignedIn(model, who) ? 401 : 200;
}

/** Expected status of a change by this person. */
function statusOfChange(model: Model, share: ModelShare, who: Person): number {
  if (!isSignedIn(model, who)) return 401;
  return !share.isDeleted && (who === "teacher" || who === share.owner) ? 200 : 404;
}

const rowsOf = ({ shares }: Model, { created, people, ids }: Real) =>
  shares.flatMap(({ isDeleted, type, owner, flags, expires, openedCount }, at) =>
    isDeleted
      ? []
      : [
          {
            ...{ id: created[at]?.id, type, itemId: ids[type], owner: people[owner]?.id, ...flags, expires },
            ...{ openedCount, hasTime: openedCount > 0 },
          },
        ],
  );

async function storedRows({ ids }: Real) {
  const { rows } = await sql`
    SELECT id, share_type AS type, item_id AS "itemId", created_by AS owner, is_active AS "isActive",
      requires_auth AS "requireAuth", hides_annotations AS "hideAnnotations",
      hides_slide_information AS "hideSlideInformation", hides_toolbar AS "hideToolbar",
      CASE WHEN expires_at IS NULL THEN 'never' WHEN expires_at > now() THEN 'future' ELSE 'past' END AS expires,
      opened_count AS "openedCount", last_opened_at IS NOT NULL AS "hasTime"
    FROM share WHERE item_id IN (${ids.slide}, ${ids.folder}, ${ids.beside}) ORDER BY id
  `.execute(server.owner);
  return rows;
}

/** A person's own links, with their tokens. */
async function compareList(model: Model, { people, created }: Real, who: Person): Promise<void> {
  const { status, answer } = await sendCall(server, listShares, { as: people[who] });
  if (!isSignedIn(model, who)) return expect(status).toBe(401);
  const depth = { slide: 3, folder: 2 };
  const own = model.shares.flatMap(({ owner, isDeleted, type, expires, openedCount }, at) => {
    const pathLength = canSee(model, who, type) ? depth[type] : 0;
    const facts = { pathLength, isExpired: expires === "past", openedCount };
    return owner === who && !isDeleted ? [{ ...created[at], ...facts }] : [];
  });
  const listed = answer.shares.map(({ id, token, item, isExpired, openedCount }) => {
    return { id, token, pathLength: item.path.length, isExpired, openedCount };
  });
  expect([listed, answer.total]).toEqual([own.reverse(), own.length]);
}

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  expect(await storedRows(real)).toEqual(rowsOf(model, real));
  for (const [at, share] of model.shares.entries()) {
    const { status } = await sendCall(server, getShare, { params: { token: real.created[at]?.token ?? "" } });
    expect([at, status]).toEqual([at, statusFor(model, share, "visitor")]);
  }
});

const create = (owner: Person, type: Target, flags: Flags, expires: keyof typeof DATES) =>
  command(
    `create(${owner}, ${type}, ${JSON.stringify(flags)}, ${expires})`,
    async (model, real) => {
      const body = { itemId: real.ids[type], ...flags, expirationDate: DATES[expires] };
      const as = real.people[owner];
      const { status, answer } =
        type === "folder"
          ? await sendCall(server, createFolderShare, { as, body })
          : await sendCall(server, createShare, { as, body: { ...body, shareType: type } });
      if (!isSignedIn(model, owner)) return expect(status).toBe(401);
      // A content manager reaches a slide of a folder in the bin: its link opens once the folder is restored.
      const isReached = canSee(model, owner, type) || (owner === "teacher" && !model[type].isInBin);
      if (!isReached) return expect(status).toBe(404);
      expect([status, answer]).toEqual([200, expect.objectContaining({ ...body, shareType: type })]);
      model.shares.push({ type, owner, flags, expires, openedCount: 0, isDeleted: false });
      real.created.push({ id: answer.id, token: answer.token });
    },
    ({ shares }) => shares.length < SHARES,
  );

const createWrong = (wrong: object) =>
  command(`create with ${JSON.stringify(wrong)}`, async (_model, { people, ids }) => {
    const body = { shareType: "slide" as const, itemId: ids.slide, ...wrong };
    const { status } = await sendCall(server, createShare, { as: people.teacher, body: body as never });
    expect(status).toBe("shareType" in wrong ? 404 : 400);
  });

/** @param place among the links made so far, deleted ones too. */
const ofShare = (
  place: number,
  name: string,
  work: (model: Model, real: Real, found: { share: ModelShare; id: number; token: string }) => Promise<void>,
) =>
  command(
    `${name}, of link ${place}`,
    async (model, real) => {
      const at = place % model.shares.length;
      const [share, created] = [model.shares[at], real.created[at]];
      if (share && created) await work(model, real, { share, ...created });
    },
    ({ shares }) => shares.length > 0,
  );

const change = (place: number, who: Person, flags: Partial<Flags>, expires: keyof typeof DATES | undefined) =>
  ofShare(place, `change(${who}, ${JSON.stringify({ ...flags, expires })})`, async (model, real, { share, id }) => {
    const body = { ...flags, ...(expires && { expirationDate: DATES[expires] }) };
    const call = { as: real.people[who], params: { id: String(id) }, body };
    const { status, answer } = await sendCall(server, updateShare, call);
    expect(status).toBe(statusOfChange(model, share, who));
    if (status !== 200) return;
    share.flags = { ...share.flags, ...flags };
    if (expires) share.expires = expires;
    expect(answer).toMatchObject({ id, ...share.flags, isExpired: share.expires === "past" });
  });

const remove = (place: number, who: Person, isFolderCall: boolean) =>
  ofShare(place, `${isFolderCall ? "deleteFolderShare" : "delete"}(${who})`, async (model, real, { share, id }) => {
    const call = { as: real.people[who], params: { id: String(id) } };
    const { status } = isFolderCall
      ? await sendCall(server, deleteFolderShare, call)
      : await sendCall(server, deleteShare, call);
    const expected = statusOfChange(model, share, who);
    if (expected !== 200) return expect(status).toBe(expected);
    if (isFolderCall && share.type !== "folder") return expect(status).toBe(404);
    expect(status).toBe(204);
    share.isDeleted = true;
  });

/** Everything that the token opens, and what it must not. */
const open = (place: number, who: Person) =>
  ofShare(place, `open(${who})`, async (model, real, { share, token }) => {
    const as = real.people[who];
    const { flags, type } = share;
    const { status, answer, raw } = await sendCall(server, getShare, { as, params: { token } });
    expect(status).toBe(statusFor(model, share, who));
    const title = type === "slide" ? SLIDE_TITLE : FOLDER_TITLE;
    if (status === 200) {
      const { isActive: _, ...shown } = flags;
      expect(answer).toMatchObject({ shareType: type, itemId: real.ids[type], ...shown });
      expect([answer.title, answer.expirationDate]).toEqual([
        flags.hideSlideInformation ? undefined : title,
        DATES[share.expires],
      ]);
    }
    if (status !== 200 || flags.hideSlideInformation) expect(raw.body).not.toContain(title);

    const items = await sendCall(server, listSharedItems, { as, params: { token } });
    expect(items.status).toBe(status === 200 && type === "slide" ? 404 : status);
    const shown = model.slide.isActive && !model.slide.isInBin ? [real.ids.slide] : [];
    if (items.status === 200) expect(items.answer.items.map(({ id }) => id)).toEqual(shown);

    for (const target of ["slide", "beside"] as const) {
      const call = { as, params: { itemId: String(real.ids[target]) }, query: { share: token } };
      const drawn = await sendCall(server, listAnnotations, call);
      expect([target, drawn.status]).toEqual([target, statusFor(model, share, who, target)]);
      const titles = flags.hideAnnotations ? [] : [ANNOTATION_TITLE];
      if (drawn.status === 200) expect(drawn.answer.map((annotation) => annotation.title)).toEqual(titles);
    }
  });

const count = (place: number, who: Person) =>
  ofShare(place, `count(${who})`, async (model, real, { share, token }) => {
    const { status } = await sendCall(server, countOpenedShare, { as: real.people[who], params: { token } });
    const expected = statusFor(model, share, who);
    expect(status).toBe(expected === 200 ? 204 : expected);
    if (expected === 200 && who !== share.owner) share.openedCount += 1;
  });

const list = (who: Person) => command(`list(${who})`, (model, real) => compareList(model, real, who));

const passExpiry = command("the expiry dates pass", async ({ shares }, { ids }) => {
  await sql`
    UPDATE share SET expires_at = now() - interval '1 second'
    WHERE expires_at > now() AND item_id IN (${ids.slide}, ${ids.folder})
  `.execute(server.owner);
  for (const share of shares) if (share.expires === "future") share.expires = "past";
});

const suspend = (isSuspended: boolean) =>
  command(`suspended: ${isSuspended}`, async (model, { people }) => {
    await sql`UPDATE site_user SET is_suspended = ${isSuspended} WHERE id = ${people.creator?.id}`.execute(
      server.owner,
    );
    model.isSuspended = isSuspended;
  });

const parentOf = (target: Target, { courseId, ids }: Real) => (target === "slide" ? ids.folder : courseId);

const setActive = (target: Target, state: boolean) =>
  command(`${state ? "show" : "hide"} ${target}`, async (model, real) => {
    const body = { parentId: parentOf(target, real), state, type: target === "slide" ? "image" : target } as const;
    const params = { id: String(real.ids[target]) };
    const { status } = await sendCall(server, setItemState, { as: real.people.teacher, params, body });
    expect(status === 200).toBe(!isGone(model, target));
    if (status === 200) model[target].isActive = state;
  });

const toBin = (target: Target) =>
  command(`${target} to the bin`, async (model, real) => {
    const parentType = target === "slide" ? ("folder" as const) : ("course" as const);
    const params = { parentType, parentId: String(parentOf(target, real)) };
    const body = { itemIds: [real.ids[target]] };
    const { status, answer } = await sendCall(server, removeItems, { as: real.people.teacher, params, body });
    expect(status === 200).toBe(!isGone(model, target));
    if (status !== 200) return;
    real.binIds.set(target, answer.removals[0]?.binId ?? 0);
    model[target].isInBin = true;
  });

const restore = (target: Target) =>
  command(`restore ${target}`, async (model, real) => {
    const params = { id: String(real.binIds.get(target) ?? UNKNOWN_ID) };
    const { status } = await sendCall(server, restoreRemoved, { as: real.people.teacher, params, body: {} });
    if (!model[target].isInBin) return expect(status).toBe(404);
    if (target === "slide" && model.folder.isInBin) return expect(status).toBe(409);
    expect(status).toBe(200);
    model[target].isInBin = false;
  });

const FLAGS = {
  isActive: fc.boolean(),
  requireAuth: fc.boolean(),
  hideAnnotations: fc.boolean(),
  hideSlideInformation: fc.boolean(),
  hideToolbar: fc.boolean(),
};
const WRONG = [{ hostUrl: "https://evil.example" }, { expirationDate: "tomorrow" }, { shareType: "folder" }];
const place = fc.nat(SHARES - 1);
const person = fc.constantFrom<Person[]>("creator", "teacher", "other", "visitor");
const owner = fc.constantFrom<Person[]>("creator", "creator", "teacher", "visitor");
const target = fc.constantFrom<Target[]>("slide", "folder");
const expires = fc.constantFrom<(keyof typeof DATES)[]>("never", "never", "past", "future");
const mostlyOpen = fc.record({ ...FLAGS, isActive: fc.constantFrom(true, true, true, false) });

const anyCommand = [
  fc.tuple(owner, target, mostlyOpen, expires).map((values) => create(...values)),
  fc.tuple(owner, target, mostlyOpen, expires).map((values) => create(...values)),
  fc.constantFrom(...WRONG).map(createWrong),
  fc
    .tuple(place, person, fc.record(FLAGS, { requiredKeys: [] }), fc.option(expires, { nil: undefined }))
    .map((values) => change(...values)),
  fc.tuple(place, person, fc.boolean()).map((values) => remove(...values)),
  fc.tuple(place, person).map((values) => open(...values)),
  fc.tuple(place, person).map((values) => open(...values)),
  fc.tuple(place, person).map((values) => count(...values)),
  person.map(list),
  fc.constant(passExpiry),
  fc.boolean().map(suspend),
  fc.tuple(target, fc.boolean()).map((values) => setActive(...values)),
  target.map(toBin),
  target.map(restore),
];

async function setUp(): Promise<{ model: Model; real: Real }> {
  // Openings are limited per network address of a site.
  await sql`DELETE FROM sign_in_failure WHERE site_id = ${site.id}`.execute(server.owner);
  const teacher = await buildUser(site, { role: "teacher" });
  const people = { creator: await buildUser(site), teacher, other: await buildUser(site), visitor: null };
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId, title: FOLDER_TITLE });
  const slide = await buildSlide(site, { parentId: folderId, title: SLIDE_TITLE });
  const beside = await buildSlide(site, { parentId: courseId, title: "Beside" });
  await buildAnnotation(site, { slide, author: teacher, title: ANNOTATION_TITLE });
  await buildAnnotation(site, { slide, author: people.creator, title: "A learner's own" });
  return {
    model: {
      shares: [],
      slide: { isActive: true, isInBin: false },
      folder: { isActive: true, isInBin: false },
      isSuspended: false,
    },
    real: {
      people,
      courseId,
      ids: { slide: slide.id, folder: folderId, beside: beside.id },
      created: [],
      binIds: new Map(),
    },
  };
}

// The limit is for the record of 1,000 sequences.
it("share links match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
