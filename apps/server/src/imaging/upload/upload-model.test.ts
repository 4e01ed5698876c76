/**
 * REL-18: uploads match a small model after any sequence of calls (rule D-8): announced; chunks in any order, again,
 * at the same time, damaged, of a wrong length, beyond the end; resumed; finished early, twice, after a failed check;
 * ended by the existing slide; cancelled; requested by others; left for hours and removed by the janitor. Jobs do not
 * run. After each call the rows, both lists and the bytes on the disk are compared.
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  createUpload,
  deleteUpload,
  finishUpload,
  getUpload,
  listUploads,
  placeKnownSlide,
} from "@parfocal/core/upload/upload.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { digestOf, sendChunk, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

const RUNS = 10;
/** Set in the row after the announcement, so that a few bytes are several chunks. */
const CHUNK_BYTES = 8;
const PEOPLE = ["teacher", "administrator", "learner"] as const;
type Person = (typeof PEOPLE)[number];

// Not the shared server: the janitor clears the files and rows of all sites.
let server: TestServer;
let site: TestSite;
let known: { readonly imageId: number; readonly sha256: string };
beforeAll(async () => {
  server = await createTestServer();
  site = await buildSite(server);
  const slide = await buildSlide(site);
  const sha256 = sha256Of(Buffer.from("the existing slide"));
  await server.owner.updateTable("slide_file").set({ sha256 }).where("id", "=", slide.slideFileId).execute();
  known = { imageId: slide.id, sha256 };
});
afterAll(() => server.close());

interface ModelUpload {
  readonly id: number;
  readonly owner: Person;
  readonly bytes: number;
  readonly chunks: Map<number, Buffer>;
  state: "receiving" | "checking" | "done";
  sha256: string | null;
  hasCheckFailed: boolean;
  isOld: boolean;
  isGone: boolean;
}
interface Model {
  readonly uploads: ModelUpload[];
}
type Real = Readonly<Record<Person, TestUser>>;
type Refusal = [status: number, code?: string];

const chunkCountOf = ({ bytes }: ModelUpload) => Math.ceil(bytes / CHUNK_BYTES);
const receivedOf = ({ chunks }: ModelUpload) => [...chunks.keys()].sort((one, other) => one - other);
const paramsOf = ({ id }: ModelUpload) => ({ id: String(id) });

/** Bytes of a chunk, different for each upload, number and version. */
function contentOf({ id, bytes }: ModelUpload, number: number, version: string): Buffer {
  const length = Math.max(1, Math.min(CHUNK_BYTES, bytes - number * CHUNK_BYTES));
  return Buffer.from(sha256Of(Buffer.from(`${id} ${number} ${version}`))).subarray(0, length);
}

function fileOf({ bytes, chunks }: ModelUpload): Buffer {
  const file = Buffer.alloc(bytes);
  for (const [number, chunk] of chunks) chunk.copy(file, number * CHUNK_BYTES);
  return file;
}

/** The expected answer about an upload. */
const answerOf = (upload: ModelUpload) => ({
  id: upload.id,
  bytes: upload.bytes,
  chunkBytes: CHUNK_BYTES,
  chunkCount: chunkCountOf(upload),
  receivedChunks: receivedOf(upload),
  state: upload.hasCheckFailed ? "failed" : upload.state,
  canRetry: upload.hasCheckFailed,
  imageId: upload.state === "done" ? known.imageId : null,
});

async function storedRows(real: Real) {
  const people = PEOPLE.map((person) => real[person].id);
  const { rows } = await sql`
    SELECT upload.id, user_id AS "userId", state, sha256, image_id AS "imageId",
      ARRAY(SELECT chunk.number || ' ' || chunk.sha256 FROM upload_chunk chunk
        WHERE chunk.upload_id = upload.id ORDER BY chunk.number) AS chunks,
      ARRAY(SELECT job.state FROM job WHERE job.kind = 'checkUpload' AND job.subject_id = upload.id) AS checks
    FROM upload WHERE user_id IN (${sql.join(people)}) ORDER BY upload.id
  `.execute(server.owner);
  return rows;
}

