/** One database for all tests of a run: started before the first test, stopped after the last (called by vitest). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connects a test to the database server of the run, as the owner of everything. */
    testDatabase: { readonly host: string; readonly port: number; readonly user: string };
    /** For data that test files share until the run ends. */
    testFolder: string;
  }
}

/** Longer than a run: autovacuum of its hundred databases would use a quarter of a core. */
const AUTOVACUUM_EVERY_S = 7_200;

let folder: string;
let shared: string;
let database: EmbeddedPostgres;

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "parfocal-test-db-"));
  // Without flushing to disk, which took a third of the time of all HTTP tests; lab/ tests what survives a kill.
  const log = (line: string) => process.stderr.write(`${line}\n`);
  database = await startEmbeddedPostgres({ folder, log, isDurable: false, autovacuumEveryS: AUTOVACUUM_EVERY_S });
  project.provide("testDatabase", { host: database.socketFolder, port: database.port, user: database.superuser });
  shared = await mkdtemp(join(tmpdir(), "parfocal-test-shared-"));
  project.provide("testFolder", shared);
}

export async function teardown(): Promise<void> {
  await database.stop();
  for (const used of [folder, shared]) await rm(used, { recursive: true, force: true });
}
