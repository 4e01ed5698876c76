/**
 * Imports slides from the server's disk; works with and without a running server.
 *
 * Usage: npm run import -- [--link | --copy] [--to ID] [--folders] [--dry-run] PATH…
 * Prints `image ID TITLE` for each new slide, `known ID TITLE` for each existing one, `error PATH: reason` for each failure,
 * and the totals. Exit status: 1 if any failed, 2 invalid command line, 130 after Ctrl-C; running the command again resumes.
 */
import { annotationKeeper } from "#annotation/keep-file-annotations.ts";
import { findItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { pathOfDiskSlide } from "#server-file/disk-slide.ts";
import { IMPORT_USAGE, type ImportOptions, readImportOptions } from "#server-file/import-options.ts";
import { type ImportReport, importSlides, listNewSlides } from "#server-file/import-slides.ts";
import { createProgressLine } from "#server-file/progress-line.ts";
import { findSlidesAt } from "#server-file/walk-folder.ts";
import { widenThreadPool } from "./config.ts";
import { EXIT, runConsoleCommand } from "./console-command.ts";
import { findImportPlace } from "./import-slide-file.ts";
import type { Installation } from "./installation.ts";
import { allJobHandlers, OWN_LANES } from "./job-handlers.ts";
import { printLine } from "./print-line.ts";
import { setUpOnFirstStart } from "./seed/first-start.ts";

const siteId = DEFAULT_SITE_ID;

widenThreadPool();

function readOptions(): ImportOptions {
  try {
    return readImportOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${IMPORT_USAGE}\n`);
    process.exit(EXIT.unusable);
  }
}

/** The options of the command apply in addition to the settings of the installation. */
function withIntake(platform: Platform, { isDeidentified }: ImportOptions): Platform {
  return isDeidentified ? { ...platform, intake: { ...platform.intake, deidentifiesFiles: true } } : platform;
}

async function run(installation: Installation, options: ImportOptions, signal: AbortSignal): Promise<void> {
  const platform = withIntake(installation.platform, options);
  const line = createProgressLine(process.stderr, () => performance.now());
  const report: ImportReport = {
    progress: (share, text) => line.show(share, text),
    slide(kind, imageId, title) {
      line.clear();
      printLine(`${kind} ${imageId} ${title}`);
    },
    failure(path, sentence) {
      line.clear();
      printLine(`error ${path}: ${sentence}`);
    },
  };
  const { slides, leftOut } = await findSlidesAt(options.paths, signal);
  for (const { absolutePath } of leftOut) printLine(`skipped ${absolutePath}`);
  if (options.isDryRun) {
    const fresh = await listNewSlides(platform, siteId, slides);
    for (const slide of slides) printLine(`${fresh.includes(slide) ? "new" : "known"} ${pathOfDiskSlide(slide)}`);
    printLine(
      `${fresh.length} new, ${slides.length - fresh.length} known, ${leftOut.length} skipped; nothing was imported`,
    );
    return;
  }
  const parentId = await findPlace(options.parentId);
  const { mode, hasFolders } = options;
  const counts = await importSlides(platform, {
    siteId,
    slides,
    mode,
    parentId,
    hasFolders,
    keepAnnotations: annotationKeeper(platform),
    signal,
    report,
  });
  line.clear();
  printLine(`${counts.added} added, ${counts.known} known, ${counts.failed} failed, ${leftOut.length} skipped`);
  if (counts.failed > 0 || slides.length === 0) process.exitCode = EXIT.failed;

  async function findPlace(requestedId: number | null): Promise<number> {
    if (requestedId === null) return findImportPlace(platform, siteId);
    const place = await withSite(platform.database, siteId, (db) => findItem(db, siteId, requestedId));
    if (place?.kind !== "course" && place?.kind !== "folder")
      throw new Error(`Course or folder ${requestedId} not found.`);
    return requestedId;
  }
}

const options = readOptions();
await runConsoleCommand(async (installation, config, signal) => {
  const firstStart = await setUpOnFirstStart(installation, config);
  if (firstStart && firstStart.accounts.length > 0 && !config.demoPassword) {
    const logins = firstStart.accounts.map(({ login }) => login).join(", ");
    printLine(`first start: the password of ${logins} is ${firstStart.password}`);
  }
  if (!options.isDryRun) await installation.platform.jobs.start(allJobHandlers(installation.platform), OWN_LANES);
  await run(installation, options, signal);
}, "Stopped. Run the same command again to resume.");