const rowOf = (upload: ModelUpload, real: Real) => ({
  id: upload.id,
  userId: real[upload.owner].id,
  state: upload.state,
  sha256: upload.sha256,
  imageId: upload.state === "done" ? known.imageId : null,
  chunks: receivedOf(upload).map((number) => `${number} ${sha256Of(upload.chunks.get(number) ?? Buffer.alloc(0))}`),
  checks: upload.state === "checking" ? [upload.hasCheckFailed ? "failed" : "queued"] : [],
});

const command = commandsComparedBy<Model, Real>(async ({ uploads }, real) => {
  const existing = uploads.filter(({ isGone }) => !isGone);
  expect(await storedRows(real)).toEqual(existing.map((upload) => rowOf(upload, real)));
  for (const person of ["teacher", "administrator"] as const) {
    const { answer } = await sendCall(server, listUploads, { as: real[person] });
    const unfinished = existing.filter(({ owner, state }) => owner === person && state !== "done");
    expect(answer).toEqual(unfinished.map((upload) => expect.objectContaining(answerOf(upload))));
  }
  const files = existing.filter(({ state }) => state !== "done");
  const folder = server.platform.folders.uploads;
  expect((await readdir(folder)).sort()).toEqual(files.map(({ id }) => `${site.id}-${id}`).sort());
  for (const upload of files)
    expect(await readFile(join(folder, `${site.id}-${upload.id}`), "latin1")).toBe(fileOf(upload).toString("latin1"));
});

type Sender = Person | "owner";
type Target = readonly [back: number, sender: Sender];
const back = fc.constantFrom(0, 0, 0, 1, 2);
/** An upload from the last back, and who sends the call: mostly its owner. */
const target: fc.Arbitrary<Target> = fc.tuple(
  back,
  fc.constantFrom<Sender>("owner", "owner", "owner", "owner", "owner", ...PEOPLE),
);
const hasUploads = ({ uploads }: Readonly<Model>) => uploads.length > 0;
const pick = ({ uploads }: Model, back: number) => uploads[Math.max(0, uploads.length - 1 - back)] as ModelUpload;

/** A command on an upload. */
const onUpload = (
  name: string,
  [back, sender]: Target,
  work: (upload: ModelUpload, as: TestUser, refusal: Refusal | null) => Promise<void>,
) =>
  command(
    `${name} of upload -${back} by ${sender}`,
    (model, real) => {
      const upload = pick(model, back);
      const person = sender === "owner" ? upload.owner : sender;
      return work(upload, real[person], refusalOf(upload, person));
    },
    hasUploads,
  );

function refusalOf(upload: ModelUpload, person: Person): Refusal | null {
  if (person === "learner") return [403, "notAllowed"];
  return upload.isGone || upload.owner !== person ? [404] : null;
}
const unlessReceiving = ({ state }: ModelUpload): Refusal | null =>
  state === "receiving" ? null : [409, "notReceiving"];

/** Of a rejected call: its status, and its code if it has one. */
const outcomeOf = ({ status, failure }: { status: number; failure: { data?: readonly string[] } | null }) =>
  [status, ...(status >= 400 ? (failure?.data ?? []) : [])] as Refusal;

const announce = (person: Person, bytes: number) =>
  command(`announce ${bytes} bytes by ${person}`, async ({ uploads }, real) => {
    const sent = await sendCall(server, createUpload, { as: real[person], body: { filename: "slide.svs", bytes } });
    if (person === "learner") return expect(sent.status).toBe(403);
    if (bytes === 0) return expect(sent.status).toBe(400);
    const { id } = sent.answer;
    expect(sent.answer).toMatchObject({ bytes, receivedChunks: [], state: "receiving", canRetry: false });
    await sql`UPDATE upload SET chunk_bytes = ${CHUNK_BYTES} WHERE id = ${id}`.execute(server.owner);
    const flags = { hasCheckFailed: false, isOld: false, isGone: false };
    uploads.push({ id, owner: person, bytes, chunks: new Map(), state: "receiving", sha256: null, ...flags });
  });

const FAULTS = ["no digest", "wrong digest", "too short", "too long"] as const;
type Fault = (typeof FAULTS)[number] | null;

