/** Copies what lies in an archive or a folder into one file that can be read in place. */
import { open, stat } from "node:fs/promises";
import { FileBytes } from "../tiff/file-bytes.ts";
import { damagedArchive } from "./archive-errors.ts";
import type { EntryStore, StoredEntry } from "./entry-store.ts";
import { FolderStore } from "./folder-store.ts";
import type { RepackOrder } from "./repack-archive.ts";
import { ZipStore } from "./zip-store.ts";
import { ZipWriter } from "./zip-writer.ts";

/** Progress is told in steps of this. */
const TOLD_SHARE = 0.005;

/** The output may be there already, empty. @throws SlideFileError if a file in it is damaged. */
export async function copyEntries(
  { inputPath, outputPath, onlyEntry }: RepackOrder,
  onProgress: (done: number) => void,
): Promise<void> {
  const store = await openStore(inputPath);
  const output = await open(outputPath, "w", 0o600);
  try {
    // Every path ends in nothing; `entries` would not list as many as a tile set may have.
    const entries = onlyEntry === null ? store.listEndingWith([""]) : [findEntry(store, onlyEntry)];
    const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    let told = 0;
    const counted = async function* (entry: StoredEntry): AsyncIterable<Buffer> {
      for await (const piece of store.readPieces(entry)) {
        yield piece;
        done += piece.length;
        if (done - told < total * TOLD_SHARE) continue;
        told = done;
        onProgress(done / total);
      }
    };
    if (onlyEntry !== null) {
      for await (const piece of counted(entries[0]!)) await output.writeFile(piece);
      return;
    }
    const zip = new ZipWriter(output);
    for (const entry of entries) await zip.add(entry.path, entry.bytes, counted(entry));
    await zip.finish();
  } finally {
    await output.close();
    await store.close();
  }
}

/** A zip or a folder. */
export async function openStore(path: string): Promise<EntryStore> {
  if ((await stat(path)).isDirectory()) return FolderStore.open(path);
  const file = await FileBytes.open(path);
  try {
    return await ZipStore.open(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function findEntry(store: EntryStore, path: string): StoredEntry {
  const entry = store.find(path);
  if (entry === undefined) throw damagedArchive("the slide in it is missing");
  return entry;
}
