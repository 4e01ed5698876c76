/** One database for all tests of a run: started before the first, stopped after the last (vitest calls this file). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How a test reaches the run's database server, as the owner of everything. */
    testDatabase: { readonly host: string; readonly port: number; readonly user: string };
    /** For what test files share until the run ends. */
    testFolder: string;
  }
}

/** Longer than a run: its hundred databases would be looked at by processes that take a quarter of a core. */
const AUTOVACUUM_EVERY_S = 7_200;

let folder: string;
let shared: string;
let database: EmbeddedPostgres;

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "parfocal-test-db-"));
  // Without waiting for the disk, which took a third of the time of all HTTP tests; what survives a kill: lab/.
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
