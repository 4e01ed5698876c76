/** Bytes and digests of a slide; digests become available while it is read. */
import type { HashNews, HashOrder } from "./hash-file.worker.ts";
import { bytesOf, type SlideContent, zipOf } from "./slide-content.ts";

interface HashedChunk {
  readonly bytes: Blob;
  /** SHA-256, base64. */
  readonly digest: string;
}

export interface HashedSlide {
  /** @throws FileUnreadable */
  chunk(number: number): Promise<HashedChunk>;
  /** Digest of the whole slide, lower-case hexadecimal. @throws FileUnreadable */
  sha256(): Promise<string>;
  /** Stops reading. */
  close(): void;
}

/** A file was moved, changed or removed while it was read. */
export class FileUnreadable extends Error {
  override readonly name = "FileUnreadable";
}

/** Starts reading immediately. */
export function hashSlide(content: SlideContent, chunkBytes: number): HashedSlide {
  const worker = new Worker(new URL("./hash-file.worker.ts", import.meta.url), { type: "module" });
  const digests = new Map<number, PromiseWithResolvers<string>>();
  const whole = Promise.withResolvers<string>();
  whole.promise.catch(() => undefined); // Errors are reported to callers that await it.
  const total = bytesOf(content);
  const cut = content.kind === "file" ? cutterOfFile(content.file) : cutterOfSet(content.members);
  let isUnreadable = false;

  function digest(number: number): PromiseWithResolvers<string> {
    let known = digests.get(number);
    if (!known) {
      known = Promise.withResolvers<string>();
      known.promise.catch(() => undefined);
      if (isUnreadable) known.reject(new FileUnreadable());
      digests.set(number, known);
    }
    return known;
  }

  function giveUp(): void {
    isUnreadable = true;
    for (const { reject } of digests.values()) reject(new FileUnreadable());
    whole.reject(new FileUnreadable());
    worker.terminate();
  }

  worker.addEventListener("message", ({ data }: MessageEvent<HashNews>) => {
    if (data.kind === "chunk") {
      cut.note(data.crcs);
      digest(data.number).resolve(data.digest);
    } else if (data.kind === "whole") {
      whole.resolve(data.sha256);
      worker.terminate();
    } else giveUp();
  });
  worker.addEventListener("error", giveUp);
  worker.postMessage({ content, chunkBytes } satisfies HashOrder);

  return {
    async chunk(number) {
      const known = await digest(number).promise;
      return { digest: known, bytes: cut.bytes(number * chunkBytes, Math.min(total, (number + 1) * chunkBytes)) };
    },
    sha256: () => whole.promise,
    close: giveUp,
  };
}

/** Returns parts of a slide without reading them. */
interface Cutter {
  /** A part that has already been read. */
  bytes(from: number, to: number): Blob;
  /** Stores checksums found while reading. */
  note(crcs: readonly (readonly [number, number])[]): void;
}

function cutterOfFile(file: File): Cutter {
  return { bytes: (from, to) => file.slice(from, to), note: () => undefined };
}

function cutterOfSet(members: Extract<SlideContent, { kind: "set" }>["members"]): Cutter {
  const zip = zipOf(members);
  const known = new Uint32Array(members.length);
  return {
    bytes(from, to) {
      const parts: BlobPart[] = [];
      for (const segment of zip.segments(from, to)) {
        if (segment.kind === "made") parts.push(new Uint8Array(segment.make(known)));
        else parts.push(members[segment.index]?.file.slice(segment.from, segment.to) ?? new Blob());
      }
      return new Blob(parts);
    },
    note(crcs) {
      for (const [index, crc] of crcs) known[index] = crc;
    },
  };
}
