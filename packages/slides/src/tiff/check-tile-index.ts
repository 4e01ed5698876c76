/** Checks that the whole tile index of a slide refers to data inside the file. */

import type { FileBytes } from "../bytes/file-bytes.ts";
import { incompleteFile } from "../bytes/incomplete-file.ts";
import { visitNumbers } from "./number-list-reader.ts";
import type { SlideDirectory } from "./slide-directory.ts";
import { type PictureStorage, segmentGridOf } from "./tiff-page.ts";

/** The part of a slide's directory that is checked. */
export interface TileIndex {
  readonly isLittleEndian: SlideDirectory["isLittleEndian"];
  readonly levels: readonly { readonly picture: PictureStorage }[];
  readonly associatedImages: readonly { readonly picture: PictureStorage }[];
}

/** @throws SlideFileError `truncated` if a tile of a level or of an associated image ends beyond the file's end. */
export async function checkTileIndex(file: FileBytes, directory: TileIndex, signal?: AbortSignal): Promise<void> {
  for (const { picture } of [...directory.levels, ...directory.associatedImages]) {
    signal?.throwIfAborted();
    await checkPicture(file, picture, directory.isLittleEndian);
  }
}

async function checkPicture(file: FileBytes, picture: PictureStorage, isLittleEndian: boolean): Promise<void> {
  const { columns, rows } = segmentGridOf(picture);
  const ends = new Float64Array(columns * rows);
  const used = (list: PictureStorage["offsets"]) => ({ ...list, count: Math.min(list.count, ends.length) });
  await visitNumbers(file, used(picture.offsets), isLittleEndian, (offset, index) => {
    ends[index] = offset;
  });
  await visitNumbers(file, used(picture.byteCounts), isLittleEndian, (length, index) => {
    // A tile of zero bytes is omitted on purpose; its offset is irrelevant.
    ends[index] = length === 0 ? 0 : ends[index]! + length;
  });
  if (ends.some((end) => end > file.size)) {
    throw incompleteFile();
  }
}
