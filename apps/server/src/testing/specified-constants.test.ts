/**
 * Every number of docs/spec/constants.tsv has its value in the code: each name is in this table, with the constant that
 * holds it.
 *
 * The constants are read as text: viewer and web run in a browser, and the server must not import them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { readSpecTable } from "./spec-table.ts";

const ROOT = join(import.meta.dirname, "../../../..");

interface Place {
  /** Sources in which it is declared, once. */
  readonly in: string;
  readonly constant: string;
}

const VIEWER = "packages/viewer/src";
const WEB = "apps/web/src";
const CORE = "packages/core/src";

const SPEC_CONSTANTS: Readonly<Record<string, Place>> = {
  radiologyMaxBytes: { in: CORE, constant: "RADIOLOGY_MAX_BYTES" },
  radiologyMaxFiles: { in: CORE, constant: "RADIOLOGY_MAX_FILES" },
  radiologyChunkBytes: { in: CORE, constant: "RADIOLOGY_CHUNK_BYTES" },
  radiologyConnections: { in: CORE, constant: "RADIOLOGY_CONNECTIONS" },
  radiologyRetries: { in: CORE, constant: "RADIOLOGY_RETRIES" },
  radiologyRetryDelay: { in: CORE, constant: "RADIOLOGY_RETRY_DELAY_MS" },
  rotationStep: { in: VIEWER, constant: "ROTATION_STEP_DEG" },
  hoverTolerance: { in: VIEWER, constant: "HOVER_TOLERANCE_PX" },
  popupFocusDelay: { in: WEB, constant: "POPUP_FOCUS_DELAY_MS" },
  resizeDelay: { in: VIEWER, constant: "RESIZE_DELAY_MS" },
  fullscreenResizeDelay: { in: VIEWER, constant: "FULLSCREEN_RESIZE_DELAY_MS" },
  smallScreenMaxWidth: { in: WEB, constant: "SMALL_SCREEN_QUERY" },
  toastDuration: { in: WEB, constant: "TOAST_DURATION_MS" },
  timerTick: { in: CORE, constant: "TIMER_TICK_S" },
  timerSaveInterval: { in: CORE, constant: "TIMER_SAVE_INTERVAL_S" },
  quizQuestionPageSize: { in: CORE, constant: "QUIZ_QUESTION_PAGE_SIZE" },
  annotationTypeBoundPoint: { in: CORE, constant: "ANNOTATION_TYPE_BOUND_POINT_ID" },
  annotationTypePolygon: { in: CORE, constant: "ANNOTATION_TYPE_ANALYSIS_POLYGON_ID" },
  annotationTypeImage: { in: CORE, constant: "ANNOTATION_TYPE_IMAGE_ID" },
  annotationNewId: { in: CORE, constant: "NEW_ANNOTATION_ID" },
  caseViewerResizeDelay: { in: WEB, constant: "CASE_VIEWER_RESIZE_DELAY_MS" },
  caseViewerMatrix: { in: CORE, constant: "DEFAULT_CASE_LAYOUT" },
  minimumResolution: { in: CORE, constant: "MINIMUM_RESOLUTION" },
  gridCookieLifetime: { in: WEB, constant: "GRID_COOKIE_LIFETIME_S" },
  cursorCookieLifetime: { in: WEB, constant: "CURSOR_COOKIE_LIFETIME_MS" },
  announcementCookieLifetime: { in: WEB, constant: "ANNOUNCEMENT_COOKIE_LIFETIME_MS" },
  consentCookieLifetime: { in: WEB, constant: "CONSENT_COOKIE_LIFETIME_MS" },
  gridCellDefault: { in: CORE, constant: "GRID_CELL_DEFAULT_MM" },
  gridCellMin: { in: CORE, constant: "GRID_CELL_MIN_MM" },
  gridCellMax: { in: CORE, constant: "GRID_CELL_MAX_MM" },
  gridCellMinPixels: { in: VIEWER, constant: "GRID_CELL_MIN_PX" },
  thumbnailCaptureDelay: { in: WEB, constant: "THUMBNAIL_CAPTURE_DELAY_MS" },
  countryCount: { in: CORE, constant: "COUNTRY_CODES" },
  customFieldInitWait: { in: CORE, constant: "CUSTOM_FIELD_INIT_WAIT_MS" },
  slideBatchSize: { in: CORE, constant: "SLIDE_BATCH_SIZE" },
  editorFontSizes: { in: CORE, constant: "EDITOR_FONT_SIZES_PX" },
  shareQrSize: { in: WEB, constant: "SHARE_QR_SIZE_PX" },
  landingQrSize: { in: WEB, constant: "LANDING_QR_SIZE_PX" },
  userSearchDebounce: { in: CORE, constant: "USER_SEARCH_DEBOUNCE_MS" },
  userSearchMinLength: { in: CORE, constant: "USER_SEARCH_MIN_CHARACTERS" },
  assignmentSearchMinLength: { in: CORE, constant: "ASSIGNMENT_SEARCH_MIN_CHARACTERS" },
  autocompleteDebounce: { in: CORE, constant: "SUGGESTION_PAUSE_MS" },
  autocompleteMinLength: { in: CORE, constant: "SUGGESTION_MIN_CHARACTERS" },
  scoreDecimals: { in: CORE, constant: "SCORE_DECIMALS" },
  pdfZoomLevels: { in: CORE, constant: "PDF_ZOOM_LEVELS_PERCENT" },
  pdfRenderWindow: { in: CORE, constant: "PDF_RENDER_WINDOW_PAGES" },
  pdfPageGap: { in: CORE, constant: "PDF_PAGE_GAP_PX" },
  dragScrollClickTolerance: { in: CORE, constant: "PDF_DRAG_TOLERANCE_PX" },
  pdfPageWidth: { in: CORE, constant: "PDF_PAGE_WIDTH_PERCENT" },
  aiResolution: { in: CORE, constant: "AI_RESOLUTION" },
  aiDilationKernel: { in: CORE, constant: "AI_DILATION_KERNEL" },
  measurementStrokeWidth: { in: VIEWER, constant: "MEASUREMENT_STROKE_WIDTH_PX" },
};

