import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { withSite } from "../db/database.ts";
import {
  findJob,
  finishJob,
  holdJob,
  insertJob,
  listSitesWithOpenJobs,
  takeJob,
  updateJobProgress,
} from "./job.queries.ts";
import { createJobQueue, type JobContext, type JobHandler, type JobQueue } from "./job-queue.ts";

const log = pino({ level: "silent" }) as FastifyBaseLogger;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Sites share the queue, so each test has a kind of its own and leaves no job behind. */
async function buildQueue(handler: JobHandler, { isAlone = false } = {}) {
  const site = await buildSite(server);
  const queue = createJobQueue({ database: server.platform.database, log, isAlone });
  const handlers = { work: handler };
  const add = () =>
    withSite(server.platform.database, site.id, (db) => queue.add(db, site.id, { kind: "work", subjectId: 7 }));
  return { site, queue, handlers, add };
}

const jobOf = (site: TestSite, id: number) =>
  withSite(server.platform.database, site.id, (db) => findJob(db, site.id, id));

async function stateAfterAll(site: TestSite, queue: JobQueue, id: number) {
  await expect.poll(async () => (await jobOf(site, id))?.state).toMatch(/done|failed/);
  await queue.stop();
  return jobOf(site, id);
}

describe("a job", () => {
  it("runs with its site and subject, and is marked done", async () => {
    const seen: unknown[] = [];
    const { site, queue, handlers, add } = await buildQueue(async ({ siteId, subjectId, report }) => {
      report(0.5);
      seen.push([siteId, subjectId]);
    });
    const { id } = await add();
    await queue.start(handlers);
    expect(await stateAfterAll(site, queue, id)).toMatchObject({
      state: "done",
      progress: 1,
      error: null,
      attempts: 1,
    });
    expect(seen).toEqual([[site.id, 7]]);
  });

  it("that crashes its server repeatedly is not retried for ever", async () => {
    let runs = 0;
    const { site, queue, handlers, add } = await buildQueue(async () => {
      runs += 1;
    });
    const { id } = await add();
    await withSite(server.platform.database, site.id, (db) =>
      db.updateTable("job").set({ attempts: 10 }).where("site_id", "=", site.id).where("id", "=", id).execute(),
    );
    await queue.start(handlers);
    expect(await stateAfterAll(site, queue, id)).toMatchObject({ state: "failed" });
    expect(runs).toBe(0);
  });

  it("that a file is to blame for fails at once, with the sentence for its owner", async () => {
    const { site, queue, handlers, add } = await buildQueue(async () => {
      throw new SlideFileError("damaged", "The picture is damaged.");
    });
    const { id } = await add();
    await queue.start(handlers);
    expect(await stateAfterAll(site, queue, id)).toMatchObject({
      state: "failed",
      error: "The picture is damaged.",
      attempts: 1,
    });
  });

  it("that goes wrong otherwise is tried three times, and its owner reads the general text", async () => {
    const { site, queue, handlers, add } = await buildQueue(async () => {
      throw new Error("the disk at /srv/data is gone");
    });
    const { id } = await add();
    await queue.start(handlers);
    const failed = await stateAfterAll(site, queue, id);
    expect(failed).toMatchObject({ state: "failed", attempts: 3 });
    expect(failed?.error).not.toContain("/srv");
  });

  it("that is at work when the server stops waits for the next start", async () => {
    let runs = 0;
    const { site, queue, handlers, add } = await buildQueue(async ({ signal }) => {
      runs += 1;
      if (runs > 1) return;
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    });
    const { id } = await add();
    await queue.start(handlers);
    await expect.poll(() => runs).toBe(1);
    await queue.stop();
    expect(await jobOf(site, id)).toMatchObject({ state: "queued", worker: null });
    await queue.start(handlers);
    expect(await stateAfterAll(site, queue, id)).toMatchObject({ state: "done", attempts: 2 });
  });

  it("at work when the only server was killed is taken up at once by the next start", async () => {
    const { site, queue, handlers, add } = await buildQueue(async () => {}, { isAlone: true });
    const { id } = await add();
    await withSite(server.platform.database, site.id, (db) =>
      takeJob(db, site.id, { worker: "a server that was killed", silentMs: 0 }),
    );
    await queue.start(handlers);
    expect((await stateAfterAll(site, queue, id))?.state).toBe("done");
  });
});

