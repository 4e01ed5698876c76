/**
 * Public URLs: the path contains the location of an item, e.g. `/s1/course2/f3/i9/`.
 *
 * Source: spec part 2, section 2.
 */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "./item-kinds.ts";

export interface PathStep {
  readonly kind: ItemKind;
  readonly id: number;
}

export interface PublicPlace {
  /** Site ID, from the `s{id}` segment. */
  readonly siteId: number;
  /** From the outermost course down to the item itself; empty: the landing page. */
  readonly steps: readonly PathStep[];
}

const KIND_OF_SEGMENT: ReadonlyMap<string, ItemKind> = new Map(
  ITEM_KIND_NAMES.flatMap((kind) => {
    const { segment } = ITEM_KINDS[kind];
    return segment === null ? [] : [[segment, kind] as const];
  }),
);

const STEP = /^([a-z]+)([1-9]\d{0,14})$/;
const LONGEST_PATH_STEPS = 64;

/** IDs are not looked up. @returns null if it is not a public path. */
export function parsePublicPath(path: string): PublicPlace | null {
  const [first, ...rest] = path.split("/").filter((part) => part !== "");
  const site = /^s([1-9]\d{0,14})$/.exec(first ?? "");
  if (!site || rest.length > LONGEST_PATH_STEPS) return null;
  const steps: PathStep[] = [];
  for (const part of rest) {
    const match = STEP.exec(part);
    const kind = match ? KIND_OF_SEGMENT.get(match[1] as string) : undefined;
    if (!match || !kind) return null;
    steps.push({ kind, id: Number(match[2]) });
  }
  return { siteId: Number(site[1]), steps };
}

/** @throws RangeError if the kind has no page. */
export function formatPublicPath({ siteId, steps }: PublicPlace): string {
  const parts = steps.map(({ kind, id }) => {
    const { segment } = ITEM_KINDS[kind];
    if (segment === null) throw new RangeError(`${kind} has no page`);
    return `${segment}${id}/`;
  });
  return `/s${siteId}/${parts.join("")}`;
}

/** A location, and the state of its screen. */
export interface ScreenPlace extends PublicPlace {
  /** Inside a quiz: its slide, case and question, shown by the quiz's screen. Empty elsewhere. */
  readonly within: readonly PathStep[];
  /** Whether it is the review page of a quiz. */
  readonly isReview: boolean;
  /** Whether it is the practice page (wrongly answered questions) of a quiz. */
  readonly isPractice: boolean;
  /** Whether it is inside the preview of a quiz. */
  readonly isPreview: boolean;
}

const REVIEW = "review";
const PRACTICE = "practice";
const PREVIEW = "preview";

/**
 * Maps a path to its screen. Everything below a quiz belongs to the quiz's screen; `steps` then end with the quiz.
 *
 * @returns null if it is not a public path.
 */
export function parseScreenPath(path: string): ScreenPlace | null {
  const parts = path.split("/").filter((part) => part !== "");
  const last = parts.at(-1);
  const [isReview, isPractice] = [last === REVIEW, last === PRACTICE];
  const isWhole = isReview || isPractice;
  const shown = isWhole ? parts.slice(0, -1) : parts;
  const previewAt = shown.indexOf(PREVIEW);
  const isPreview = previewAt >= 0;
  const place = parsePublicPath(shown.filter((_, index) => index !== previewAt).join("/"));
  if (!place) return null;
  const { siteId, steps } = place;
  const quiz = steps.findIndex(({ kind }) => kind === "quiz");
  // The preview segment directly follows the quiz (the site is the first part).
  if (isPreview && (quiz < 0 || previewAt !== quiz + 2)) return null;
  if (quiz < 0) return isWhole ? null : { siteId, steps, within: [], isReview, isPractice, isPreview };
  const within = steps.slice(quiz + 1);
  if (isWhole && within.length > 0) return null;
  return { siteId, steps: steps.slice(0, quiz + 1), within, isReview, isPractice, isPreview };
}

/** A quiz, as the last of the steps, or its preview. */
export interface QuizPlace extends PublicPlace {
  readonly isPreview?: boolean;
}

export const formatQuizPath = ({ siteId, steps, isPreview = false }: QuizPlace): string =>
  `${formatPublicPath({ siteId, steps })}${isPreview ? `${PREVIEW}/` : ""}`;

/** URL of the review page. */
export const formatReviewPath = (place: QuizPlace): string => `${formatQuizPath(place)}${REVIEW}/`;

/** URL of the practice page. */
export const formatPracticePath = (place: QuizPlace): string => `${formatQuizPath(place)}${PRACTICE}/`;
