/**
 * Reads a file once, from its beginning, and says the digest of each chunk as it comes by, and of the whole at the end.
 * A worker: hashing never holds up the page. The library's hash takes a file piece by piece, which the browser's own
 * cannot, needs no WebAssembly, for which the content security policy has no place, and runs on plain http too.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export interface HashOrder {
  readonly file: File;
  readonly chunkBytes: number;
}

export type HashNews =
  | { readonly kind: "chunk"; readonly number: number /** base64 */; readonly digest: string }
  | { readonly kind: "whole" /** lower-case hexadecimal */; readonly sha256: string }
  | { readonly kind: "unreadable" };

const tell = (news: HashNews) => self.postMessage(news);

self.addEventListener("message", ({ data }: MessageEvent<HashOrder>) => {
  hashFile(data).catch(() => tell({ kind: "unreadable" }));
});

async function hashFile({ file, chunkBytes }: HashOrder): Promise<void> {
  const whole = sha256.create();
  for (let number = 0; number * chunkBytes < file.size; number += 1) {
    const chunk = await file.slice(number * chunkBytes, (number + 1) * chunkBytes).arrayBuffer();
    const bytes = new Uint8Array(chunk);
    const digest = await digestOf(bytes);
    whole.update(bytes);
    tell({ kind: "chunk", number, digest });
  }
  tell({ kind: "whole", sha256: bytesToHex(whole.digest()) });
}

/** The browser's own is faster, but is missing on plain http. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (crypto.subtle) return toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return toBase64(sha256(bytes));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
