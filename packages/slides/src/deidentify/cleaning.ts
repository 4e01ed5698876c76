/** What is found out about a file before a cleaned copy of it is made. */

/** A stretch of a file that is copied as it is. */
export interface KeptRange {
  readonly start: number;
  /** Behind its last byte. */
  readonly end: number;
}

/** Bytes that are written over the copy. */
export interface Patch {
  readonly position: number;
  readonly bytes: Buffer;
}

/**
 * A cleaned copy has what is kept at its own place and zeros everywhere else: what nobody thought of is not in it.
 */
export interface Cleaning {
  readonly kept: readonly KeptRange[];
  readonly patches: readonly Patch[];
  /** Of the copy. */
  readonly bytes: number;
  /** Texts that were removed: they are looked for in the copy. */
  readonly secrets: readonly string[];
}

/** New index of a directory; null: it is unlinked. */
export type IfdChange = (ifd: number) => number | null;

/** A shorter one is found in any large file by chance. */
export const SHORTEST_SECRET = 6;
const LONGEST_SECRET = 200;
export const MAX_SECRETS = 2000;

/** Gathers the texts that are removed. */
export class Secrets {
  readonly #found = new Set<string>();

  /** Each line of a text, without blanks around. */
  add(text: string): void {
    for (const line of text.split(/[\0\r\n]+/)) {
      const secret = line.trim().slice(0, LONGEST_SECRET);
      if (Buffer.byteLength(secret) >= SHORTEST_SECRET && this.#found.size < MAX_SECRETS) this.#found.add(secret);
    }
  }

  /** Values of attributes and texts of elements. */
  addXml(xml: string): void {
    for (const [, inMarks, between] of xml.matchAll(/"([^"<>]{1,400})"|>([^<>]{1,400})</g))
      this.add(inMarks ?? between ?? "");
  }

  /** @param keptTexts what stays in the file by intention: a value that is among it is no secret. */
  listExcept(keptTexts: readonly Buffer[]): string[] {
    return [...this.#found].filter((secret) => !keptTexts.some((kept) => kept.includes(secret)));
  }
}
