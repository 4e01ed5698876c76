/** Answers and pairs of a Moodle XML question. */
import { formattedText } from "./moodle-text.ts";
import { plain, type SourceAnswer, type SourceKind, type SourcePair } from "./source-question.ts";
import { child, children, textOf, type XmlNode } from "./xml-node.ts";

interface MoodleAnswers {
  readonly answers: readonly SourceAnswer[];
  readonly pairs: readonly SourcePair[];
}

/** Answers of these types are plain text, independent of their format attribute. */
const PLAIN_ANSWERS: ReadonlySet<SourceKind> = new Set(["shortAnswer", "numerical"]);
const TRUTHS: Readonly<Record<string, string>> = { true: "True", false: "False" };

export function readMoodleAnswers(node: XmlNode, kind: SourceKind): MoodleAnswers {
  if (kind === "essay" || kind === "description") return { answers: [], pairs: [] };
  const questionFormat = child(node, "questiontext")?.attributes.format;
  const pairs = children(node, "subquestion").map((pair) => ({
    left: formattedText(pair, questionFormat),
    right: plain(textOf(child(pair, "answer")).trim()),
  }));
  return { answers: children(node, "answer").map((one) => answerOf(one, kind, questionFormat)), pairs };
}

function answerOf(node: XmlNode, kind: SourceKind, questionFormat: string | undefined): SourceAnswer {
  const written = textOf(node).trim();
  const percent = Number(node.attributes.fraction ?? 0);
  const isNumber = kind === "numerical" && written !== "" && Number.isFinite(Number(written));
  const tolerance = Number(child(node, "tolerance")?.text || 0);
  return {
    text:
      PLAIN_ANSWERS.has(kind) || kind === "trueFalse"
        ? plain(truthOf(written, kind))
        : formattedText(node, questionFormat),
    percent: Number.isFinite(percent) ? percent : 0,
    value: isNumber ? Number(written) : null,
    tolerance: isNumber && Number.isFinite(tolerance) ? Math.abs(tolerance) : null,
  };
}

const truthOf = (written: string, kind: SourceKind): string =>
  kind === "trueFalse" ? (TRUTHS[written.toLowerCase()] ?? written) : written;
