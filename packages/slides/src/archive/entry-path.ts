/**
 * Checks paths of files in an archive (rule D-9). We never unpack a file under its own name, but recipients of the
 * archive might.
 */
import { SlideFileError } from "../slide-source.ts";

/** Limits of a file or folder name and of a path in file systems. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 1024;
const MAX_DEPTH = 16;
const SHOWN_CHARACTERS = 60;

/** Device names on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/** Files that operating systems leave in folders. */
const RUBBISH = /(^|\/)(__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const FAULTS: readonly (readonly [says: string, isSo: (path: string, names: readonly string[]) => boolean])[] = [
  ["contains characters that are not allowed", (path) => hasControlCharacter(path)],
  ["contains a backslash; create the archive with a newer program", (path) => path.includes("\\")],
  ["leads outside the archive", (path, names) => /^(\/|[a-z]:)/i.test(path) || names.includes("..")],
  ["has an empty part", (_path, names) => names.some((name) => name === "" || name === ".")],
  ["is too long", (path, names) => bytesOf(path) > MAX_PATH_BYTES || names.some((n) => bytesOf(n) > MAX_NAME_BYTES)],
  ["is nested too deep in folders", (_path, names) => names.length > MAX_DEPTH],
  ["is reserved by Windows for a device", (_path, names) => names.some((name) => RESERVED.test(name))],
];

/** @param path without the trailing `/` of a folder. @throws SlideFileError `damaged` */
export function checkEntryPath(path: string): void {
  const names = path.split("/");
  const fault = FAULTS.find(([, isSo]) => isSo(path, names));
  if (fault === undefined) return;
  const shown = [...path].filter((character) => !hasControlCharacter(character)).join("");
  const short = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  throw new SlideFileError("damaged", `This archive cannot be accepted: the name “${short}” in it ${fault[0]}.`);
}

export function isRubbish(path: string): boolean {
  return RUBBISH.test(path);
}

const SPACE = 0x20;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;
const DELETE = 0x7f;
/** In lower case: first letters of reserved names, and last letters of ignored files. */
const RESERVED_START: readonly number[] = [..."cpanl"].map((letter) => letter.charCodeAt(0));
const RUBBISH_END: readonly number[] = [..."bi"].map((letter) => letter.charCodeAt(0));

/**
 * Whether a path needs no closer check: ASCII, and nothing that `checkEntryPath` or `isRubbish` could match. False if
 * in doubt; an archive may have millions of names, nearly all of which are plain.
 */
export function isPlainPath(bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start || end - start > MAX_NAME_BYTES) return false;
  if (RUBBISH_END.includes(bytes[end - 1]! | SPACE)) return false;
  let depth = 1;
  let nameStart = start;
  for (let at = start; at <= end; at++) {
    const byte = at === end ? SLASH : bytes[at]!;
    if (byte < SPACE || byte >= DELETE || byte === BACKSLASH || byte === COLON) return false;
    if (byte !== SLASH) continue;
    const first = bytes[nameStart]!;
    const length = at - nameStart;
    if (length === 0 || first === DOT || first === UNDERSCORE) return false;
    if (length >= 3 && RESERVED_START.includes(first | SPACE) && isReservedLength(bytes, nameStart, at)) return false;
    nameStart = at + 1;
    depth += 1;
  }
  return depth - 1 <= MAX_DEPTH;
}

/** Reserved names have three or four letters before their first dot. */
function isReservedLength(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 3 || end - start === 4 || bytes[start + 3] === DOT || bytes[start + 4] === DOT;
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || (code >= DELETE && code < 0xa0)) return true;
  }
  return false;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
