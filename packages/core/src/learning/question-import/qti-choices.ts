/** Answers of QTI interactions with choices or text entry. */
import { qtiMarkup } from "./qti-markup.ts";
import type { QtiResponse } from "./qti-response.ts";
import { answer, type LostPart, plain, type SourceAnswer, type SourceKind } from "./source-question.ts";
import { descendants, type XmlNode } from "./xml-node.ts";

interface QtiAnswers {
  readonly kind: SourceKind;
  readonly answers: readonly SourceAnswer[];
  readonly lost: readonly LostPart[];
}

const FULL_PERCENT = 100;

/** @param choiceName name of the choice elements. */
export function readQtiChoices(interaction: XmlNode, choiceName: string, response: QtiResponse | null): QtiAnswers {
  const choices = descendants(interaction, new Set([choiceName])).map((node) => ({
    id: node.attributes.identifier ?? "",
    ...qtiMarkup([node]),
  }));
  const isOneChosen = interaction.attributes.maxChoices === "1" && (response?.correct.length ?? 0) <= 1;
  const isSingle = isOneChosen || (response?.isSingle ?? false);
  const percents = isSingle ? singlePercents(response) : multiplePercents(choices, response);
  return {
    kind: isSingle ? "single" : "multiple",
    answers: choices.map(({ id, text }) => answer(text, percents(id))),
    lost: choices.flatMap(({ lost }) => lost),
  };
}

type Percents = (id: string) => number;

/** Correct values, and the highest number of points for one of them. */
function rightOf({ correct, mapped }: QtiResponse): { right: ReadonlySet<string>; most: number } {
  const most = Math.max(0, ...mapped.values());
  const best = [...mapped].flatMap(([id, points]) => (points === most && most > 0 ? id : []));
  return { right: new Set(correct.length > 0 ? correct : best), most };
}

function singlePercents(response: QtiResponse | null): Percents {
  if (!response) return () => 0;
  const { right, most } = rightOf(response);
  return (id) => {
    if (right.has(id)) return FULL_PERCENT;
    return most > 0 ? ((response.mapped.get(id) ?? 0) / most) * FULL_PERCENT : 0;
  };
}

function multiplePercents(choices: readonly { readonly id: string }[], response: QtiResponse | null): Percents {
  if (!response) return () => 0;
  const { correct, mapped, otherwise } = response;
  const named = new Set(correct);
  const isRight = (id: string) => (named.size > 0 ? named.has(id) : (mapped.get(id) ?? 0) > 0);
  const rightIds = choices.flatMap(({ id }) => (isRight(id) ? id : []));
  const sum = rightIds.reduce((total, id) => total + Math.max(0, mapped.get(id) ?? 0), 0);
  return (id) => {
    const points = mapped.get(id) ?? otherwise;
    if (isRight(id))
      return mapped.size > 0 && points > 0 ? (points / sum) * FULL_PERCENT : FULL_PERCENT / rightIds.length;
    if (mapped.size > 0 && sum > 0) return Math.min(0, (points / sum) * FULL_PERCENT);
    return -FULL_PERCENT / (choices.length - rightIds.length);
  };
}

/** @param tolerance of numeric answers, in their unit; null: none. */
export function readQtiTexts(response: QtiResponse | null, tolerance: number | null): QtiAnswers {
  const essay: QtiAnswers = { kind: "essay", answers: [], lost: [] };
  if (!response) return essay;
  const { right, most } = rightOf(response);
  const values = [...new Set([...right, ...response.mapped.keys()])].filter((text) => text !== "");
  if (values.length === 0) return essay;
  const isNumeric =
    ["float", "integer"].includes(response.baseType) && values.every((text) => Number.isFinite(Number(text)));
  const answers = values.map((text) => {
    const percent =
      right.has(text) || most <= 0 ? FULL_PERCENT : ((response.mapped.get(text) ?? 0) / most) * FULL_PERCENT;
    // A star is a wildcard in Moodle answers, but a literal star in QTI.
    if (!isNumeric) return answer(plain(text.replaceAll("*", "\\*")), percent);
    return { ...answer(plain(text), percent), value: Number(text), tolerance: tolerance ?? 0 };
  });
  const hasCase = !isNumeric && values.some((text) => text.toLowerCase() !== text.toUpperCase());
  return {
    kind: isNumeric ? "numerical" : "shortAnswer",
    answers,
    lost: hasCase && response.isCaseSensitive ? ["letterCase"] : [],
  };
}
