/** The jobs on a slide file: converting an image without tiles, and generating missing levels. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { completeLevelsInSandbox } from "@parfocal/slides/convert/complete-levels-in-sandbox.ts";
import { convertSlideFile } from "@parfocal/slides/convert-slide-file.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { shownDescriptionOf } from "@parfocal/slides/picture/measured-windows.ts";
import { lacksLevels } from "@parfocal/slides/pyramid/missing-levels.ts";
import { readLabelBarcode } from "@parfocal/slides/scan-facts/read-label-barcode.ts";
import { type FileAnnotation, SlideFileError, type SlideSource } from "@parfocal/slides/slide-source.ts";
import { COMPLETE_LEVELS, CONVERT_IMAGE, DEIDENTIFY_SLIDE } from "#image-card/slide-jobs.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { slideNames } from "#platform/files/file-store.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import type { Platform } from "#platform/platform.ts";
import { factsOf, wantsBarcode } from "./adopt-slide-file.ts";
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

interface PublishOptions {
  /** Facts for which the original takes precedence. */
  readonly own?: (facts: SlideFacts) => Partial<SlideFacts>;
  /** Written in the same transaction, before the facts. */
  readonly alongside?: (db: SiteDb) => Promise<void>;
  /** Done once, when the slide becomes viewable. */
  readonly keepAnnotations?: KeepAnnotations;
  /** Of the job that publishes the slide. */
  readonly assertOwned?: JobContext["assertOwned"];
}

/** Probes the slide as it is on disk now, and stores the result. */
export async function publishStoredSlide(
  platform: Platform,
  siteId: number,
  slideFileId: number,
  { own = () => ({}), alongside, keepAnnotations, assertOwned }: PublishOptions = {},
): Promise<void> {
  const source = await openStoredSlide(platform, siteId, slideFileId);
  const { found, annotations } = await describe(source, keepAnnotations !== undefined).finally(() => source.close());
  const facts = { ...found, ...own(found) };
  const { slide } = await findStoredSlide(platform.files, siteId, slideFileId);
  const labelBarcode = wantsBarcode(platform, facts)
    ? await platform.files.withLocal(slide.name, (path) => readLabelBarcode(path))
    : null;
  await withSite(platform.database, siteId, async (db) => {
    await assertOwned?.(db);
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
 * A unique temporary file name. Files of earlier runs of the job are removed: they can fill the disk, and a server that
 * has lost the job can then no longer store its own file (`finishPart`).
 */
export async function startPart({ files }: Platform, target: string): Promise<string> {
  const folder = dirname(target);
  // In an S3 store a slide has no folder on this machine.
  if (!files.isFolder) await mkdir(folder, { recursive: true, mode: 0o700 });
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(`${basename(target)}.`));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return `${target}.${randomUUID()}.part`;
}

/** Stores the result under its final name only if it opens as a slide, and only on the server that owns the job. */
export async function finishPart(
  platform: Platform,
  { siteId, signal, assertOwned }: JobContext,
  part: string,
  name: string,
): Promise<void> {
  await (await openSlideFile(part)).close();
  await withSite(platform.database, siteId, assertOwned);
  // A server that takes over the job after this point first removes this part, so that nothing is left to rename.
  await platform.files.keep(name, part, signal);
}

async function convert(platform: Platform, keepAnnotations: KeepAnnotations, context: JobContext): Promise<void> {
  const { siteId, subjectId, signal, report, assertOwned } = context;
  const { original, pyramid } = slideNames(siteId, subjectId);
  const part = await startPart(platform, platform.folders.pyramid(siteId, subjectId));
  const { usesOtherPrograms } = platform.intake;
  const options = { signal, onProgress: report, ...(usesOtherPrograms ? {} : { foreignPrograms: [] }) };
  try {
    await platform.files.withLocal(original, (path) => convertSlideFile(path, part, options), signal);
  } catch (error) {
    if (error instanceof SlideFileError) {
      await storeIfOwned(platform, context, (db) => updateSlideState(db, siteId, subjectId, "failed"));
    }
    throw error;
  }
  await finishPart(platform, context, part, pyramid);
  await publishStoredSlide(platform, siteId, subjectId, { own: factsOfConverted, keepAnnotations, assertOwned });
}

async function complete(platform: Platform, context: JobContext): Promise<void> {
  const { siteId, subjectId, signal, report, assertOwned } = context;
  const { files } = platform;
  const outputPath = await startPart(platform, platform.folders.extraLevels(siteId, subjectId));
  const { slide, extraLevels } = await findStoredSlide(files, siteId, subjectId);
  const completeFrom = (slidePath: string, extraLevelsPath: string | null) =>
    completeLevelsInSandbox({ slidePath, extraLevelsPath, outputPath }, { signal, onProgress: report });
  const hasMade = await files.withLocal(
    slide.name,
    (slidePath) =>
      extraLevels
        ? files.withLocal(extraLevels.name, (extraPath) => completeFrom(slidePath, extraPath), signal)
        : completeFrom(slidePath, null),
    signal,
  );
  if (hasMade) await finishPart(platform, context, outputPath, slideNames(siteId, subjectId).extraLevels);
  // Also if nothing was generated: an earlier run may have been killed after its levels were in place and before they
  // were stored.
  await publishStoredSlide(platform, siteId, subjectId, { assertOwned });
}

export function slideJobHandlers(platform: Platform, keepAnnotations: KeepAnnotations): Record<string, JobHandler> {
  return {
    [CONVERT_IMAGE]: (context) => convert(platform, keepAnnotations, context),
    [COMPLETE_LEVELS]: (context) => complete(platform, context),
  };
}
