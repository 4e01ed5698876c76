/** A file and its digests, which come while it is being read. */
import type { HashNews, HashOrder } from "./hash-file.worker.ts";

export interface HashedFile {
  readonly file: File;
  /** base64. @throws FileUnreadable */
  digestOfChunk(number: number): Promise<string>;
  /** Of the whole file, lower-case hexadecimal. @throws FileUnreadable */
  sha256(): Promise<string>;
  /** Stops reading. */
  close(): void;
}

/** The file was moved, changed or taken away while it was read. */
export class FileUnreadable extends Error {
  override readonly name = "FileUnreadable";
}

/** Begins to read at once. */
export function hashFile(file: File, chunkBytes: number): HashedFile {
  const worker = new Worker(new URL("./hash-file.worker.ts", import.meta.url), { type: "module" });
  const chunks = new Map<number, PromiseWithResolvers<string>>();
  const whole = Promise.withResolvers<string>();
  whole.promise.catch(() => undefined); // Whoever asks for it hears of it.
  let isUnreadable = false;

  function chunk(number: number): PromiseWithResolvers<string> {
    let known = chunks.get(number);
    if (!known) {
      known = Promise.withResolvers<string>();
      known.promise.catch(() => undefined);
      if (isUnreadable) known.reject(new FileUnreadable());
      chunks.set(number, known);
    }
    return known;
  }

  function giveUp(): void {
    isUnreadable = true;
    for (const { reject } of chunks.values()) reject(new FileUnreadable());
    whole.reject(new FileUnreadable());
    worker.terminate();
  }

  worker.addEventListener("message", ({ data }: MessageEvent<HashNews>) => {
    if (data.kind === "chunk") chunk(data.number).resolve(data.digest);
    else if (data.kind === "whole") {
      whole.resolve(data.sha256);
      worker.terminate();
    } else giveUp();
  });
  worker.addEventListener("error", giveUp);
  worker.postMessage({ file, chunkBytes } satisfies HashOrder);

  return {
    file,
    digestOfChunk: (number) => chunk(number).promise,
    sha256: () => whole.promise,
    close: giveUp,
  };
}
