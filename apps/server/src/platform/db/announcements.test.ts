import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMigratedDatabase } from "#testing/test-database.ts";
import { createJobQueue } from "../jobs/job-queue.ts";
import { type Announcement, announce, type Listener, listenForAnnouncements } from "./announcements.ts";
import { type Database, openDatabase, openDatabaseAsOwner } from "./database.ts";

const log = pino({ level: "silent" });
const received: [Announcement | "missed", string][] = [];
let database: Database;
let owner: Database;
let listener: Listener;

const record = (kind: Announcement) => (text: string) => void received.push([kind, text]);

async function untilHeard(count: number): Promise<void> {
  while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeAll(async () => {
  const connection = await createMigratedDatabase();
  database = openDatabase(connection, { onIdleError: () => {} });
  owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
  const hearing = {
    handlers: { jobsWait: record("jobsWait"), sessionEnded: record("sessionEnded") },
    missed: () => void received.push(["missed", ""]),
  };
  listener = await listenForAnnouncements(connection, hearing, log);
});

afterAll(async () => {
  await listener.stop();
  await database.destroy();
  await owner.destroy();
});

it("an announcement is received after its transaction, and not after a rollback", async () => {
  received.length = 0;
  const undone = database.transaction().execute(async (db) => {
    await announce(db, "sessionEnded", "never");
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  await database.transaction().execute((db) => announce(db, "sessionEnded", "ab12"));
  await untilHeard(1);
  expect(received).toEqual([["sessionEnded", "ab12"]]);
});

it("a queue of a process without jobs wakes those that run them", async () => {
  received.length = 0;
  createJobQueue({ database, log, isAlone: false }).wake();
  await untilHeard(1);
  expect(received).toEqual([["jobsWait", ""]]);
});

it("reconnects after a broken connection and reports that announcements may have been missed", async () => {
  received.length = 0;
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'parfocal-listener'`.execute(owner);
  await untilHeard(1);
  await announce(database, "sessionEnded", "cd34");
  await untilHeard(2);
  expect(received).toEqual([
    ["missed", ""],
    ["sessionEnded", "cd34"],
  ]);
});
