/**
 * REL-18: annotations on a slide match a small model after any sequence of calls by two learners, an expert and an
 * administrator: create (also twice with one key), update, delete, restore, order, former versions, convert, publish,
 * decline; in a work group or not; the group, its members and the authors deleted; 31 days that pass.
 */
import {
  convertAnnotation,
  createAnnotation,
  declineAnnotation,
  deleteAnnotation,
  listAnnotationReviews,
  listAnnotations,
  listAnnotationVersions,
  listDeletedAnnotations,
  orderAnnotations,
  publishAnnotation,
  reopenAnnotation,
  restoreAnnotation,
  restoreAnnotationVersion,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { ANNOTATION_FILTERS, type AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { deleteUser } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { setItemAnnotations } from "@parfocal/core/structure/structure.contract.ts";
import {
  addToWorkGroup,
  deleteWorkGroup,
  kickFromWorkGroup,
  restoreWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { deleteOldKeys } from "#platform/http/idempotency.ts";
import {
  addDrawing,
  changeDrawing,
  type Drawing,
  deletePerson,
  isExpert,
  isListed,
  isMember,
  listedFor,
  type Model,
  mayDelete,
  mayEdit,
  mayRestore,
  maySee,
  type Name,
  PEOPLE,
  refusalOf,
  reviewRefusalOf,
  type Sent,
  titleOf,
  waitingFor,
} from "#testing/annotation-model.ts";
import {
  answerFor,
  buildAnnotationWorld,
  drawingAt,
  expectedRowsOf,
  expectRefusal,
  idOf,
  ofSlide,
  type Real,
  storedRowsOf,
} from "#testing/annotation-world.ts";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { deleteOldAnnotations } from "./annotation-bin.queries.ts";

const RUNS = 6;
const TITLES = ["Glomerulus", "Tubule", "Vessel", ""];

let server: SharedTestServer;
let site: TestSite;
let ada: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  ada = await buildUser(site, { role: "administrator", displayName: "Ada" });
});

async function compareList(model: Model, real: Real, who: Name, filter: AnnotationFilter): Promise<void> {
  const query = { query: filter, ...(filter === "workgroup" ? { workGroupId: String(real.groupId) } : {}) };
  const { status, answer } = await sendCall(server, listAnnotations, { ...ofSlide(real, who), query });
  if (model.deletedPeople.has(who)) return expect(status).toBe(401);
  if (filter === "workgroup" && !isMember(model, who)) return expect(status).toBe(404);
  expect(answer).toEqual(listedFor(model, who, filter).map(answerFor(model, real, who)));
}

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  expect(await storedRowsOf(real)).toEqual(expectedRowsOf(model, real));
  model.turn += 1;
  await compareList(model, real, PEOPLE[model.turn % PEOPLE.length] as Name, "all");
});

const create = (who: Name, sent: Sent, key: string | null) =>
  command(`create(${who}, "${sent.title}"${sent.isOfGroup ? ", in the group" : ""}, ${key})`, async (model, real) => {
    const { title, isOfGroup } = sent;
    const group = isOfGroup ? { workGroupId: real.groupId } : {};
    const body = { imageId: real.slide.id, typeId: 211, title, geometry: SQUARE_WKT, ...group };
    const headers: Record<string, string> =
      key === null ? {} : { "idempotency-key": `model-test-${key}-${real.slide.id}` };
    const { status, answer, failure } = await sendCall(server, createAnnotation, {
      as: real.users[who],
      body,
      headers,
    });
    if (model.deletedPeople.has(who)) return expect(status).toBe(401);
    const known = model.keys.get(`${who} ${key}`);
    if (known && (known.title !== title || known.isOfGroup !== isOfGroup))
      return expect([status, failure.data]).toEqual([422, ["keyReused"]]);
    if (known) return expect([status, answer.id, answer.title]).toEqual([200, idOf(model, real, known.drawing), title]);
    if (isOfGroup && !isMember(model, who)) return expect(status).toBe(404);
    if (title === "") return expect([status, failure.data]).toEqual([400, ["title", "content"]]);
    const drawing = addDrawing(model, { author: who, title, isOfGroup, isStudent: !isExpert(who) });
    real.ids.push(answer.id);
    if (key !== null) model.keys.set(`${who} ${key}`, { ...sent, drawing, isOld: false });
    expect([status, answer]).toEqual([200, answerFor(model, real, who)(drawing)]);
  });