const NUMBER_OR_PRODUCT = /^[-\d\s*+/_.()]+$/;

/** The sources of a folder, read once, without tests. */
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

/**
 * Value of a constant that is a number, a product of numbers, a text with one number in it, an object or list of
 * numbers, or, for lists of two-letter codes, their number.
 */
function valueIn({ in: folder, constant }: Place): string {
  const pattern = new RegExp(`^(?:export )?const ${constant}(?:: [^=]+)? = ([^;]+);`, "m");
  const expressions = sourcesOf(folder).flatMap((text) => pattern.exec(text)?.[1] ?? []);
  expect(expressions, `${folder} declares ${constant} once`).toHaveLength(1);
  const [expression = ""] = expressions;
  if (expression.endsWith('.split(" ")')) return String(expression.match(/\b[A-Z]{2}\b/g)?.length);
  if (expression.startsWith('"')) return String(Number(/\d+/.exec(expression)?.[0]));
  if (/^[{[]/.test(expression)) return (expression.match(/\d+/g) ?? []).join(",");
  expect(expression).toMatch(NUMBER_OR_PRODUCT);
  return String(runInNewContext(expression));
}

const specified = new Map(readSpecTable("constants.tsv").map(([name = "", value = ""]) => [name, value]));

describe("a constant has the specification's value", () => {
  for (const [name, place] of Object.entries(SPEC_CONSTANTS)) {
    it(`${name}: ${specified.get(name)}`, () => {
      expect(valueIn(place)).toBe(specified.get(name));
    });
  }
});

it("each name of the specification is in the table", () => {
  expect(Object.keys(SPEC_CONSTANTS).sort()).toEqual([...specified.keys()].sort());
});
