/** A call whose transaction is rolled back by a conflict is repeated transparently. */
import type { Call } from "@parfocal/core/call.contract.ts";
import { idParams } from "@parfocal/core/platform/ids.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { MAX_REPEATS } from "../db/repeat-on-conflict.ts";
import { answerErrors } from "./error-answers.ts";
import { type RouteContext, route } from "./route.ts";

const touch = {
  method: "PUT",
  path: "/touch/{id}",
  summary: "For this test alone",
  policy: "signedIn",
  params: idParams,
  answer: z.object({ attempt: z.int() }),
} as const satisfies Call;

let server: TestServer;
let site: TestSite;
let teacher: TestUser;
const opened: FastifyInstance[] = [];
beforeAll(async () => {
  server = await createTestServer();
  site = await buildSite(server);
  teacher = await buildUser(site, { role: "teacher" });
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await server.close();
});

/** @param work the handler of the call. @returns a function that sends it. */
function open(work: (context: RouteContext, id: number, attempt: number) => Promise<void>) {
  const app = Fastify();
  opened.push(app);
  app.setErrorHandler(answerErrors(server.platform.securityLog));
  const attempts = new Map<number, number>();
  route(touch, async (context, { params: { id } }) => {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    await work(context, id, attempt);
    return { attempt };
  }).register(app, server.platform);
  const send = (id: number) =>
    app.inject({ method: "PUT", url: `/touch/${id}`, headers: { "x-site-token": teacher.token } });
  return { send, attempts };
}

const addTo = ({ db }: RouteContext, id: number, letter: string) =>
  sql`UPDATE item SET title = title || ${letter} WHERE site_id = ${site.id} AND id = ${id}`.execute(db);

const fail = ({ db }: RouteContext, code: RawBuilder<unknown>) =>
  sql`DO $$ BEGIN RAISE EXCEPTION 'taken back' USING ERRCODE = ${code}; END $$`.execute(db);

it("two deadlocked calls both succeed, each with its effects once", async () => {
  const courses = [await buildCourse(site, { title: "" }), await buildCourse(site, { title: "" })] as const;
  const committed: number[] = [];
  let locked = 0;
  let meet = () => {};
  const bothHaveOne = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const { send, attempts } = open(async (context, id, attempt) => {
    const other = id === courses[0] ? courses[1] : courses[0];
    context.afterCommit(() => void committed.push(id));
    await addTo(context, id, "a");
    locked += 1;
    if (locked === 2) meet();
    if (attempt === 1) await bothHaveOne;
    await addTo(context, other, "b");
  });
  const answers = await Promise.all(courses.map(send));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect([...attempts.values()].sort()).toEqual([1, 2]);
  expect(committed.sort()).toEqual([...courses].sort());
  const rows = await server.owner
    .selectFrom("item")
    .select("title")
    .where("id", "in", [...courses])
    .execute();
  expect(rows.map(({ title }) => [...title].sort().join(""))).toEqual(["ab", "ab"]);
});

it("a call with a serialization failure is retried", async () => {
  const { send } = open(async (context, _id, attempt) => {
    if (attempt <= MAX_REPEATS) await fail(context, sql`'40001'`);
  });
  const answer = await send(1);
  expect([answer.statusCode, answer.json()]).toEqual([200, { attempt: MAX_REPEATS + 1 }]);
});

it("after three retries it answers when to retry, and has changed nothing", async () => {
  const course = await buildCourse(site, { title: "as it was" });
  let effects = 0;
  const { send, attempts } = open(async (context, id) => {
    context.afterCommit(() => {
      effects += 1;
    });
    await addTo(context, id, "!");
    await fail(context, sql`'40P01'`);
  });
  const answer = await send(course);
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
  expect(answer.json().message).toContain("Try again");
  expect([attempts.get(course), effects]).toEqual([MAX_REPEATS + 1, 0]);
  const row = await server.owner.selectFrom("item").select("title").where("id", "=", course).executeTakeFirst();
  expect(row?.title).toBe("as it was");
});

it("any other failure is not retried", async () => {
  const { send, attempts } = open((context) => fail(context, sql`'23505'`).then(() => {}));
  expect([(await send(2)).statusCode, attempts.get(2)]).toEqual([500, 1]);
});
