/** Beginning of a text document, always shown as plain text, never as markup. */
import { DOCUMENT_TEXT_PREVIEW_BYTES } from "@parfocal/core/document/document-limits.ts";
import type { FileStore } from "#platform/files/file-store.ts";

/** Maximum length of a UTF-8 character in bytes: the last one may be truncated. */
const LONGEST_CHARACTER_BYTES = 4;

/** @returns null if the file is not text (in UTF-8), or is missing. */
export async function readTextPreview(
  files: FileStore,
  name: string,
): Promise<{ text: string; isCut: boolean } | null> {
  const bytes = await readBeginning(files, name, DOCUMENT_TEXT_PREVIEW_BYTES + 1);
  if (bytes === null || bytes.length === 0) return null;
  const isCut = bytes.length > DOCUMENT_TEXT_PREVIEW_BYTES;
  const shown = isCut ? bytes.subarray(0, DOCUMENT_TEXT_PREVIEW_BYTES) : bytes;
  for (let less = 0; less < (isCut ? LONGEST_CHARACTER_BYTES : 1); less += 1) {
    const text = decode(shown.subarray(0, shown.length - less));
    if (text !== null) return isText(text) ? { text, isCut } : null;
  }
  return null;
}

async function readBeginning(files: FileStore, name: string, bytes: number): Promise<Buffer | null> {
  const facts = await files.factsOf(name);
  if (!facts || facts.bytes === 0) return null;
  const pieces: Buffer[] = [];
  const range = { start: 0, end: Math.min(bytes, facts.bytes) - 1 };
  for await (const piece of files.read(name, range) as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
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
