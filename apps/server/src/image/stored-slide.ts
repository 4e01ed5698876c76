/** Opens a stored slide from whatever lies in its folder: the file as brought or the pyramid made of it, and levels made later. */
import { access } from "node:fs/promises";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { withExtraLevels } from "@parfocal/slides/pyramid/extra-levels.ts";
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import type { SlideFolders } from "#platform/files/slide-folders.ts";

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Where the pixels of a stored slide are. */
export interface StoredSlidePaths {
  /** The pyramid if one was made, else the file as it was brought. */
  readonly slide: string;
  /** null: none were made. */
  readonly extraLevels: string | null;
}

export async function findStoredSlide(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<StoredSlidePaths> {
  const pyramid = folders.pyramid(siteId, slideFileId);
  const extraLevels = folders.extraLevels(siteId, slideFileId);
  return {
    slide: (await isThere(pyramid)) ? pyramid : folders.original(siteId, slideFileId),
    extraLevels: (await isThere(extraLevels)) ? extraLevels : null,
  };
}

/** Close the source when done. @throws SlideFileError or the file system's error. */
export async function openStoredSlide(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<SlideSource> {
  const paths = await findStoredSlide(folders, siteId, slideFileId);
  const base = await openSlideFile(paths.slide);
  if (paths.extraLevels === null) return base;
  try {
    return withExtraLevels(base, await openSlideFile(paths.extraLevels));
  } catch (error) {
    await base.close();
    throw error;
  }
}
