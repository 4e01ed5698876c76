/** Parses the part between the braces of a GIFT question. */
import { showEscapes } from "./gift-escapes.ts";
import { readGiftText } from "./gift-text.ts";
import {
  answer,
  plain,
  type SourceAnswer,
  type SourceKind,
  type SourcePair,
  type SourceProblem,
  type TextFormat,
} from "./source-question.ts";

export class GiftError extends Error {
  readonly problem: SourceProblem;
  readonly detail: string;

  constructor(problem: SourceProblem, detail = "") {
    super(problem);
    this.problem = problem;
    this.detail = detail;
  }
}

export interface GiftAnswers {
  readonly kind: SourceKind;
  readonly answers: readonly SourceAnswer[];
  readonly pairs: readonly SourcePair[];
  /** Whether single answers have feedback. */
  readonly hasFeedback: boolean;
  /** Feedback for the whole question, with hidden escapes; empty: none. */
  readonly general: string;
}

type ReadBody = Omit<GiftAnswers, "general">;

const GENERAL_FEEDBACK = "####";
const WEIGHT = /^%(-?\d{1,3}(?:\.\d*)?)%/;
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["T", true],
  ["TRUE", true],
  ["F", false],
  ["FALSE", false],
]);
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})$`);
const WITH_TOLERANCE = new RegExp(`^(${NUMBER})(?:\\s*:\\s*(${NUMBER}))?$`);
/** Significant digits kept when a range is computed. */
const DIGITS = 12;

/** @param hidden text with hidden escapes. @throws GiftError. */
export function readGiftAnswers(hidden: string, format: TextFormat): GiftAnswers {
  const [body, general] = cut(hidden, GENERAL_FEEDBACK);
  return { ...readBody(body.trim(), format), general };
}

function readBody(body: string, format: TextFormat): ReadBody {
  const none = { answers: [], pairs: [], hasFeedback: false };
  if (body === "") return { ...none, kind: "essay" };
  const [first, ...feedback] = body.split("#");
  const truth = TRUTHS.get(first!.trim());
  if (truth !== undefined) {
    const answers = [answer(plain("True"), truth ? 100 : 0), answer(plain("False"), truth ? 0 : 100)];
    return { ...none, kind: "trueFalse", answers, hasFeedback: feedback.some((text) => text.trim() !== "") };
  }
  if (body.startsWith("#")) return readNumbers(body.slice(1));
  if (body.includes("~")) return readChoices(body, format);
  if (!body.includes("=")) throw new GiftError("noOptions", body);
  return body.includes("->") ? readPairs(body, format) : readShortAnswers(body);
}

interface Piece {
  /** `=`, `~`, or empty before the first sign. */
  readonly sign: string;
  /** Null: not given. */
  readonly percent: number | null;
  readonly text: string;
  readonly hasFeedback: boolean;
}

/** Splits at `=` and `~`. */
function piecesOf(body: string): Piece[] {
  return body
    .split(/(?=[=~])/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const sign = /^[=~]/.test(part) ? part[0]! : "";
      const rest = part.slice(sign.length).trim();
      const weight = WEIGHT.exec(rest);
      const [text, feedback] = cut(weight ? rest.slice(weight[0].length) : rest, "#");
      const percent = weight ? Math.max(-100, Math.min(100, Number(weight[1]))) : null;
      return { sign, percent, text: text.trim(), hasFeedback: feedback.trim() !== "" };
    });
}

const someFeedback = (pieces: readonly Piece[]) => pieces.some(({ hasFeedback }) => hasFeedback);

function readChoices(body: string, format: TextFormat): ReadBody {
  const pieces = piecesOf(body).filter(({ sign }) => sign !== "");
  const answers = pieces.map(({ sign, percent, text }) =>
    answer(readGiftText(text, format), percent ?? (sign === "=" ? 100 : 0)),
  );
  const kind = pieces.some(({ sign }) => sign === "=") ? "single" : "multiple";
  return { kind, answers, pairs: [], hasFeedback: someFeedback(pieces) };
}

function readShortAnswers(body: string): ReadBody {
  const pieces = piecesOf(body).filter(({ sign }) => sign !== "");
  const answers = pieces.map(({ percent, text }) => answer(plain(showEscapes(text)), percent ?? 100));
  return { kind: "shortAnswer", answers, pairs: [], hasFeedback: someFeedback(pieces) };
}

function readPairs(body: string, format: TextFormat): ReadBody {
  const pieces = piecesOf(body).filter(({ sign }) => sign !== "");
  const pairs = pieces.map(({ text }) => {
    const [left, right] = cut(text, "->");
    if (right.trim() === "") throw new GiftError("noPairs", text);
    return { left: readGiftText(left, format), right: plain(showEscapes(right).trim()) };
  });
  return { kind: "matching", answers: [], pairs, hasFeedback: someFeedback(pieces) };
}

/** `value`, `value:tolerance` or `min..max`; text after `~` is feedback for all other numbers. */
function readNumbers(body: string): ReadBody {
  const pieces = piecesOf(body);
  const answers = pieces
    .filter(({ sign, text }) => sign !== "~" && text !== "*")
    .map(({ percent, text }) => {
      const number = readNumber(showEscapes(text).trim());
      if (number === null) throw new GiftError("notANumber", text);
      return { ...answer(plain(showEscapes(text)), percent ?? 100), ...number };
    });
  if (answers.length === 0) throw new GiftError("noOptions");
  return { kind: "numerical", answers, pairs: [], hasFeedback: someFeedback(pieces) };
}

function readNumber(text: string): { value: number; tolerance: number } | null {
  const [, from, to] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined)
    return {
      value: rounded((Number(from) + Number(to)) / 2),
      tolerance: rounded(Math.abs(Number(to) - Number(from)) / 2),
    };
  const [, value, tolerance] = WITH_TOLERANCE.exec(text) ?? [];
  return value === undefined ? null : { value: Number(value), tolerance: Math.abs(Number(tolerance ?? 0)) };
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** @returns the text before and after the first occurrence of a sign. */
function cut(text: string, sign: string): [before: string, after: string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + sign.length)];
}
