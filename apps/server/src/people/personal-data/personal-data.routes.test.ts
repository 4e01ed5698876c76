/** SEC-17: the data that remains after a person is deleted. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  deleteOwnAccount,
  deleteUser,
  exportDataOfUser,
  exportOwnData,
  getDataOfUser,
  getOwnData,
} from "@parfocal/core/personal-data/personal-data.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { createUser, listUsers } from "@parfocal/core/user/manage-users.contract.ts";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildAnnotation, buildDeletedAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildTextbook } from "#testing/build-embed.ts";
import { buildNote } from "#testing/build-note.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildTextbookNote } from "#testing/build-textbook-note.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { listSiteTables } from "#testing/list-site-tables.ts";
import { multiplyAnnotation } from "#testing/multiply-annotation.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { PERSONAL_COLUMNS, PERSONAL_FILES, SECRET_COLUMNS } from "./personal-columns.ts";

const PASSWORD = "correct horse battery";
const MARKER = "Quetzalmarker";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface School {
  readonly site: TestSite;
  readonly slide: TestSlide;
  readonly administrator: TestUser;
  readonly colleague: TestUser;
}

async function buildSchool(): Promise<School> {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const colleague = await buildUser(site, { role: "expert", displayName: "Grace" });
  return { site, slide: await buildSlide(site), administrator, colleague };
}

/** A person with rows of all types, each with the marker in its texts. */
async function buildMarkedPerson({ site, slide, colleague }: School): Promise<TestUser> {
  const person = await buildUser(site, { role: "expert", displayName: `Ada ${MARKER}`, password: PASSWORD });
  const email = `${MARKER}@example.test`;
  await sql`UPDATE site_user SET email = ${email} WHERE id = ${person.id}`.execute(server.owner);
  await buildAnnotation(site, { slide, author: person, title: `Drawn by ${MARKER}` });
  await buildDeletedAnnotation(site, { slide, author: person, title: `Binned by ${MARKER}` });
  await buildNote(site, { slide, author: person, content: `Noted by ${MARKER}` });
  const textbookId = await buildTextbook(site, { parentId: await buildCourse(site) });
  await buildTextbookNote(site, { textbookId, author: person, content: `Read by ${MARKER}` });
  const shared = await buildWorkGroup(site, { owner: person, members: [colleague] });
  await buildAnnotation(site, { slide, author: colleague, workGroupId: shared });
  await buildWorkGroup(site, { owner: person, title: `Alone ${MARKER}` });
  await buildUserGroup(site, { members: [person], createdBy: person });
  await buildUpload(site, { owner: person, filename: `${MARKER}.svs` });
  await sql`UPDATE user_session SET user_agent = ${MARKER} WHERE user_id = ${person.id}`.execute(server.owner);
  await sql`INSERT INTO item_opened (site_id, user_id, item_id) VALUES (${site.id}, ${person.id}, ${slide.id})`.execute(
    server.owner,
  );
  await sql`INSERT INTO user_identity (site_id, issuer, subject, user_id)
    VALUES (${site.id}, 'https://id.example.test', ${MARKER}, ${person.id})`.execute(server.owner);
  await sql`INSERT INTO idempotency (site_id, user_id, key, route, request_sha256, answer)
    VALUES (${site.id}, ${person.id}, 'key-of-a-call', 'POST /v2/note', 'none', ${JSON.stringify({ said: MARKER })})`.execute(
    server.owner,
  );
  await sql`INSERT INTO password_reset_request (site_id, email, language) VALUES (${site.id}, ${email}, 'en')`.execute(
    server.owner,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO mail (site_id, message_id, recipient_name, recipient_address, subject, state, reason)
    VALUES (${site.id}, ${`<${site.id}@example.test>`}, ${MARKER}, ${email.toUpperCase()}, 'Hello', 'unsent', 'noServer')
    RETURNING id`.execute(server.owner);
  const mails = join(server.dataFolder, "mails", String(site.id));
  await mkdir(mails, { recursive: true });
  await writeFile(join(mails, `${rows[0]?.id}.eml`), `To: ${MARKER}`);
  await sql`UPDATE item SET created_by = ${person.id} WHERE id = ${slide.id}`.execute(server.owner);
  await buildMarkedAnswer(site, person);
  return { ...person, email };
}

/** Of an attempt at a quiz. */
async function buildMarkedAnswer(site: TestSite, { id }: TestUser): Promise<void> {
  const { quizId, questionIds } = await buildQuiz(site);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO quiz_attempt (site_id, quiz_id, user_id, attempt_no, seed, started_at)
    VALUES (${site.id}, ${quizId}, ${id}, 1, 'seed', now()) RETURNING id`.execute(server.owner);
  await sql`INSERT INTO quiz_answer (site_id, attempt_id, question_id, answer)
    VALUES (${site.id}, ${rows[0]?.id}, ${questionIds[0]}, ${JSON.stringify({ type: "short-answer", text: MARKER })})`.execute(
    server.owner,
  );
}

/** Tables and columns of the site that contain the marker, in any case. */
async function findMarker(site: TestSite): Promise<string[]> {
  const found: string[] = [];
  for (const table of await listSiteTables({ server })) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(one) AS row FROM ${sql.table(table)} AS one
      WHERE site_id = ${site.id} AND to_jsonb(one)::text ILIKE ${`%${MARKER}%`}
    `.execute(server.owner);
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).toLowerCase().includes(MARKER.toLowerCase())) found.push(`${table}.${column}`);
  }
  return [...new Set(found)].sort();
}

/** Emails of other tests of this file are in the folders of their sites. */
async function findMarkedFiles({ id }: TestSite): Promise<string[]> {
  const all = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  const entries = all.filter(({ parentPath }) => !parentPath.includes("mails") || parentPath.endsWith(`/mails/${id}`));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, "latin1")));
  return files.filter((file, at) => `${file}${contents[at]}`.toLowerCase().includes(MARKER.toLowerCase()));
}

async function countReferences(site: TestSite, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column, holds } of PERSONAL_COLUMNS) {
    if (holds !== "person") continue;
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM ${sql.table(table)} WHERE site_id = ${site.id} AND ${sql.ref(column)} = ${id}
    `.execute(server.owner);
    if (rows[0]?.count) counts[`${table}.${column}`] = rows[0].count;
  }
  return counts;
}

