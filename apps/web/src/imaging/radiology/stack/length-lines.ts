/** Lengths that someone has measured: on this page, for themselves. */
import { type PicturePoint, type PixelSpacingMm, pictureLengthMm } from "@parfocal/core/radiology/picture-length.ts";
import { useState } from "react";

export interface LengthLine {
  readonly id: number;
  /** Index of its picture. */
  readonly frame: number;
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}

export type LineEnd = "from" | "to";

/** e.g. "12.3 mm"; without a spacing in pixels. */
export function lengthText(
  { from, to }: Pick<LengthLine, "from" | "to">,
  spacing: PixelSpacingMm | null,
  language: string,
) {
  const mm = pictureLengthMm(from, to, spacing);
  const amount = mm ?? Math.hypot(to[0] - from[0], to[1] - from[1]);
  const digits = mm === null ? 0 : 1;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${number.format(amount)}\u202f${mm === null ? "px" : "mm"}`;
}

export function useLengthLines() {
  const [lines, setLines] = useState<readonly LengthLine[]>([]);
  const [nextId, setNextId] = useState(1);
  return {
    lines,
    add(line: Omit<LengthLine, "id">) {
      setLines((before) => [...before, { ...line, id: nextId }]);
      setNextId(nextId + 1);
    },
    moveEnd: (id: number, end: LineEnd, to: PicturePoint) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, [end]: to } : line))),
    remove: (id: number) => setLines((before) => before.filter((line) => line.id !== id)),
  };
}
