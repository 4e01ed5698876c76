/** Copies the contents of an archive or a folder into one file that can be read in place. */
import { open } from "node:fs/promises";
import { damagedArchive } from "../archive/archive-errors.ts";
import type { EntryStore, StoredEntry } from "../archive/entry-store.ts";
import { openStore } from "../archive/open-store.ts";
import { ZipWriter } from "../archive/zip-writer.ts";
import type { RepackOrder } from "./repack-archive.ts";

/** Minimum step between progress reports. */
const REPORT_SHARE = 0.005;

/** The output file may already exist if it is empty. @throws SlideFileError if a file in the input is damaged. */
export async function copyEntries(
  { inputPath, outputPath, onlyEntry }: RepackOrder,
  onProgress: (done: number) => void,
): Promise<void> {
  const store = await openStore(inputPath);
  const output = await open(outputPath, "w", 0o600);
  try {
    // The empty suffix matches every path; `entries` rejects as many as a tile set may have.
    const entries = onlyEntry === null ? store.listEndingWith([""]) : [findEntry(store, onlyEntry)];
    const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    let reported = 0;
    const counted = async function* (entry: StoredEntry): AsyncIterable<Buffer> {
      for await (const piece of store.readPieces(entry)) {
        yield piece;
        done += piece.length;
        if (done - reported < total * REPORT_SHARE) continue;
        reported = done;
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

function findEntry(store: EntryStore, path: string): StoredEntry {
  const entry = store.find(path);
  if (entry === undefined) throw damagedArchive("the slide in it is missing");
  return entry;
}
