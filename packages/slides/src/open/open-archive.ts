/** Opens a zip or a folder: a tile set or another slide of many files, or the one slide that it contains. */

import type { EntryStore } from "../archive/entry-store.ts";
import { FolderStore } from "../archive/folder-store.ts";
import { ZipStore } from "../archive/zip-store.ts";
import type { ConvertibleFile } from "../opening/convertible-file.ts";
import type { FileKind, OpenFile } from "../opening/file-kind.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import { isConvertible } from "../opening/opened-slide.ts";
import { SlideFileError } from "../slide-source.ts";
import { ARCHIVE_KINDS } from "./archive-kinds.ts";
import { openOnlySlide } from "./open-only-slide.ts";

export const openZip: OpenFile = async ({ file, signal, fileKinds }) =>
  openStore(await ZipStore.open(file, signal), fileKinds, signal);

export async function openFolder(
  path: string,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<OpenedSlide | ConvertibleFile> {
  return openStore(await FolderStore.open(path, signal), fileKinds, signal);
}

/** Closes the store unless a slide was created from it. */
async function openStore(
  store: EntryStore,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<OpenedSlide | ConvertibleFile> {
  let isTaken = false;
  try {
    if (store.count === 0) throw new SlideFileError("notASlide", "This archive or folder contains no files.");
    const opened = await openKind(store, fileKinds, signal);
    isTaken = !isConvertible(opened);
    return opened;
  } finally {
    if (!isTaken) await store.close();
  }
}

async function openKind(
  store: EntryStore,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<OpenedSlide | ConvertibleFile> {
  for (const kind of ARCHIVE_KINDS) {
    signal?.throwIfAborted();
    if (await kind.recognises(store)) return kind.open(store, signal);
  }
  return openOnlySlide(store, fileKinds, signal);
}
