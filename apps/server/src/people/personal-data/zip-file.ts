/** A zip file that is written in chunks; only one chunk is in memory. */
import type { FileHandle } from "node:fs/promises";
import { Zip, ZipDeflate } from "fflate";

interface ZipFile {
  /** Adds a file; call it again only after it has resolved. */
  add(name: string, pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>): Promise<void>;
  end(): Promise<void>;
}

/** @param maxBytes of the zip file. @param tooLarge error that is thrown above the limit. */
export function createZipFile(handle: FileHandle, maxBytes: number, tooLarge: () => Error): ZipFile {
  let zipped: Uint8Array[] = [];
  let writtenBytes = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    zipped.push(bytes);
  });
  async function write(): Promise<void> {
    const ready = zipped;
    zipped = [];
    for (const bytes of ready) {
      writtenBytes += bytes.length;
      if (writtenBytes > maxBytes) throw tooLarge();
      await handle.appendFile(bytes);
    }
  }
  return {
    async add(name, pieces) {
      const file = new ZipDeflate(name, { level: 6 });
      zip.add(file);
      for await (const piece of pieces) {
        file.push(typeof piece === "string" ? Buffer.from(piece) : piece);
        await write();
      }
      file.push(new Uint8Array(0), true);
      await write();
    },
    async end() {
      zip.end();
      await write();
    },
  };
}