/** The account without personal data, and its ID in the audit log. */
const NOTHING_LEFT = { "site_user.id": 1, "audit_entry.person_id": 1 };

const remove = (school: School, id: number, work: "keep" | "remove") =>
  sendCall(server, deleteUser, { as: school.administrator, params: { id: String(id) }, query: { work } });

describe("a deleted person", () => {
  it("leaves no data in any table or file; the account is shown as that of a deleted person", async () => {
    const school = await buildSchool();
    const person = await buildMarkedPerson(school);
    const before = await findMarker(school.site);
    for (const at of [
      "site_user.email",
      "annotation.title",
      "note.content",
      "textbook_note.content",
      "work_group.title",
      "upload.filename",
      "quiz_answer.answer",
    ])
      expect(before).toContain(at);

    expect(await findMarkedFiles(school.site)).toHaveLength(1);
    expect((await remove(school, person.id, "remove")).status).toBe(204);
    expect(await findMarker(school.site)).toEqual([]);
    expect(await findMarkedFiles(school.site)).toEqual([]);
    expect(await countReferences(school.site, person.id)).toEqual(NOTHING_LEFT);
    const uploads = await readdir(join(server.dataFolder, "uploads"));
    expect(uploads.filter((name) => name.startsWith(`${school.site.id}-`))).toEqual([]);
  });

  it("is the anonymous author of kept annotations and notes", async () => {
    const school = await buildSchool();
    const person = await buildMarkedPerson(school);
    expect((await remove(school, person.id, "keep")).status).toBe(204);
    const work = [
      "annotation.title",
      "note.content",
      "search_document.title",
      "search_trigram.word",
      "search_word.word",
    ];
    expect((await findMarker(school.site)).filter((at) => !work.includes(at))).toEqual([]);
    expect(await countReferences(school.site, person.id)).toMatchObject({
      "annotation.author_id": 2,
      "note.author_id": 1,
    });
    const { rows } = await sql`SELECT display_name AS name FROM site_user WHERE id = ${person.id}`.execute(
      server.owner,
    );
    expect(rows).toEqual([{ name: "Deleted person" }]);
  });

  it("passes a work group to its longest-standing member, with the annotations of others in it", async () => {
    const school = await buildSchool();
    const person = await buildMarkedPerson(school);
    await remove(school, person.id, "remove");
    const { rows } = await sql`
      SELECT owner_id AS owner, (SELECT count(*) FROM annotation WHERE work_group_id = work_group.id) AS annotations
      FROM work_group WHERE site_id = ${school.site.id}
    `.execute(server.owner);
    expect(rows).toEqual([{ owner: school.colleague.id, annotations: 1 }]);
  });

  it("is signed out, no longer listed, deleted once, and the email address is free again", async () => {
    const school = await buildSchool();
    const person = await buildMarkedPerson(school);
    expect((await sendCall(server, getOwnData, { as: person })).status).toBe(200);
    await remove(school, person.id, "keep");
    expect((await sendCall(server, getOwnData, { as: person })).status).toBe(401);
    const signIn = { siteId: school.site.id, body: { login: person.email, password: PASSWORD } };
    expect((await sendCall(server, openSession, signIn)).status).toBe(401);
    const { answer } = await sendCall(server, listUsers, { as: school.administrator });
    const listed = answer.users.map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([school.administrator.id, school.colleague.id]));
    expect(listed).not.toContain(person.id);
    expect((await remove(school, person.id, "remove")).status).toBe(404);
    const body = { displayName: "Ada", email: person.email, role: "learner" as const, password: PASSWORD };
    expect((await sendCall(server, createUser, { as: school.administrator, body })).status).toBe(200);
  });

  it("with more annotations than one transaction deletes: a job deletes the rest", async () => {
    const school = await buildSchool();
    const person = await buildUser(school.site);
    const id = await buildAnnotation(school.site, { slide: school.slide, author: person });
    await multiplyAnnotation(server, id, 1_500);
    // As autovacuum does within seconds: without it the query plans are those of empty tables.
    await sql`ANALYZE`.execute(server.owner);
    const retained = await buildAnnotation(school.site, { slide: school.slide, author: school.colleague });
    expect((await remove(school, person.id, "remove")).status).toBe(204);
    expect(await countReferences(school.site, person.id)).toMatchObject({ "annotation.author_id": 501 });
    await server.startJobs();
    await vi.waitFor(async () => expect(await countReferences(school.site, person.id)).toEqual(NOTHING_LEFT), 20_000);
    const { rows } = await sql`SELECT id FROM annotation WHERE site_id = ${school.site.id}`.execute(server.owner);
    expect(rows).toEqual([{ id: retained }]);
  });

  it("gets a count before: annotations, notes, groups and content", async () => {
    const school = await buildSchool();
    const { id } = await buildMarkedPerson(school);
    const { answer } = await sendCall(server, getDataOfUser, { as: school.administrator, params: { id: String(id) } });
    const counts = { annotations: 2, notes: 1, registrations: 0, userGroups: 1, workGroups: 2, content: 1 };
    expect(answer).toEqual({ id, ...counts });
  });
});

