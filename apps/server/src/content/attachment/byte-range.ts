/** The part of a file that a `Range` header requests. Source: RFC 9110, section 14. */

interface ByteRange {
  /** From 0, both inclusive. */
  readonly start: number;
  readonly end: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Multiple ranges and unreadable headers are answered with the whole file, as the standard allows.
 *
 * @returns null: the whole file; "beyond": the file has no such part.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "beyond" | null {
  const match = RANGE.exec(header ?? "");
  if (!match) return null;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "beyond" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "beyond" : { start, end };
}
