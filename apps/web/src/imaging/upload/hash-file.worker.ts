/**
 * Reads a slide once and reports the digest of each chunk, and of the whole at the end; for a set also the checksums
 * for its zip. Runs in a worker, so hashing does not block the page. The library's hash is incremental, which the
 * browser's own is not; it needs no WebAssembly, which the content security policy does not allow, and also works over
 * plain http.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { crc32 } from "@parfocal/core/upload/crc-32.ts";
import { bytesOf, type SlideContent, zipOf } from "./slide-content.ts";

export interface HashOrder {
  readonly content: SlideContent;
  readonly chunkBytes: number;
}

export type HashNews =
  | {
      readonly kind: "chunk";
      readonly number: number;
      /** base64 */
      readonly digest: string;
      /** Checksums of the set's files that end in this chunk: index, checksum. */
      readonly crcs: readonly (readonly [number, number])[];
    }
  | { readonly kind: "whole" /** lower-case hexadecimal */; readonly sha256: string }
  | { readonly kind: "unreadable" };

const send = (news: HashNews) => self.postMessage(news);

self.addEventListener("message", ({ data }: MessageEvent<HashOrder>) => {
  hashSlide(data).catch(() => send({ kind: "unreadable" }));
});

interface ReadChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly crcs: readonly (readonly [number, number])[];
}

async function hashSlide({ content, chunkBytes }: HashOrder): Promise<void> {
  const whole = sha256.create();
  const total = bytesOf(content);
  const read = content.kind === "file" ? readerOfFile(content.file) : readerOfSet(content.members);
  for (let number = 0; number * chunkBytes < total; number += 1) {
    const { bytes, crcs } = await read(number * chunkBytes, Math.min(total, (number + 1) * chunkBytes));
    const digest = await digestOf(bytes);
    whole.update(bytes);
    send({ kind: "chunk", number, digest, crcs });
  }
  send({ kind: "whole", sha256: bytesToHex(whole.digest()) });
}

type Reader = (from: number, to: number) => Promise<ReadChunk>;

function readerOfFile(file: File): Reader {
  return async (from, to) => ({ bytes: await readPart(file, from, to), crcs: [] });
}

/** Chunks must be requested in order: a file's checksum follows its data. */
function readerOfSet(members: Extract<SlideContent, { kind: "set" }>["members"]): Reader {
  const zip = zipOf(members);
  const known = new Uint32Array(members.length);
  return async (from, to) => {
    const bytes = new Uint8Array(to - from);
    const changed = new Set<number>();
    let filled = 0;
    for (const segment of zip.segments(from, to)) {
      let part: Uint8Array;
      if (segment.kind === "made") part = segment.make(known);
      else {
        part = await readPart(members[segment.index]?.file, segment.from, segment.to);
        known[segment.index] = crc32(part, known[segment.index]);
        changed.add(segment.index);
      }
      bytes.set(part, filled);
      filled += part.length;
    }
    return { bytes, crcs: [...changed].map((index) => [index, known[index] ?? 0] as const) };
  };
}

/** @throws Error if the file has become shorter. */
async function readPart(file: File | undefined, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array((await file?.slice(from, to).arrayBuffer()) ?? new ArrayBuffer());
  if (bytes.length !== to - from) throw new Error("the file has changed");
  return bytes;
}

/** The browser's own implementation is faster, but is missing on plain http. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (crypto.subtle) return toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return toBase64(sha256(bytes));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