interface Target {
  readonly model: Model;
  readonly real: Real;
  readonly who: Name;
  readonly drawing: Drawing;
  /** How a call about the annotation is sent. */
  readonly to: { readonly as: TestUser; readonly params: { readonly id: string } };
}

type Actor = Name | "author";
const atBy = (actors: readonly Actor[]) => (name: string, work: (target: Target) => Promise<void>) =>
  fc.tuple(fc.constantFrom(...actors), fc.nat(5)).map(([actor, nth]) =>
    command(`${name}(${actor}, ${nth})`, async (model, real) => {
      const drawing = drawingAt(model, nth);
      const who = actor === "author" ? drawing.author : actor;
      const to = { as: real.users[who], params: { id: String(idOf(model, real, drawing)) } };
      await work({ model, real, who, drawing, to });
    }),
  );
/** An action at an existing or former annotation: often by its author. */
const at = atBy(["author", "author", "author", ...PEOPLE]);
/** A review: mostly by those who may. */
const atReview = atBy(["Eva", "Ada", "Eva", "Ada", "Leo"]);

const update = (title: string) =>
  at(`update to "${title}"`, async ({ model, who, drawing, to }) => {
    const { status, answer } = await sendCall(server, updateAnnotation, { ...to, body: { title } });
    const refusal = refusalOf(model, who, drawing, mayEdit) ?? (title === "" ? 400 : null);
    if (refusal) return expect(status).toBe(refusal);
    if (title !== titleOf(drawing)) changeDrawing(drawing, { title, change: "updated", by: who });
    expect([status, answer.title]).toEqual([200, title]);
  });

const remove = at("delete", async ({ model, who, drawing, to }) => {
  const { status } = await sendCall(server, deleteAnnotation, to);
  const refusal = refusalOf(model, who, drawing, mayDelete);
  if (refusal) return expect(status).toBe(refusal);
  drawing.bin = { by: who, turn: model.turn, isOld: false };
  expect(status).toBe(204);
});

const restore = at("restore", async ({ model, real, who, drawing, to }) => {
  const { status, answer } = await sendCall(server, restoreAnnotation, to);
  if (model.deletedPeople.has(who)) return expect(status).toBe(401);
  if (!mayRestore(model, who, drawing)) return expect(status).toBe(404);
  drawing.bin = null;
  drawing.versions.push({ title: titleOf(drawing), change: "restored", by: who });
  expect([status, answer]).toEqual([200, answerFor(model, real, who)(drawing)]);
});

const restoreVersion = (version: number) =>
  at(`restore version ${version}`, async ({ model, who, drawing, to }) => {
    const call = { ...to, params: { ...to.params, version: String(version) } };
    const { status, answer } = await sendCall(server, restoreAnnotationVersion, call);
    const former = drawing.versions[version - 1];
    const refusal = refusalOf(model, who, drawing, mayEdit) ?? (former ? null : 404);
    if (refusal || !former) return expect(status).toBe(refusal);
    // An annotation that was never changed has no former version.
    if (drawing.versions.length > 1 || former.change !== "created")
      changeDrawing(drawing, { title: former.title, change: "restored", by: who });
    expect([status, answer.title]).toEqual([200, former.title]);
  });

const readVersions = at("versions", async ({ model, who, drawing, to }) => {
  const { status, answer } = await sendCall(server, listAnnotationVersions, to);
  const refusal = refusalOf(model, who, drawing, mayEdit);
  if (refusal) return expect(status).toBe(refusal);
  const expected = drawing.versions.map(({ title, change, by }, index) => {
    const changedBy = model.deletedPeople.has(by) ? "Deleted person" : by;
    return expect.objectContaining({ version: index + 1, title, change, changedBy });
  });
  expect(answer).toEqual(expected.reverse());
});

const convert = atReview("convert", async ({ model, real, who, drawing, to }) => {
  const result = await sendCall(server, convertAnnotation, to);
  const refusal = reviewRefusalOf(model, who, drawing);
  if (refusal) return expectRefusal(result, refusal);
  Object.assign(drawing, { isStudent: false, isConverted: true });
  drawing.review = { state: "accepted", comment: "", by: who };
  drawing.versions.push({ title: titleOf(drawing), change: "converted", by: who });
  expect(result.answer).toEqual(answerFor(model, real, who)(drawing));
});

