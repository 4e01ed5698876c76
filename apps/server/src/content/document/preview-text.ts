/** Beginning of a text document, always shown as plain text, never as markup. */
import { open } from "node:fs/promises";
import { DOCUMENT_TEXT_PREVIEW_BYTES } from "@parfocal/core/document/document-limits.ts";

/** Bytes of one character at most, in UTF-8: the last one may have been cut. */
const LONGEST_CHARACTER_BYTES = 4;

/** @returns null if the file is not text (in UTF-8), or is missing. */
export async function readTextPreview(path: string): Promise<{ text: string; isCut: boolean } | null> {
  const bytes = await readBeginning(path, DOCUMENT_TEXT_PREVIEW_BYTES + 1);
  if (bytes === null || bytes.length === 0) return null;
  const isCut = bytes.length > DOCUMENT_TEXT_PREVIEW_BYTES;
  const shown = isCut ? bytes.subarray(0, DOCUMENT_TEXT_PREVIEW_BYTES) : bytes;
  for (let less = 0; less < (isCut ? LONGEST_CHARACTER_BYTES : 1); less += 1) {
    const text = decode(shown.subarray(0, shown.length - less));
    if (text !== null) return isText(text) ? { text, isCut } : null;
  }
  return null;
}

async function readBeginning(path: string, bytes: number): Promise<Buffer | null> {
  const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Control characters other than line ends and tabs mean binary data. */
const isText = (text: string): boolean => !/[^\P{Cc}\t\n\r\f]/u.test(text);
