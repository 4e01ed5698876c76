/** The plan for a cleaned copy of a file. */

/** A range of a file that is copied unchanged. */
export interface RetainedRange {
  readonly start: number;
  /** Exclusive end. */
  readonly end: number;
}

/** Bytes that overwrite the copy. */
export interface Patch {
  readonly position: number;
  readonly bytes: Buffer;
}

/**
 * A cleaned copy contains kept ranges at their original positions and zeros everywhere else: unknown data is never
 * copied.
 */
export interface Cleaning {
  readonly retained: readonly RetainedRange[];
  readonly patches: readonly Patch[];
  /** Length of the copy. */
  readonly bytes: number;
  /** Removed texts, which are searched for in the copy. */
  readonly secrets: readonly string[];
}

/** New index of a directory; null: it is unlinked. */
export type IfdChange = (ifd: number) => number | null;

/** Shorter texts occur in any large file by chance. */
export const SHORTEST_SECRET = 6;
const LONGEST_SECRET = 200;
export const MAX_SECRETS = 2000;

/** Collects removed texts. */
export class Secrets {
  readonly #found = new Set<string>();

  /** Adds each line of a text, trimmed. */
  add(text: string): void {
    for (const line of text.split(/[\0\r\n]+/)) {
      const secret = line.trim().slice(0, LONGEST_SECRET);
      if (Buffer.byteLength(secret) >= SHORTEST_SECRET && this.#found.size < MAX_SECRETS) this.#found.add(secret);
    }
  }

  /** Adds attribute values and element texts. */
  addXml(xml: string): void {
    for (const [, inMarks, between] of xml.matchAll(/"([^"<>]{1,400})"|>([^<>]{1,400})</g))
      this.add(inMarks ?? between ?? "");
  }

  /** @param retainedTexts texts that stay in the file intentionally: values among them are not secret. */
  listExcept(retainedTexts: readonly Buffer[]): string[] {
    return [...this.#found].filter((secret) => !retainedTexts.some((retained) => retained.includes(secret)));
  }
}