describe("an administrator", () => {
  it("cannot delete their own account in the list of people, nor themselves as the last administrator", async () => {
    const { site, administrator } = await buildSchool();
    const params = { id: String(administrator.id) };
    const among = await sendCall(server, deleteUser, { as: administrator, params, query: { work: "keep" } });
    expect([among.status, among.failure.data]).toEqual([409, ["ownAccount"]]);
    const body = { work: "keep" as const, currentPassword: null };
    const last = await sendCall(server, deleteOwnAccount, { as: administrator, body });
    expect([last.status, last.failure.data]).toEqual([409, ["lastAdministrator"]]);
    expect((await sendCall(server, getOwnData, { as: administrator })).status).toBe(200);
    await buildUser(site, { role: "administrator" });
    expect((await sendCall(server, deleteOwnAccount, { as: administrator, body })).status).toBe(204);
  });
});

describe("an export", () => {
  it("contains all data marked for it, as JSON and CSV, and neither secrets nor other people's data", async () => {
    const school = await buildSchool();
    const person = await buildMarkedPerson(school);
    const places = await findMarker(school.site);
    const { raw, status } = await sendCall(server, exportOwnData, { as: person });
    expect([status, raw.headers["content-type"]]).toEqual([200, "application/zip"]);
    const files = unzipSync(raw.rawPayload);
    const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const exported = new Set(
      PERSONAL_COLUMNS.filter(({ isExported }) => isExported).map(({ table }) => table as string),
    );
    const due = places.map((at) => at.split(".")).filter(([table = ""]) => exported.has(table));
    expect(due.length).toBeGreaterThan(6);
    for (const [table, column = ""] of due) {
      const rows = JSON.parse(textOf(`${table}.json`)) as Record<string, unknown>[];
      expect(JSON.stringify(rows.map((row) => row[column])), `${table}.${column}`).toMatch(new RegExp(MARKER, "i"));
      expect(textOf(`${table}.csv`)).toMatch(new RegExp(MARKER, "i"));
    }
    const all = Object.keys(files).map(textOf).join("\n");
    for (const [table, column] of SECRET_COLUMNS)
      expect(
        JSON.stringify((JSON.parse(textOf(`${table}.json`) || "[]") as object[]).flatMap(Object.keys)),
      ).not.toContain(`"${column}"`);
    expect(all).not.toContain(school.colleague.email);
    expect(JSON.parse(textOf("about.json"))).toMatchObject({ id: person.id, email: person.email });
  });

  it("of more rows than one batch contains each of them once", async () => {
    const school = await buildSchool();
    const person = await buildUser(school.site);
    const id = await buildAnnotation(school.site, { slide: school.slide, author: person });
    await multiplyAnnotation(server, id, 1_200);
    const params = { id: String(person.id) };
    const { raw } = await sendCall(server, exportDataOfUser, { as: school.administrator, params });
    const files = unzipSync(raw.rawPayload);
    const rows = JSON.parse(strFromU8(files["annotation.json"] ?? new Uint8Array())) as { id: number }[];
    expect(rows.length).toBe((await countReferences(school.site, person.id))["annotation.author_id"]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(
      strFromU8(files["annotation.csv"] ?? new Uint8Array())
        .trim()
        .split("\r\n").length,
    ).toBe(rows.length + 1);
  });

  it("leaves no temporary file", async () => {
    const school = await buildSchool();
    const temporary = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith("parfocal-personal-data-"));
    const before = await temporary();
    expect((await sendCall(server, exportOwnData, { as: school.administrator })).status).toBe(200);
    await vi.waitFor(async () => expect((await temporary()).filter((name) => !before.includes(name))).toEqual([]));
  });
});