const publish = atReview("publish", async ({ model, real, who, drawing, to }) => {
  const result = await sendCall(server, publishAnnotation, to);
  const refusal = reviewRefusalOf(model, who, drawing);
  if (refusal) return expectRefusal(result, refusal);
  const title = titleOf(drawing);
  drawing.isMarked = true;
  drawing.review = { state: "accepted", comment: "", by: who };
  drawing.versions.push({ title, change: "published", by: who });
  const copy = addDrawing(model, { author: who, title, isOfGroup: false, isStudent: false }, "published");
  real.ids.push(result.answer.published.id);
  const [marked, published] = [drawing, copy].map(answerFor(model, real, who));
  expect(result.answer).toEqual({ marked, published });
});

const decline = atReview("decline", async ({ model, who, drawing, to }) => {
  const comment = `Too small, says ${who}`;
  const result = await sendCall(server, declineAnnotation, { ...to, body: { comment } });
  const refusal = reviewRefusalOf(model, who, drawing);
  if (refusal) return expectRefusal(result, refusal);
  drawing.review = { state: "declined", comment, by: who };
  expect(result.answer.review).toMatchObject({ state: "declined", comment, reviewer: who });
});

const reopen = at("reopen", async ({ model, who, drawing, to }) => {
  const { status } = await sendCall(server, reopenAnnotation, to);
  const [refusal = 200] = reviewRefusalOf(model, who, drawing) ?? [];
  // Without a decline it has no effect.
  if (refusal < 409 && refusal !== 200) return expect(status).toBe(refusal);
  if (drawing.review?.state === "declined") drawing.review = null;
  expect(status).toBe(200);
});

const order = (who: Name, keys: readonly number[]) =>
  command(`order(${who}, ${keys})`, async (model, real) => {
    const requested = [...new Set(keys.map((key) => drawingAt(model, key)))];
    const body = { imageId: real.slide.id, annotationIds: requested.map((drawing) => idOf(model, real, drawing)) };
    const result = await sendCall(server, orderAnnotations, { as: real.users[who], body });
    if (model.deletedPeople.has(who)) return expect(result.status).toBe(401);
    if (!isExpert(who)) return expect(result.status).toBe(403);
    if (!requested.every((drawing) => isListed(model, drawing) && maySee(model, who, drawing)))
      return expectRefusal(result, [400, "annotationIds"]);
    const places = requested.map((drawing) => model.order.indexOf(drawing)).sort((one, other) => one - other);
    for (const [index, drawing] of requested.entries()) model.order[places[index] as number] = drawing;
    expect(result.status).toBe(200);
  });

const list = (who: Name, filter: AnnotationFilter) =>
  command(`list(${who}, ${filter})`, (model, real) => compareList(model, real, who, filter));

const readBin = (who: Name) =>
  command(`bin(${who})`, async (model, real) => {
    const { status, answer } = await sendCall(server, listDeletedAnnotations, ofSlide(real, who));
    if (model.deletedPeople.has(who)) return expect(status).toBe(401);
    const expected = model.order.filter((drawing) => mayRestore(model, who, drawing));
    const turnOf = ({ bin }: Drawing) => bin?.turn ?? 0;
    expected.sort((one, other) => turnOf(other) - turnOf(one));
    expect(answer.map(({ annotation }) => annotation)).toEqual(expected.map(answerFor(model, real, who)));
  });

const readReviews = (who: Name) =>
  command(`reviews(${who})`, async (model, real) => {
    const { status, answer } = await sendCall(server, listAnnotationReviews, ofSlide(real, who));
    if (model.deletedPeople.has(who)) return expect(status).toBe(401);
    if (!isExpert(who)) return expect(status).toBe(403);
    const waiting = waitingFor(model);
    expect(answer.annotations).toEqual(waiting.map(answerFor(model, real, who)));
    const openOf = (name: Name) => waiting.filter(({ author }) => author === name).length;
    const counted = answer.students.map(({ id, open }) => [id, open]);
    expect(new Map(counted as [number, number][])).toEqual(
      new Map(PEOPLE.filter(openOf).map((name) => [real.users[name].id, openOf(name)])),
    );
  });

const joinOrLeave = (name: Name, isIn: boolean) =>
  command(
    `${name} ${isIn ? "joins" : "leaves"} the group`,
    async (model, { users, groupId }) => {
      const userId = String(users[name].id);
      const { status } = isIn
        ? await sendCall(server, addToWorkGroup, { as: ada, body: { groupId, email: users[name].email } })
        : await sendCall(server, kickFromWorkGroup, { as: ada, params: { id: String(groupId), userId } });
      expect(status).toBeLessThan(300);
      model.members = isIn ? [...model.members, name] : model.members.filter((member) => member !== name);
    },
    ({ group, members, owner, deletedPeople }) =>
      group === "active" && members.includes(name) !== isIn && owner !== name && !deletedPeople.has(name),
  );

