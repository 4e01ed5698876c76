/**
 * Extracts the files of an archive to a separate folder, for a program that cannot read archives. The archive's guard
 * has checked all names; existing files are never overwritten.
 */
import { constants } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openStore } from "../archive/open-store.ts";

export interface UnpackOrder {
  /** A zip or a folder. */
  readonly inputPath: string;
  /** An existing, empty folder. */
  readonly folder: string;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const REPORT_SHARE = 0.01;

/** @throws SlideFileError if a file in the archive is damaged. */
export async function unpackSet({ inputPath, folder }: UnpackOrder, onProgress: (done: number) => void): Promise<void> {
  const store = await openStore(inputPath);
  try {
    const total = store.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    let reported = 0;
    for (const entry of store.entries) {
      const place = join(folder, entry.path);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const file = await open(place, NEW_FILE, 0o600);
      try {
        for await (const piece of store.readPieces(entry)) {
          await file.writeFile(piece);
          done += piece.length;
          if (done - reported < total * REPORT_SHARE) continue;
          reported = done;
          onProgress(done / total);
        }
      } finally {
        await file.close();
      }
    }
  } finally {
    await store.close();
  }
}
