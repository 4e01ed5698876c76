/** The jobs on a slide file: converting an image without tiles, and generating missing levels. */
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { completeLevelsInSandbox } from "@parfocal/slides/convert/complete-levels-in-sandbox.ts";
import { convertSlideFile } from "@parfocal/slides/convert-slide-file.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { shownDescriptionOf } from "@parfocal/slides/picture/measured-windows.ts";
import { lacksLevels } from "@parfocal/slides/pyramid/missing-levels.ts";
import { type FileAnnotation, SlideFileError, type SlideSource } from "@parfocal/slides/slide-source.ts";
import { COMPLETE_LEVELS, CONVERT_IMAGE, DEIDENTIFY_SLIDE } from "#image-card/slide-jobs.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { moveIntoPlace } from "#platform/files/slide-folders.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { barcodeOf, factsOf } from "./adopt-slide-file.ts";
import {
  findSlideFile,
  listImagesOfFile,
  type SlideFacts,
  updateSlideFacts,
  updateSlideState,
} from "./image.queries.ts";
import { findStoredSlide, openStoredSlide } from "./stored-slide.ts";

/** Stores the annotations contained in a slide's file, in the transaction that makes the slide viewable. */
export type KeepAnnotations = (
  db: SiteDb,
  found: { siteId: number; imageId: number; annotations: readonly FileAnnotation[] },
) => Promise<void>;

export interface PublishOptions {
  /** Facts for which the original takes precedence. */
  readonly own?: (facts: SlideFacts) => Partial<SlideFacts>;
  /** Written in the same transaction, before the facts. */
  readonly alongside?: (db: SiteDb) => Promise<void>;
  /** Done once, when the slide becomes viewable. */
  readonly keepAnnotations?: KeepAnnotations;
}

/** Probes the slide as it is on disk now, and stores the result. */
export async function publishStoredSlide(
  platform: Platform,
  siteId: number,
  slideFileId: number,
  { own = () => ({}), alongside, keepAnnotations }: PublishOptions = {},
): Promise<void> {
  const source = await openStoredSlide(platform.folders, siteId, slideFileId);
  const { found, annotations } = await describe(source, keepAnnotations !== undefined).finally(() => source.close());
  const facts = { ...found, ...own(found) };
  const { slide } = await findStoredSlide(platform.folders, siteId, slideFileId);
  const labelBarcode = await barcodeOf(platform, slide, facts);
  await withSite(platform.database, siteId, async (db) => {
    const before = await findSlideFile(db, siteId, slideFileId);
    await alongside?.(db);
    await updateSlideFacts(db, siteId, slideFileId, facts, labelBarcode);
    if (before?.state !== "ready" && annotations.length > 0) {
      for (const imageId of await listImagesOfFile(db, siteId, slideFileId)) {
        await keepAnnotations?.(db, { siteId, imageId, annotations });
      }
    }
    if (before?.state !== "ready" && before?.is_deidentification_wanted)
      await platform.jobs.add(db, siteId, { kind: DEIDENTIFY_SLIDE, subjectId: slideFileId });
    if (lacksLevels(facts)) await platform.jobs.add(db, siteId, { kind: COMPLETE_LEVELS, subjectId: slideFileId });
  });
  platform.jobs.wake();
}

async function describe(
  source: SlideSource,
  withAnnotations: boolean,
): Promise<{ found: SlideFacts; annotations: readonly FileAnnotation[] }> {
  const found = factsOf(await shownDescriptionOf(source));
  return { found, annotations: (withAnnotations && (await source.readAnnotations?.())) || [] };
}

/**
 * The pyramid's own metadata is not that of the original image; planes, and slides that were only extracted from an
 * archive, keep their description.
 */
export const factsOfConverted = ({ planes, format }: SlideFacts): Partial<SlideFacts> =>
  planes === null && format === "tiff" ? { format: "plain-image", properties: {} } : {};

/**
 * A unique temporary file name. Files left by earlier runs of the job are removed: they can fill the disk.
 */
export async function startPart(target: string): Promise<string> {
  const folder = dirname(target);
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(`${basename(target)}.`));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return `${target}.${randomUUID()}.part`;
}

/** The result is moved to its place only if it opens as a slide. */
async function finishPart(part: string, target: string): Promise<void> {
  await (await openSlideFile(part)).close();
  await moveIntoPlace(part, target);
}

async function convert(
  platform: Platform,
  keepAnnotations: KeepAnnotations,
  { siteId, subjectId, signal, report }: JobContext,
): Promise<void> {
  const target = platform.folders.pyramid(siteId, subjectId);
  const part = await startPart(target);
  try {
    const { usesOtherPrograms } = platform.intake;
    await convertSlideFile(platform.folders.original(siteId, subjectId), part, {
      signal,
      onProgress: report,
      ...(usesOtherPrograms ? {} : { foreignPrograms: [] }),
    });
  } catch (error) {
    if (error instanceof SlideFileError) {
      await withSite(platform.database, siteId, (db) => updateSlideState(db, siteId, subjectId, "failed"));
    }
    throw error;
  }
  await finishPart(part, target);
  await publishStoredSlide(platform, siteId, subjectId, { own: factsOfConverted, keepAnnotations });
}

async function complete(platform: Platform, { siteId, subjectId, signal, report }: JobContext): Promise<void> {
  const target = platform.folders.extraLevels(siteId, subjectId);
  const outputPath = await startPart(target);
  const { slide, extraLevels } = await findStoredSlide(platform.folders, siteId, subjectId);
  const hasMade = await completeLevelsInSandbox(
    { slidePath: slide, extraLevelsPath: extraLevels, outputPath },
    { signal, onProgress: report },
  );
  if (hasMade) await finishPart(outputPath, target);
  // Also if nothing was generated: an earlier run may have been killed after its levels were in place and before they
  // were stored.
  await publishStoredSlide(platform, siteId, subjectId);
}

export function slideJobHandlers(platform: Platform, keepAnnotations: KeepAnnotations): Record<string, JobHandler> {
  return {
    [CONVERT_IMAGE]: (context) => convert(platform, keepAnnotations, context),
    [COMPLETE_LEVELS]: (context) => complete(platform, context),
  };
}
