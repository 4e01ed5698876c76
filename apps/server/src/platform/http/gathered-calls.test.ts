/** Batched calls: no call fails because of another one, and no permission is older than its request. */
import type { Call } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { idParams } from "@parfocal/core/platform/ids.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { withSite } from "#platform/db/database.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { answerErrors } from "./error-answers.ts";
import type { Together } from "./gathered-calls.ts";
import { route } from "./route.ts";

const touch = {
  method: "PUT",
  path: "/touch/{id}",
  summary: "For this test alone",
  policy: "learn",
  params: idParams,
  answer: z.object({ userId: z.int(), isTogether: z.boolean() }),
} as const satisfies Call;

let server: TestServer;
let site: TestSite;
let learners: TestUser[];
const opened: FastifyInstance[] = [];
beforeAll(async () => {
  server = await createTestServer();
  site = await buildSite(server);
  learners = [await buildUser(site), await buildUser(site), await buildUser(site)];
});
afterAll(async () => {
  for (const app of opened) await app.close();
  await server.close();
});

/** @param answer for the calls of a batch. @returns a function that sends a call. */
function open(answer: Together<typeof touch>["answer"]) {
  const app = Fastify();
  opened.push(app);
  app.setErrorHandler(answerErrors(server.platform.securityLog));
  const batches: number[] = [];
  route(
    touch,
    async ({ db, caller }, { params: { id } }) => {
      if (id === 1) throw new AppError("invalid", "Not this one.");
      await sql`SELECT 1`.execute(db);
      return { userId: caller.signedIn().id, isTogether: false };
    },
    {
      groupOf: () => "all",
      answer: (context, calls) => {
        batches.push(calls.length);
        return answer(context, calls);
      },
    },
  ).register(app, server.platform);
  const send = async (who: TestUser, id = 2, headers: Record<string, string> = {}) => {
    const sent = { method: "PUT", url: `/touch/${id}`, headers: { "x-site-token": who.token, ...headers } } as const;
    const raw = await app.inject(sent);
    return { status: raw.statusCode, answer: raw.json() as { userId: number; isTogether: boolean } };
  };
  return { send, batches };
}

const each: Together<typeof touch>["answer"] = async (_, calls) =>
  calls.map(({ caller, input }) => (input.params.id === 1 ? null : { userId: caller.signedIn().id, isTogether: true }));

it("gives each caller their own answer, including one who calls twice", async () => {
  const { send, batches } = open(each);
  const [a, b, c] = learners as [TestUser, TestUser, TestUser];
  const answers = await Promise.all([send(a), send(b), send(c), send(a)]);
  expect(answers.map(({ answer }) => answer)).toEqual([a, b, c, a].map(({ id }) => ({ userId: id, isTogether: true })));
  expect(Math.max(...batches)).toBeGreaterThan(1);
});

it("a rejected one does not affect the others", async () => {
  const { send } = open(each);
  const [a, b, c] = learners as [TestUser, TestUser, TestUser];
  const [first, rejected, last] = await Promise.all([send(a), send(b, 1), send(c)]);
  expect([first?.status, rejected?.status, last?.status]).toEqual([200, 400, 200]);
  expect([first?.answer.isTogether, last?.answer.isTogether]).toEqual([true, true]);
});

it("one that fails the transaction does not affect the others: each is run alone", async () => {
  const { send } = open(async ({ db }, calls) => {
    await sql`SELECT 1 / 0`.execute(db);
    return each({ db } as never, calls);
  });
  const answers = await Promise.all(learners.map((learner) => send(learner)));
  expect(answers.map(({ status, answer }) => [status, answer.userId, answer.isTogether])).toEqual(
    learners.map(({ id }) => [200, id, false]),
  );
});

it("writes made together are rolled back if the transaction fails", async () => {
  const courseId = await buildCourse(site);
  const { send } = open(async ({ db }, calls) => {
    await sql`UPDATE item SET title = 'written' WHERE site_id = ${site.id} AND id = ${courseId}`.execute(db);
    return each({ db } as never, calls).then(() => Promise.reject(new Error("too late")));
  });
  expect((await send(learners[0] as TestUser)).status).toBe(200);
  const row = await withSite(server.platform.database, site.id, (db) =>
    db.selectFrom("item").select("title").where("site_id", "=", site.id).where("id", "=", courseId).executeTakeFirst(),
  );
  expect(row?.title).not.toBe("written");
});

it("an ended session, a suspended account and a page of another site are rejected among other calls", async () => {
  const { send } = open(each);
  const [a] = learners as [TestUser];
  const [left, suspended] = [await buildUser(site), await buildUser(site)];
  expect([(await send(left)).status, (await send(suspended)).status]).toEqual([200, 200]);
  await withSite(server.platform.database, site.id, async (db) => {
    await sql`DELETE FROM user_session WHERE site_id = ${site.id} AND user_id = ${left.id}`.execute(db);
    await sql`UPDATE site_user SET is_suspended = true WHERE site_id = ${site.id} AND id = ${suspended.id}`.execute(db);
  });
  const statuses = await Promise.all([
    send(a),
    send(left),
    send(suspended),
    send(a, 2, { origin: "https://elsewhere.test" }),
    send({ ...a, token: `${site.id}.${"x".repeat(43)}` }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401, 403, 401]);
});
