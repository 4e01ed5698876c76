/** Length measurements: private, stored in this browser. */
import { type PicturePoint, type PixelSpacingMm, pictureLengthMm } from "@parfocal/core/radiology/picture-length.ts";
import { useEffect, useState } from "react";
import { formatQuantity } from "#ui/quantity-text.ts";

export interface LengthLine {
  readonly id: number;
  /** Index of its image. */
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
  const number = (value: number): string =>
    formatQuantity(value, language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${number(amount)}\u202f${mm === null ? "px" : "mm"}`;
}

const PREFIX = "parfocal-lengths-";
/** Limit per series; older ones are dropped. */
const MAX_LINES = 200;

const isPoint = (value: unknown): value is PicturePoint =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));

function isLine(value: unknown): value is LengthLine {
  if (typeof value !== "object" || value === null) return false;
  const { id, frame, from, to } = value as Partial<LengthLine>;
  return Number.isInteger(id) && Number.isInteger(frame) && isPoint(from) && isPoint(to);
}

function readLines(key: string): readonly LengthLine[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isLine).slice(-MAX_LINES) : [];
  } catch {
    return [];
  }
}

function keepLines(key: string, lines: readonly LengthLine[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(lines.slice(-MAX_LINES)));
  } catch {
    // Storage is unavailable or full: the lines last as long as the page is open.
  }
}

/** @param key identifies the user and the series; must not change. */
export function useLengthLines(key: string) {
  const [lines, setLines] = useState(() => readLines(key));
  useEffect(() => keepLines(key, lines), [key, lines]);
  return {
    lines,
    add: (line: Omit<LengthLine, "id">) =>
      setLines((before) => [...before, { ...line, id: Math.max(0, ...before.map(({ id }) => id)) + 1 }]),
    moveEnd: (id: number, end: LineEnd, to: PicturePoint) =>
      setLines((before) => before.map((line) => (line.id === id ? { ...line, [end]: to } : line))),
    remove: (id: number) => setLines((before) => before.filter((line) => line.id !== id)),
  };
}
