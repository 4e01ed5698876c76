/**
 * Turns a file on the server into an image: probes it, moves it to its final place, writes its rows, and starts the
 * remaining jobs. A file that cannot be shown leaves nothing behind.
 */
import { extname } from "node:path";
import { fileText } from "@parfocal/slides/file-texts.ts";
import { probeInSandbox, type SandboxedProbe } from "@parfocal/slides/probe/probe-in-sandbox.ts";
import { lacksLevels } from "@parfocal/slides/pyramid/missing-levels.ts";
import { readLabelBarcode } from "@parfocal/slides/scan-facts/read-label-barcode.ts";
import type { FileAnnotation, SlideDescription } from "@parfocal/slides/slide-source.ts";
import { COMPLETE_LEVELS, CONVERT_IMAGE, DEIDENTIFY_SLIDE } from "#image-card/slide-jobs.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { insertImage, type SlideFacts, scanFactsOfRow, updateSlideFacts } from "./image.queries.ts";
import { placeInFolder, placeInStore } from "./place-slide-file.ts";

export interface NewSlide {
  readonly siteId: number;
  /** The file, synced to disk; it gets a hard link at its final place, and the caller deletes this name. */
  readonly path: string;
  /** File or folder outside the data folder that stays where it is; a symbolic link to it is created. */
  readonly isLinked?: boolean;
  /** Its original name. */
  readonly filename: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Course or folder for the new item; null: none. */
  readonly parentId: number | null;
  readonly createdBy: number | null;
  readonly title?: string;
  /** Whether to remove patient data; default: the setting of the installation. */
  readonly isDeidentified?: boolean;
  /** Further writes in the same transaction. @param annotations from the file. */
  readonly alongside?: (db: SiteDb, imageId: number, annotations: readonly FileAnnotation[]) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** File name without its extension, as the initial title; without bidirectional controls and non-characters. */
function titleOfFile(filename: string): string {
  const name = filename.slice(0, filename.length - extname(filename).length);
  return fileText(name).trim() || fileText(filename).trim();
}

export function factsOf(source: SlideDescription): SlideFacts {
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    pixel_size_x_um: source.pixelSizeUm?.x ?? null,
    pixel_size_y_um: source.pixelSizeUm?.y ?? null,
    objective_power: source.objectivePower,
    orientation_deg: source.orientationDeg,
    levels: [...source.levels],
    associated_images: [...source.associatedImages],
    planes: source.planes,
    properties: { ...source.properties },
  };
}

/** Whether to read a barcode from the label image: true if this is enabled and the file has no barcode. */
export function wantsBarcode({ intake }: Platform, facts: SlideFacts): boolean {
  const readsBarcode = intake.readsLabelBarcodes && facts.associated_images.length > 0;
  return readsBarcode && scanFactsOfRow(facts).barcode === null;
}

/**
 * @returns ID of the new image; it is viewable immediately if the file has tiles, otherwise after its job.
 * @throws SlideFileError with a message for the person who added the file.
 */
export async function adoptSlideFile(platform: Platform, slide: NewSlide): Promise<number> {
  return adoptProbedFile(
    platform,
    slide,
    await probeInSandbox(slide.path, slide.signal ? { signal: slide.signal } : {}),
  );
}

/** The same for a file that has already been probed. @returns ID of the new image. */
export async function adoptProbedFile(platform: Platform, slide: NewSlide, probed: SandboxedProbe): Promise<number> {
  const { siteId } = slide;
  const isDeidentified = slide.isDeidentified ?? platform.intake.deidentifiesFiles;
  const facts = probed.kind === "slide" ? factsOf(probed.slide) : null;
  const labelBarcode = facts && wantsBarcode(platform, facts) ? await readLabelBarcode(slide.path, slide.signal) : null;

  const place = platform.files.isFolder ? placeInFolder(platform, slide) : await placeInStore(platform, slide);
  try {
    const imageId = await withSite(platform.database, siteId, async (db) => {
      const slideFileId = await place.insert(db, {
        sha256: slide.sha256,
        bytes: slide.bytes,
        originalFilename: slide.filename,
        isDeidentificationRequested: isDeidentified,
      });
      const item = await insertItem(db, siteId, {
        kind: "image",
        // Files are often named after the patient.
        title: slide.title ?? (isDeidentified ? `Slide ${slideFileId}` : titleOfFile(slide.filename)),
        createdBy: slide.createdBy,
      });
      await insertImage(db, siteId, { itemId: item.id, slideFileId });
      if (slide.parentId !== null) await appendPlacement(db, siteId, { parentId: slide.parentId, itemId: item.id });
      if (facts) await updateSlideFacts(db, siteId, slideFileId, facts, labelBarcode);
      const kind = facts ? (lacksLevels(facts) ? COMPLETE_LEVELS : null) : CONVERT_IMAGE;
      if (kind) await platform.jobs.add(db, siteId, { kind, subjectId: slideFileId });
      if (facts && isDeidentified)
        await platform.jobs.add(db, siteId, { kind: DEIDENTIFY_SLIDE, subjectId: slideFileId });
      await slide.alongside?.(db, item.id, probed.kind === "slide" ? probed.annotations : []);
      return item.id;
    });
    platform.jobs.wake();
    return imageId;
  } catch (error) {
    await place.takeBack();
    throw error;
  }
}
