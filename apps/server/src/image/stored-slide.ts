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

/** Close the source when done. @throws SlideFileError or the file system's error. */
export async function openStoredSlide(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<SlideSource> {
  const pyramid = folders.pyramid(siteId, slideFileId);
  const base = await openSlideFile((await isThere(pyramid)) ? pyramid : folders.original(siteId, slideFileId));
  const extraLevels = folders.extraLevels(siteId, slideFileId);
  if (!(await isThere(extraLevels))) return base;
  try {
    return withExtraLevels(base, await openSlideFile(extraLevels));
  } catch (error) {
    await base.close();
    throw error;
  }
}