describe("two servers", () => {
  const take = (site: TestSite, worker: string) =>
    withSite(server.platform.database, site.id, (db) => takeJob(db, site.id, { worker, silentMs: 20_000 }));

  it("never take the same job", async () => {
    const site = await buildSite(server);
    await withSite(server.platform.database, site.id, async (db) => {
      for (let count = 0; count < 10; count += 1) await insertJob(db, site.id, { kind: "other", subjectId: count });
    });
    const taken = await Promise.all(Array.from({ length: 30 }, (_, index) => take(site, `server ${index}`)));
    const ids = taken.flatMap((job) => job?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    while (await take(site, "the last")) ids.push(0);
    expect(ids).toHaveLength(10);
  });

  it("leave a job to its server while that is heard of, and take it when it has fallen silent", async () => {
    const site = await buildSite(server);
    const { id } = await withSite(server.platform.database, site.id, (db) =>
      insertJob(db, site.id, { kind: "other", subjectId: 1 }),
    );
    expect((await take(site, "first"))?.id).toBe(id);
    expect(await take(site, "second")).toBeUndefined();
    await sql`UPDATE job SET heartbeat_at = now() - interval '21 seconds' WHERE id = ${id}`.execute(server.owner);
    expect((await take(site, "second"))?.worker).toBe("second");
  });

  it("one whose reports fail does not take its own job a second time", async () => {
    const site = await buildSite(server);
    const { id } = await withSite(server.platform.database, site.id, (db) =>
      insertJob(db, site.id, { kind: "other", subjectId: 1 }),
    );
    await take(site, "first");
    await sql`UPDATE job SET heartbeat_at = now() - interval '21 seconds' WHERE id = ${id}`.execute(server.owner);
    const again = await withSite(server.platform.database, site.id, (db) =>
      takeJob(db, site.id, { worker: "first", silentMs: 20_000, except: [id] }),
    );
    expect(again).toBeUndefined();
    expect((await take(site, "second"))?.id).toBe(id);
  });

  it("one that has lost its job stores no result: the other has finished it while it stood still", async () => {
    const steps: string[] = [];
    const [isPaused, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = ({ siteId, subjectId, assertOwned }: JobContext, title: string) =>
      withSite(server.platform.database, siteId, async (db) => {
        await db.updateTable("site").set({ title }).where("id", "=", subjectId).execute();
        await assertOwned(db);
      });
    const { site, queue, handlers } = await buildQueue(async (context) => {
      isPaused.resolve();
      await mayContinue.promise;
      await store(context, "first").catch(({ message }: Error) => steps.push(message));
      steps.push("over");
    });
    const { database } = server.platform;
    const { id } = await withSite(database, site.id, (db) =>
      queue.add(db, site.id, { kind: "work", subjectId: site.id }),
    );
    await queue.start(handlers);
    await isPaused.promise;
    const other = createJobQueue({ database, log, isAlone: false });
    await other.start({ work: (context) => store(context, "second") });
    const takings = async () => {
      // Until the first one reports again.
      await sql`UPDATE job SET heartbeat_at = now() - interval '21 seconds' WHERE id = ${id}`.execute(server.owner);
      other.look();
      return (await jobOf(site, id))?.attempts;
    };
    await expect.poll(takings).toBe(2);
    await stateAfterAll(site, other, id);
    mayContinue.resolve();
    await expect.poll(() => steps).toEqual(["another server has taken this job", "over"]);
    await queue.stop();
    const stored = await server.owner.selectFrom("site").select("title").where("id", "=", site.id).execute();
    expect(stored).toEqual([{ title: "second" }]);
    expect(await jobOf(site, id)).toMatchObject({ state: "done", attempts: 2 });
  });

  it("none takes a job while its server stores a result, however long it was silent; progress is stored", async () => {
    const site = await buildSite(server);
    const { id } = await withSite(server.platform.database, site.id, (db) =>
      insertJob(db, site.id, { kind: "other", subjectId: 1 }),
    );
    await take(site, "first");
    await sql`UPDATE job SET heartbeat_at = now() - interval '21 seconds' WHERE id = ${id}`.execute(server.owner);
    await withSite(server.platform.database, site.id, async (db) => {
      expect(await holdJob(db, site.id, id, "second")).toBe(false);
      expect(await holdJob(db, site.id, id, "first")).toBe(true);
      expect(await take(site, "second")).toBeUndefined();
      const isStored = await withSite(server.platform.database, site.id, (other) =>
        updateJobProgress(other, site.id, id, { worker: "first", progress: 0.5 }),
      );
      expect(isStored).toBe(true);
    });
    expect(await jobOf(site, id)).toMatchObject({ worker: "first", progress: 0.5 });
  });

  it("one that has lost its job to another does not end it", async () => {
    const site = await buildSite(server);
    const { id } = await withSite(server.platform.database, site.id, (db) =>
      insertJob(db, site.id, { kind: "other", subjectId: 1 }),
    );
    await take(site, "first");
    await sql`UPDATE job SET heartbeat_at = now() - interval '21 seconds' WHERE id = ${id}`.execute(server.owner);
    await take(site, "second");
    await withSite(server.platform.database, site.id, (db) =>
      finishJob(db, site.id, id, { worker: "first", state: "queued", error: null }),
    );
    expect(await jobOf(site, id)).toMatchObject({ state: "running", worker: "second" });
  });
});

it("sites without open jobs are not asked, and the application sees no job of another site for it", async () => {
  const [busy, idle] = [await buildSite(server), await buildSite(server)];
  const { database } = server.platform;
  const { id } = await withSite(database, busy.id, (db) => insertJob(db, busy.id, { kind: "never", subjectId: 1 }));
  expect(await listSitesWithOpenJobs(database)).toContain(busy.id);
  expect(await listSitesWithOpenJobs(database)).not.toContain(idle.id);
  expect(await withSite(database, idle.id, (db) => db.selectFrom("job").select("id").execute())).toEqual([]);
  expect(await database.selectFrom("job").select("id").execute()).toEqual([]);
  await withSite(database, busy.id, (db) => takeJob(db, busy.id, { worker: "w", silentMs: 1000 }));
  await withSite(database, busy.id, (db) => finishJob(db, busy.id, id, { worker: "w", state: "done", error: null }));
  expect(await listSitesWithOpenJobs(database)).not.toContain(busy.id);
});
