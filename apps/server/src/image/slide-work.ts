/** The jobs on a slide file: convert a picture without tiles; make the levels that a file lacks. */
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { convertSlideFile } from "@parfocal/slides/convert-slide-file.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { completeLevelsInJail } from "@parfocal/slides/pyramid/complete-levels-in-jail.ts";
import { lacksLevels } from "@parfocal/slides/pyramid/missing-levels.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { withSite } from "#platform/db/database.ts";
import { moveIntoPlace } from "#platform/files/slide-folders.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { factsOf } from "./adopt-slide-file.ts";
import { type SlideFacts, updateSlideFacts, updateSlideState } from "./image.queries.ts";
import { COMPLETE_LEVELS, CONVERT_IMAGE } from "./slide-jobs.ts";
import { findStoredSlide, openStoredSlide } from "./stored-slide.ts";

/** Looks at the slide as it lies on disk now, and makes that known. @param own facts that the original knows better. */
export async function publishStoredSlide(
  platform: Platform,
  siteId: number,
  slideFileId: number,
  own: Partial<SlideFacts> = {},
): Promise<void> {
  const source = await openStoredSlide(platform.folders, siteId, slideFileId);
  const facts = { ...factsOf(source), ...own };
  await source.close();
  await withSite(platform.database, siteId, async (db) => {
    await updateSlideFacts(db, siteId, slideFileId, facts);
    if (lacksLevels(facts)) await platform.jobs.add(db, siteId, { kind: COMPLETE_LEVELS, subjectId: slideFileId });
  });
  platform.jobs.wake();
}

/** What the pyramid says of itself is not what the picture said. */
const CONVERTED: Partial<SlideFacts> = { format: "plain-image", properties: {} };

/**
 * A name of its own to write a file under that is not yet what it will be. What earlier runs of the job left there is
 * removed: it may be as large as the disk has room.
 */
async function startPart(target: string): Promise<string> {
  const folder = dirname(target);
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(`${basename(target)}.`));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })));
  return `${target}.${randomUUID()}.part`;
}

/** What was made takes its place only if it opens as a slide. */
async function finishPart(part: string, target: string): Promise<void> {
  await (await openSlideFile(part)).close();
  await moveIntoPlace(part, target);
}

async function convert(platform: Platform, { siteId, subjectId, signal, report }: JobContext): Promise<void> {
  const target = platform.folders.pyramid(siteId, subjectId);
  const part = await startPart(target);
  try {
    await convertSlideFile(platform.folders.original(siteId, subjectId), part, { signal, onProgress: report });
  } catch (error) {
    if (error instanceof SlideFileError) {
      await withSite(platform.database, siteId, (db) => updateSlideState(db, siteId, subjectId, "failed"));
    }
    throw error;
  }
  await finishPart(part, target);
  await publishStoredSlide(platform, siteId, subjectId, CONVERTED);
}

async function complete(platform: Platform, { siteId, subjectId, signal, report }: JobContext): Promise<void> {
  const target = platform.folders.extraLevels(siteId, subjectId);
  const outputPath = await startPart(target);
  const { slide, extraLevels } = await findStoredSlide(platform.folders, siteId, subjectId);
  const hasMade = await completeLevelsInJail(
    { slidePath: slide, extraLevelsPath: extraLevels, outputPath },
    { signal, onProgress: report },
  );
  if (hasMade) await finishPart(outputPath, target);
  // Also if there was nothing to make: a run before this one was killed when its levels were in place and not yet known.
  await publishStoredSlide(platform, siteId, subjectId);
}

export function slideJobHandlers(platform: Platform): Record<string, JobHandler> {
  return {
    [CONVERT_IMAGE]: (context) => convert(platform, context),
    [COMPLETE_LEVELS]: (context) => complete(platform, context),
  };
}
