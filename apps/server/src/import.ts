/**
 * Puts slides into the running or the stopped installation.
 *
 * Usage: npm run import -- FILE…
 * Prints `image ID TITLE` for each slide that is ready, or `error FILE: reason`; exit status 1 if any failed.
 */

import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pino from "pino";
import { findImageRow } from "#image/image.queries.ts";
import { SLIDE_JOBS } from "#image/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import type { Platform } from "#platform/platform.ts";
import { readConfig, widenThreadPool } from "./config.ts";
import { importSlideFile } from "./import-slide-file.ts";
import { joinDatabaseHost, openInstallation } from "./installation.ts";
import { allJobHandlers, LEISURELY_JOBS } from "./job-handlers.ts";
import { setUpOnFirstStart } from "./seed/first-start.ts";

const LOOK_EVERY_MS = 200;

widenThreadPool();

/** @throws Error with the job's sentence if the slide cannot be made viewable. */
async function untilReady(platform: Platform, imageId: number): Promise<void> {
  for (;;) {
    const { state, error } = await withSite(platform.database, DEFAULT_SITE_ID, async (db) => {
      const row = await findImageRow(db, DEFAULT_SITE_ID, imageId);
      const jobs = row ? await listOpenJobs(db, DEFAULT_SITE_ID, SLIDE_JOBS, [row.slideFile.id]) : [];
      const failed = jobs.find((job) => job.state === "failed");
      return { state: row?.slideFile.state, error: failed?.error ?? null };
    });
    if (state === "ready") return;
    if (state !== "processing" || error !== null) throw new Error(error ?? "The slide cannot be shown.");
    await wait(LOOK_EVERY_MS);
  }
}

const config = readConfig(process.env, []);
const log = pino({ level: config.logLevel }, pino.destination(2)) as FastifyBaseLogger;
const files = process.argv.slice(2).filter((word) => word !== "--");
if (files.length === 0) {
  process.stderr.write("usage: npm run import -- FILE…\n");
  process.exit(1);
}

const host = await joinDatabaseHost(config, log);
const installation = await openInstallation(config, host, log);
const { platform } = installation;
try {
  const firstStart = await setUpOnFirstStart(installation, config);
  if (firstStart && !config.demoPassword)
    process.stdout.write(
      `first start: the password of ${firstStart.logIns.map(({ login }) => login).join(", ")} is ${firstStart.password}\n`,
    );
  await platform.jobs.start(allJobHandlers(platform), LEISURELY_JOBS);
  for (const file of files) {
    try {
      const { imageId, title } = await importSlideFile(platform, { path: resolve(file), parentId: null });
      await untilReady(platform, imageId);
      process.stdout.write(`image ${imageId} ${title}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`error ${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
} finally {
  await installation.close();
  await host.stop();
}
