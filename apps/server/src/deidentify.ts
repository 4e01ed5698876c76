/**
 * Removes patient data from the stored files of slides (docs/patient-data.md). Asks for confirmation, since this cannot
 * be undone.
 *
 * Usage: npm run deidentify -- [--yes] (--all | IMAGE_ID…)
 * `--all`: all slides that still contain patient data. Prints `cleaned ID TITLE` or `error ID TITLE: reason` for each.
 * Exit status: 1 if any failed, 2 invalid command line, 130 after Ctrl-C; running the command again resumes.
 */
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@parfocal/core/errors.ts";
import { listIdentifiedImages } from "#image/image.queries.ts";
import { requestDeidentification } from "#image/order-deidentification.ts";
import { withSite } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import { findJob } from "#platform/jobs/job.queries.ts";
import type { Platform } from "#platform/platform.ts";
import { widenThreadPool } from "./config.ts";
import { EXIT, runConsoleCommand } from "./console-command.ts";
import { allJobHandlers, OWN_LANES } from "./job-handlers.ts";
import { printLine } from "./print-line.ts";

const USAGE = `Usage: npm run deidentify -- [--yes] (--all | IMAGE_ID…)
  --all    all slides that still contain patient data
  --yes    do not ask for confirmation`;
const LOOK_EVERY_MS = 300;
const siteId = DEFAULT_SITE_ID;

widenThreadPool();

const words = process.argv.slice(2).filter((word) => word !== "--");
const isAll = words.includes("--all");
const isAgreed = words.includes("--yes");
const ids = words.filter((word) => !word.startsWith("--")).map(Number);
const isUsable =
  words.every((word) => ["--all", "--yes"].includes(word) || /^[1-9]\d{0,14}$/.test(word)) && isAll !== ids.length > 0;
if (!isUsable) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(EXIT.unusable);
}

async function agrees(count: number): Promise<boolean> {
  if (isAgreed) return true;
  if (!process.stdin.isTTY) throw new Error("Cannot ask for confirmation. Pass --yes. This cannot be undone.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(
    `Labels, names, dates and identifiers will be removed from the stored files of ${count} slides.\nThis cannot be undone. Continue? [y/N] `,
  );
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

interface SlideToClean {
  readonly id: number;
  readonly title: string;
}

async function cleanOne(platform: Platform, { id, title }: SlideToClean, signal: AbortSignal): Promise<boolean> {
  try {
    const job = await withSite(platform.database, siteId, (db) =>
      requestDeidentification(platform, db, siteId, { imageId: id, title: null }),
    );
    platform.jobs.wake();
    for (;;) {
      const now = await withSite(platform.database, siteId, (db) => findJob(db, siteId, job.id));
      if (now?.state === "failed") throw new AppError("invalid", now.error ?? "The job failed.");
      if (now?.state === "done") break;
      await wait(LOOK_EVERY_MS, undefined, { signal });
    }
    printLine(`cleaned ${id} ${title}`);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    printLine(`error ${id} ${title}: ${error.message}`);
    return false;
  }
}

async function run(platform: Platform, signal: AbortSignal): Promise<void> {
  const known = await withSite(platform.database, siteId, (db) => listIdentifiedImages(db, siteId, isAll ? null : ids));
  for (const id of ids.filter((one) => !known.some((image) => image.id === one))) {
    printLine(`error ${id}: slide not found`);
    process.exitCode = EXIT.failed;
  }
  if (known.length === 0 || !(await agrees(known.length))) {
    printLine("nothing changed");
    return;
  }
  await platform.jobs.start(allJobHandlers(platform), OWN_LANES);
  for (const image of known) if (!(await cleanOne(platform, image, signal))) process.exitCode = EXIT.failed;
}

await runConsoleCommand(({ platform }, _config, signal) => run(platform, signal), "Stopped.");
