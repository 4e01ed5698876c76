/** Serializes counts for this browser's storage and parses them; invalid data is dropped, never guessed. */

import {
  AREA_SHAPES,
  changedFrame,
  EDGE_RULES,
  FRAME_KINDS,
  FRAME_NUMBERS,
  type FrameSettings,
  NEUBAUER_PARTS,
  NO_FRAME,
} from "@parfocal/core/counting/counting-frame.ts";
import {
  TALLY_CATEGORIES_MAX,
  TALLY_FORMS,
  TALLY_KEYS,
  TALLY_MARKS_MAX,
  TALLY_NAME_MAX,
  TALLY_TARGET_MAX,
  type Tally,
  type TallyCategory,
  type TallyMark,
} from "@parfocal/core/counting/tally.ts";
import { fieldsOf } from "@parfocal/core/platform/json-fields.ts";

const VERSION = 1;

export interface StoredCounts {
  readonly tallies: readonly Tally[];
  readonly activeId: string;
  /** Whether frame and marks stay visible while the panel is closed. */
  readonly staysShown: boolean;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const oneOf = <Value extends string>(values: readonly Value[], value: unknown, otherwise: Value): Value =>
  values.find((known) => known === value) ?? otherwise;

function readPoint(value: unknown): readonly [number, number] | null {
  const [x, y] = listOf(value);
  return isNumber(x) && isNumber(y) ? [x, y] : null;
}

function readFrame(value: unknown): FrameSettings {
  const fields = fieldsOf(value);
  const numbers = Object.fromEntries(
    [...FRAME_NUMBERS, "turnDeg"].flatMap((name) => (isNumber(fields[name]) ? [[name, fields[name]]] : [])),
  ) as Partial<FrameSettings>;
  return {
    ...changedFrame(NO_FRAME, numbers),
    kind: oneOf(FRAME_KINDS, fields.kind, NO_FRAME.kind),
    areaShape: oneOf(Object.keys(AREA_SHAPES) as FrameSettings["areaShape"][], fields.areaShape, NO_FRAME.areaShape),
    neubauerPart: oneOf(NEUBAUER_PARTS, fields.neubauerPart, NO_FRAME.neubauerPart),
    edgeRule: oneOf(EDGE_RULES, fields.edgeRule, NO_FRAME.edgeRule),
    center: readPoint(fields.center),
  };
}

function readCategory(value: unknown): TallyCategory[] {
  const { id, name, key, color, form } = fieldsOf(value);
  const isColor = typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color);
  const isKey = TALLY_KEYS.some((known) => known === key);
  if (!isNumber(id) || typeof name !== "string" || !isKey || !isColor) return [];
  return [
    { id, name: name.slice(0, TALLY_NAME_MAX), key: key as string, color, form: oneOf(TALLY_FORMS, form, "circle") },
  ];
}

function readTally(value: unknown): Tally[] {
  const { id, name, frame, categories, marks, target, ratio } = fieldsOf(value);
  const known = listOf(categories).flatMap(readCategory).slice(0, TALLY_CATEGORIES_MAX);
  if (typeof id !== "string" || typeof name !== "string" || known.length === 0) return [];
  const isKnown = (categoryId: unknown): categoryId is number => known.some((category) => category.id === categoryId);
  const readMarks = listOf(marks).flatMap((mark): Omit<TallyMark, "id">[] => {
    const [categoryId, ...place] = listOf(mark);
    const at = readPoint(place);
    return isKnown(categoryId) && at ? [{ categoryId, at }] : [];
  });
  const { part, rest } = fieldsOf(ratio);
  return [
    {
      id,
      name: name.slice(0, TALLY_NAME_MAX),
      frame: readFrame(frame),
      categories: known,
      marks: readMarks.slice(0, TALLY_MARKS_MAX).map((mark, index) => ({ ...mark, id: index + 1 })),
      target: isNumber(target) && target >= 1 && target <= TALLY_TARGET_MAX ? target : null,
      ratio: isKnown(part) && isKnown(rest) ? { part, rest } : null,
    },
  ];
}

export function writeCounts({ tallies, activeId, staysShown }: StoredCounts): string {
  const short = tallies.map((tally) => ({
    ...tally,
    marks: tally.marks.map(({ categoryId, at }) => [categoryId, at[0], at[1]]),
  }));
  return JSON.stringify({ version: VERSION, tallies: short, activeId, staysShown });
}

/** Null: the text cannot be parsed. */
export function readCounts(text: string | null): StoredCounts | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  const { version, tallies, activeId, staysShown } = fieldsOf(parsed);
  const read = listOf(tallies).flatMap(readTally);
  const [first] = read;
  if (version !== VERSION || !first) return null;
  const active = read.find(({ id }) => id === activeId) ?? first;
  return { tallies: read, activeId: active.id, staysShown: staysShown === true };
}
