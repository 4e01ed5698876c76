/** Imports slides from the server's disk one after the other, and waits until all are viewable. */
import { setTimeout as wait } from "node:timers/promises";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { KeepAnnotations } from "#image/slide-work.ts";
import { SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import type { Platform } from "#platform/platform.ts";
import { bytesOfDiskSlide, type DiskSlide, pathOfDiskSlide, stampOf } from "./disk-slide.ts";
import { importServerFile } from "./import-server-file.ts";
import { listStamps } from "./server-file.queries.ts";

export interface ImportReport {
  /** @param share of all bytes, 0 to 1. */
  progress(share: number, text: string): void;
  slide(kind: "image" | "known", imageId: number, title: string): void;
  failure(path: string, sentence: string): void;
}

interface ImportCounts {
  readonly added: number;
  readonly known: number;
  readonly failed: number;
}

interface Import {
  readonly siteId: number;
  readonly slides: readonly DiskSlide[];
  readonly mode: "link" | "copy";
  readonly parentId: number;
  readonly hasFolders: boolean;
  /** Stores the annotations that a file contains. */
  readonly keepAnnotations: KeepAnnotations;
  readonly signal: AbortSignal;
  readonly report: ImportReport;
}

const LOOK_EVERY_MS = 200;

/**
 * A slide that fails is reported, and the import continues. @throws the signal's reason if aborted; slides already
 * imported are kept.
 */
export async function importSlides(platform: Platform, work: Import): Promise<ImportCounts> {
  const { siteId, slides, mode, parentId, hasFolders, keepAnnotations, signal, report } = work;
  const total = Math.max(1, sumOfBytes(slides));
  const coming: { imageId: number; title: string; path: string }[] = [];
  let doneBytes = 0;
  let known = 0;
  let failed = 0;

  function fail(path: string, error: unknown): void {
    signal.throwIfAborted();
    failed += 1;
    report.failure(path, error instanceof Error ? error.message : String(error));
    if (!(error instanceof SlideFileError)) platform.log.error({ err: error, path }, "a slide could not be imported");
  }

  for (const [index, slide] of slides.entries()) {
    const path = pathOfDiskSlide(slide);
    const bytes = bytesOfDiskSlide(slide);
    const show = (share: number) =>
      report.progress((doneBytes + share * bytes) / total, `${index + 1}/${slides.length}  ${slide.filename}`);
    show(0);
    try {
      const place = { parentId, folders: hasFolders ? slide.folders : [], createdBy: null };
      const imported = await importServerFile(platform, {
        siteId,
        slide,
        mode,
        place,
        keepAnnotations,
        signal,
        onProgress: show,
      });
      if (imported.isKnown) {
        known += 1;
        report.slide("known", imported.imageId, imported.title);
      } else coming.push({ ...imported, path });
    } catch (error) {
      fail(path, error);
    }
    doneBytes += bytes;
  }

  let ready = 0;
  for (const { imageId, title, path } of coming) {
    try {
      await untilReady(platform, siteId, imageId, signal, (share) =>
        report.progress((ready + share) / coming.length, `${ready + 1}/${coming.length}  preparing ${title}`),
      );
      report.slide("image", imageId, title);
    } catch (error) {
      fail(path, error);
    }
    ready += 1;
  }
  return { added: slides.length - known - failed, known, failed };
}

const sumOfBytes = (slides: readonly DiskSlide[]) => slides.reduce((sum, slide) => sum + bytesOfDiskSlide(slide), 0);

/** Slides that were not imported before, or have changed since. */
export async function listNewSlides(
  platform: Platform,
  siteId: number,
  slides: readonly DiskSlide[],
): Promise<DiskSlide[]> {
  const stamps = await withSite(platform.database, siteId, (db) => listStamps(db, siteId));
  return slides.filter((slide) => stamps.get(pathOfDiskSlide(slide)) !== stampOf(slide));
}

/** @throws SlideFileError with the job's message if the slide cannot be made viewable. */
async function untilReady(
  platform: Platform,
  siteId: number,
  imageId: number,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  for (;;) {
    const { state, jobs } = await withSite(platform.database, siteId, async (db) => {
      const row = await findImageRow(db, siteId, imageId);
      return {
        state: row?.slideFile?.state,
        jobs: row?.slideFile ? await listOpenJobs(db, siteId, SLIDE_JOBS, [row.slideFile.id]) : [],
      };
    });
    if (state === "ready") return;
    const failed = jobs.find((job) => job.state === "failed");
    if (state !== "processing" || failed)
      throw new SlideFileError(failed?.file_fault ?? "damaged", failed?.error ?? "The slide cannot be shown.");
    onProgress(jobs.at(-1)?.progress ?? 0);
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
}