function chunkRefusal(upload: ModelUpload, number: number, content: Buffer, fault: Fault): Refusal | null {
  const closed = unlessReceiving(upload);
  if (closed) return closed;
  if (number >= chunkCountOf(upload) || fault === "too long") return [413];
  if (fault === "too short") return [400, "chunkLength"];
  if (fault === "wrong digest") return [400, "contentDigest"];
  const first = upload.chunks.get(number);
  return first && !first.equals(content) ? [409, "chunkDiffers"] : null;
}

const chunk = (at: Target, number: number, version: string, fault: Fault, isTwice: boolean) => {
  const name = `chunk ${number}${version}${fault ? `, ${fault}` : ""}${isTwice ? ", twice at once" : ""}`;
  return onUpload(name, at, async (upload, as, refusal) => {
    const content = contentOf(upload, number, version);
    const bytes =
      fault === "too short"
        ? content.subarray(1)
        : Buffer.concat([content, Buffer.alloc(fault === "too long" ? 1 : 0)]);
    const digests = { "no digest": null, "wrong digest": digestOf(Buffer.from("other")) } as const;
    const digest = fault === "no digest" || fault === "wrong digest" ? { digest: digests[fault] } : {};
    const send = async () => outcomeOf(await sendChunk(server, as, { id: upload.id, number, bytes, ...digest }));
    const sent = await Promise.all(isTwice ? [send(), send()] : [send()]);
    // The header is read before the upload.
    const noDigest: Refusal | null = fault === "no digest" && refusal?.[0] !== 403 ? [400, "contentDigest"] : null;
    const rejected = noDigest ?? refusal ?? chunkRefusal(upload, number, content, fault);
    expect(sent).toEqual(sent.map(() => rejected ?? [204]));
    if (rejected || upload.chunks.has(number)) return;
    upload.chunks.set(number, content);
    upload.isOld = false;
  });
};

const ask = (at: Target) =>
  onUpload("get", at, async (upload, as, refusal) => {
    const sent = await sendCall(server, getUpload, { as, params: paramsOf(upload) });
    if (refusal) return expect(outcomeOf(sent)).toEqual(refusal);
    expect(sent.answer).toMatchObject(answerOf(upload));
  });

const resume = (back: number) =>
  command(
    `resume of upload -${back}`,
    async (model, real) => {
      const upload = pick(model, back);
      const as = real[upload.owner];
      const { status, answer } = await sendCall(server, getUpload, { as, params: paramsOf(upload) });
      if (upload.isGone) return expect(status).toBe(404);
      expect(answer).toMatchObject(answerOf(upload));
      for (let number = 0; number < answer.chunkCount; number += 1) {
        if (answer.state !== "receiving" || answer.receivedChunks.includes(number)) continue;
        const bytes = contentOf(upload, number, "a");
        const sent = await sendChunk(server, as, { id: upload.id, number, bytes });
        expect(sent.status).toBe(204);
        upload.chunks.set(number, bytes);
        upload.isOld = false;
      }
    },
    hasUploads,
  );

function finishRefusal(upload: ModelUpload, isOfKnown: boolean, ifKnown: "add" | "ask"): Refusal | null {
  if (upload.state !== "receiving") return null;
  if (upload.chunks.size < chunkCountOf(upload)) return [409, "chunksMissing"];
  return isOfKnown && ifKnown === "ask" ? [409, "alreadyHere"] : null;
}

const finish = (at: Target, isOfKnown: boolean, ifKnown: "add" | "ask", isTwice: boolean) => {
  const name = `finish${isOfKnown ? ` as the existing slide, ${ifKnown}` : ""}${isTwice ? ", twice at once" : ""}`;
  return onUpload(name, at, async (upload, as, refusal) => {
    const sha256 = isOfKnown ? known.sha256 : sha256Of(fileOf(upload));
    const send = () => sendCall(server, finishUpload, { as, params: paramsOf(upload), body: { sha256, ifKnown } });
    const sent = await Promise.all(isTwice ? [send(), send()] : [send()]);
    const rejected = refusal ?? finishRefusal(upload, isOfKnown, ifKnown);
    expect(sent.map(outcomeOf)).toEqual(sent.map(() => rejected ?? [200]));
    if (rejected) return;
    if (upload.state === "receiving") Object.assign(upload, { state: "checking", sha256 });
    upload.hasCheckFailed = false;
    expect(sent.map(({ answer }) => answer.state)).toEqual(sent.map(() => upload.state));
  });
};