describe("one's own account", () => {
  it("is deleted only with its password", async () => {
    const { site } = await buildSchool();
    const learner = await buildUser(site, { password: PASSWORD });
    const send = (currentPassword: string | null) =>
      sendCall(server, deleteOwnAccount, { as: learner, body: { work: "remove", currentPassword } });
    for (const wrong of [null, "another password"]) {
      const rejected = await send(wrong);
      expect([rejected.status, rejected.failure.data]).toEqual([400, ["currentPasswordIncorrect"]]);
    }
    expect((await send(PASSWORD)).status).toBe(204);
    expect((await sendCall(server, getOwnData, { as: learner })).status).toBe(401);
    const entries = await server.owner.selectFrom("audit_entry").selectAll().where("site_id", "=", site.id).execute();
    expect(entries).toMatchObject([{ action: "userDeleted", actor_id: learner.id, person_id: learner.id }]);
  });

  it("without a password requires a sign-in within the last 10 minutes", async () => {
    const { site } = await buildSchool();
    const learner = await buildUser(site);
    const body = { work: "keep" as const, currentPassword: null };
    await sql`UPDATE user_session SET created_at = now() - interval '11 minutes' WHERE user_id = ${learner.id}`.execute(
      server.owner,
    );
    const rejected = await sendCall(server, deleteOwnAccount, { as: learner, body });
    expect([rejected.status, rejected.failure.data]).toEqual([409, ["signInAgain"]]);
    await sql`UPDATE user_session SET created_at = now() WHERE user_id = ${learner.id}`.execute(server.owner);
    expect((await sendCall(server, deleteOwnAccount, { as: learner, body })).status).toBe(204);
  });
});

describe("the table of personal data", () => {
  it("contains each folder of the data folder", async () => {
    const folders = await readdir(server.dataFolder);
    expect(folders).toContain("uploads");
    // "fixtures" is used by the tests' builders.
    const known = ["fixtures", ...PERSONAL_FILES.map(({ path }) => path)];
    expect(folders.filter((name) => !known.includes(name))).toEqual([]);
  });
});
