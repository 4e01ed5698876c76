/**
 * Every number of docs/spec/constants.tsv has its value where it is used. A name is either in this table, with the
 * constant that carries it, or in docs/spec/constants-not-used-yet.tsv, which only gets shorter.
 *
 * The constants are read as text: viewer and web run in a browser, and the server may not import them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { readSpecTable } from "./spec-table.ts";

const ROOT = join(import.meta.dirname, "../../../..");

interface Place {
  /** Sources among which it is exported, once. */
  readonly in: string;
  readonly constant: string;
}

const VIEWER = "packages/viewer/src";
const WEB = "apps/web/src";
const CORE = "packages/core/src";

const SPEC_CONSTANTS: Readonly<Record<string, Place>> = {
  rotationStep: { in: VIEWER, constant: "ROTATION_STEP_DEG" },
  hoverTolerance: { in: VIEWER, constant: "HOVER_TOLERANCE_PX" },
  popupFocusDelay: { in: WEB, constant: "POPUP_FOCUS_DELAY_MS" },
  resizeDelay: { in: VIEWER, constant: "RESIZE_DELAY_MS" },
  fullscreenResizeDelay: { in: VIEWER, constant: "FULLSCREEN_RESIZE_DELAY_MS" },
  smallScreenMaxWidth: { in: WEB, constant: "SMALL_SCREEN_QUERY" },
  toastDuration: { in: WEB, constant: "TOAST_DURATION_MS" },
  annotationTypeBoundPoint: { in: CORE, constant: "ANNOTATION_TYPE_BOUND_POINT_ID" },
  annotationTypePolygon: { in: CORE, constant: "ANNOTATION_TYPE_ANALYSIS_POLYGON_ID" },
  annotationTypeImage: { in: CORE, constant: "ANNOTATION_TYPE_IMAGE_ID" },
  annotationNewId: { in: CORE, constant: "NEW_ANNOTATION_ID" },
  minimumResolution: { in: CORE, constant: "MINIMUM_RESOLUTION" },
};

const NUMBER_OR_PRODUCT = /^[-\d\s*+/_.()]+$/;

/** The sources of a folder, read once; tests left out. */
const sourcesOf = memoize((folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
);

function memoize<Result>(work: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>();
  return (key) => {
    const result = known.get(key) ?? work(key);
    known.set(key, result);
    return result;
  };
}

/** Value of an exported constant that is a number, a product of numbers, or a text with one number in it. */
function numberIn({ in: folder, constant }: Place): number {
  const pattern = new RegExp(`export const ${constant}(?:: \\w+)? = ([^;]+);`);
  const expressions = sourcesOf(folder).flatMap((text) => pattern.exec(text)?.[1] ?? []);
  expect(expressions, `${folder} exports ${constant} once`).toHaveLength(1);
  const [expression = ""] = expressions;
  if (expression.startsWith('"')) return Number(/\d+/.exec(expression)?.[0]);
  expect(expression).toMatch(NUMBER_OR_PRODUCT);
  return runInNewContext(expression) as number;
}

const specified = new Map(readSpecTable("constants.tsv").map(([name = "", value = ""]) => [name, value]));
const notUsed = readSpecTable("constants-not-used-yet.tsv").map(([name = ""]) => name);

describe("a constant has the specification's value", () => {
  for (const [name, place] of Object.entries(SPEC_CONSTANTS)) {
    it(`${name}: ${specified.get(name)}`, () => {
      expect(String(numberIn(place))).toBe(specified.get(name));
    });
  }
});

it("each name is either in the table or in the list of those not used yet, never in both", () => {
  expect([...Object.keys(SPEC_CONSTANTS), ...notUsed].sort()).toEqual([...specified.keys()].sort());
});