const placeKnown = (at: Target, isOfKnown: boolean) =>
  onUpload(isOfKnown ? "end by the existing slide" : "end by an unknown slide", at, async (upload, as, refusal) => {
    const body = { sha256: isOfKnown ? known.sha256 : sha256Of(Buffer.from("unknown")) };
    const sent = await sendCall(server, placeKnownSlide, { as, params: paramsOf(upload), body });
    const isDone = upload.state === "done";
    const rejected = refusal ?? (isDone ? null : (unlessReceiving(upload) ?? (isOfKnown ? null : ([404] as Refusal))));
    expect(outcomeOf(sent)).toEqual(rejected ?? [200]);
    if (!rejected && !isDone) Object.assign(upload, { state: "done", sha256: body.sha256 });
  });

const cancel = (at: Target) =>
  onUpload("cancel", at, async (upload, as, refusal) => {
    const sent = await sendCall(server, deleteUpload, { as, params: paramsOf(upload) });
    expect(outcomeOf(sent)).toEqual(refusal ?? [204]);
    if (!refusal) upload.isGone = true;
  });

const failCheck = command("the checks fail for an internal reason", async ({ uploads }, real) => {
  const people = PEOPLE.map((person) => real[person].id);
  await sql`
    UPDATE job SET state = 'failed', error = 'Failed.', finished_at = now() WHERE kind = 'checkUpload'
      AND subject_id IN (SELECT id FROM upload WHERE user_id IN (${sql.join(people)}))
  `.execute(server.owner);
  for (const upload of uploads) upload.hasCheckFailed = upload.state === "checking" && !upload.isGone;
});

const wait = (back: number, hours: 23 | 25) =>
  command(
    `${hours} hours pass for upload -${back}`,
    async (model) => {
      const upload = pick(model, back);
      await sql`
        UPDATE upload SET last_chunk_at = now() - make_interval(hours => ${hours}) WHERE id = ${upload.id}
      `.execute(server.owner);
      upload.isOld = hours > 24;
    },
    hasUploads,
  );

const clear = command("the janitor runs", async ({ uploads }) => {
  await clearAway(server.platform);
  for (const upload of uploads)
    if (upload.isOld && (upload.state !== "checking" || upload.hasCheckFailed)) upload.isGone = true;
});

const anyCommand = [
  fc
    .tuple(fc.constantFrom(...PEOPLE, "teacher"), fc.constantFrom(0, 1, 8, 9, 16, 24, 24))
    .map((args) => announce(...args)),
  fc
    .tuple(target, fc.nat(3), fc.constantFrom("a", "a", "b"), fc.constant(null), fc.boolean())
    .map((args) => chunk(...args)),
  fc.tuple(target, fc.nat(1), fc.constant("a"), fc.constantFrom(...FAULTS), fc.boolean()).map((args) => chunk(...args)),
  target.map(ask),
  back.map(resume),
  fc
    .tuple(target, fc.boolean(), fc.constantFrom("add" as const, "ask" as const), fc.boolean())
    .map((args) => finish(...args)),
  fc.tuple(target, fc.boolean()).map((args) => placeKnown(...args)),
  target.map(cancel),
  fc.constant(failCheck),
  fc.tuple(back, fc.constantFrom(23 as const, 25 as const)).map((args) => wait(...args)),
  fc.constant(clear),
];

/** The uploads of the sequence before are removed: the janitor reads every file. */
async function setUp(): Promise<{ model: Model; real: Real }> {
  await server.owner.deleteFrom("job").where("site_id", "=", site.id).execute();
  await server.owner.deleteFrom("upload").where("site_id", "=", site.id).execute();
  const { uploads } = server.platform.folders;
  for (const name of await readdir(uploads)) await rm(join(uploads, name));
  const [teacher, administrator, learner] = await Promise.all(PEOPLE.map((role) => buildUser(site, { role })));
  return { model: { uploads: [] }, real: { teacher, administrator, learner } as Real };
}

// The record of 1,000 sequences takes minutes.
it("uploads match their model after any sequence of calls", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
