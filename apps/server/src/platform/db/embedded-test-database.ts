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
  }
}

let folder: string;
let database: EmbeddedPostgres;

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "parfocal-test-db-"));
  database = await startEmbeddedPostgres({ folder, log: (line) => process.stderr.write(`${line}\n`) });
  project.provide("testDatabase", { host: database.socketFolder, port: database.port, user: database.superuser });
}

export async function teardown(): Promise<void> {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