const deleteOrRestoreGroup = command(
  "the group is deleted, or restored",
  async (model, { groupId }) => {
    const to = { as: ada, params: { id: String(groupId) } };
    const { status } =
      model.group === "active"
        ? await sendCall(server, deleteWorkGroup, to)
        : await sendCall(server, restoreWorkGroup, to);
    expect(status).toBeLessThan(300);
    model.group = model.group === "active" ? "deleted" : "active";
  },
  ({ group }) => group !== "gone",
);

const removePerson = (who: Name, by: Name, work: "keep" | "remove") =>
  command(`${by} deletes ${who}, ${work}`, async (model, { users }) => {
    const call = { as: users[by], params: { id: String(users[who].id) }, query: { work } };
    const result = await sendCall(server, deleteUser, call);
    if (model.deletedPeople.has(by)) return expect(result.status).toBe(401);
    if (by !== "Ada") return expect(result.status).toBe(403);
    if (model.deletedPeople.has(who)) return expect(result.status).toBe(404);
    deletePerson(model, who, work);
    expect(result.status).toBe(204);
  });

const showOrHide = command("annotations are hidden from learners, or shown", async (model, { slide }) => {
  model.isShownToLearners = !model.isShownToLearners;
  const body = { parentId: slide.parentId, state: model.isShownToLearners, itemType: "image" as const };
  const { status } = await sendCall(server, setItemAnnotations, { as: ada, params: { id: String(slide.id) }, body });
  expect(status).toBe(200);
});

const passTime = command("31 days pass", async ({ drawings, keys }, { slide }) => {
  await sql`
    UPDATE annotation SET deleted_at = deleted_at - interval '31 days'
    WHERE image_id = ${slide.id} AND deleted_at IS NOT NULL
  `.execute(server.owner);
  await sql`UPDATE idempotency SET created_at = created_at - interval '31 days' WHERE site_id = ${site.id}`.execute(
    server.owner,
  );
  for (const drawing of drawings) if (drawing.bin) drawing.bin = { ...drawing.bin, isOld: true };
  for (const key of keys.values()) key.isOld = true;
});

const tidy = command("the janitor runs", async (model) => {
  await withSite(server.platform.database, site.id, async (db) => {
    await deleteOldAnnotations(db, site.id, Date.now());
    await deleteOldKeys(db, site.id);
  });
  model.order = model.order.filter(({ bin }) => !bin?.isOld);
  for (const [key, { isOld }] of model.keys) if (isOld) model.keys.delete(key);
});

const anyone = fc.constantFrom(...PEOPLE);
const anyTitle = fc.constantFrom(...TITLES);
const anyCreation = fc
  .tuple(anyone, fc.record({ title: anyTitle, isOfGroup: fc.boolean() }), fc.constantFrom(null, null, "one", "two"))
  .map(([who, sent, key]) => create(who, sent, key));
const anyUpdate = fc.oneof(...TITLES.map(update));
const anyCommand = [
  ...[anyCreation, anyCreation, anyCreation],
  ...[anyUpdate, anyUpdate, remove, remove, restore, restore, readVersions],
  fc.oneof(...[1, 2, 3].map(restoreVersion)),
  ...[convert, convert, publish, publish, decline, decline, reopen],
  fc.tuple(anyone, fc.array(fc.nat(9), { minLength: 1, maxLength: 4 })).map(([who, keys]) => order(who, keys)),
  fc.tuple(anyone, fc.constantFrom(...ANNOTATION_FILTERS)).map(([who, filter]) => list(who, filter)),
  anyone.map(readBin),
  anyone.map(readReviews),
  fc.tuple(fc.constantFrom("Leo", "Lea", "Eva"), fc.boolean()).map(([name, isIn]) => joinOrLeave(name, isIn)),
  fc.constant(deleteOrRestoreGroup),
  fc
    .tuple(fc.constantFrom("Leo", "Lea", "Eva"), anyone, fc.constantFrom("keep", "remove"))
    .map(([who, by, work]) => removePerson(who, by, work)),
  fc.constant(showOrHide),
  fc.constant(passTime),
  fc.constant(tidy),
];

// The record takes minutes: 1,000 sequences.
it("annotations match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, () => buildAnnotationWorld(site, ada), RUNS);
});
