/**
 * Reads questions from a parsed QTI 2.1, 2.2 or 3.0 file.
 *
 * Source: 1EdTech, "Question and Test Interoperability (QTI): ASI Information Model", versions 2.2 and 3.0.
 */
import { readQtiChoices, readQtiTexts } from "./qti-choices.ts";
import { isForLearners, qtiMarkup } from "./qti-markup.ts";
import { withNamesOfQti2 } from "./qti-names.ts";
import { readQtiPairs } from "./qti-pairs.ts";
import { absoluteTolerance, isAllOrNothing, readQtiResponse } from "./qti-response.ts";
import {
  type LostPart,
  plain,
  type SourceFailure,
  type SourceFile,
  type SourceKind,
  type SourceProblem,
  type SourceQuestion,
  type SourceText,
} from "./source-question.ts";
import { child, children, descendants, type XmlNode } from "./xml-node.ts";

const ITEM = "assessmentItem";
/** Choice element of each interaction. */
const CHOICES: Readonly<Record<string, string>> = {
  choiceInteraction: "simpleChoice",
  inlineChoiceInteraction: "inlineChoice",
  hottextInteraction: "hottext",
};
const TEXTS: ReadonlySet<string> = new Set(["textEntryInteraction", "extendedTextInteraction", "sliderInteraction"]);
const PAIRS: ReadonlySet<string> = new Set(["matchInteraction", "associateInteraction", "gapMatchInteraction"]);
/** Their answers are positions on an image that is not a slide of this product. */
const AREAS: ReadonlySet<string> = new Set([
  "hotspotInteraction",
  "selectPointInteraction",
  "graphicOrderInteraction",
  "graphicAssociateInteraction",
  "graphicGapMatchInteraction",
  "positionObjectInteraction",
]);

/** @returns null if it contains no QTI item. */
export function readQti(root: XmlNode): SourceFile | null {
  const named = root.name.startsWith("qti-") ? withNamesOfQti2(root) : root;
  const items = named.name === ITEM ? [named] : descendants(named, new Set([ITEM]));
  if (items.length === 0) return null;
  const read = items.map(readItem);
  return {
    questions: read.flatMap((one) => ("kind" in one ? one : [])),
    failures: read.flatMap((one) => ("problem" in one ? one : [])),
    categories: [],
  };
}

function readItem(item: XmlNode): SourceQuestion | SourceFailure {
  const { line } = item;
  const name = (item.attributes.title ?? "").trim();
  const fail = (problem: SourceProblem, detail = ""): SourceFailure => ({ line, name, problem, detail });
  if (child(item, "templateDeclaration")) return fail("computedValues");
  if (item.attributes.adaptive === "true") return fail("severalSteps");
  const body = child(item, "itemBody");
  const interactions = body ? interactionsIn(body) : [];
  const [interaction] = interactions;
  if (interactions.length > 1)
    return fail("severalInteractions", [...new Set(interactions.map((one) => one.name))].join(", "));
  const key = interaction ? keyOf(item, interaction) : { ...NO_KEY, kind: "description" as const };
  if (typeof key === "string") return fail(key, interaction?.name);
  const text = qtiMarkup(body ? [body] : [], { hasImages: true });
  const explained = explanationOf(item);
  const lost: LostPart[] = [...text.lost, ...key.lost, ...explained.lost];
  if (child(item, "assessmentStimulusRef")) lost.push("stimulus");
  return {
    ...key,
    line,
    name,
    text: text.text,
    explanation: explained.text,
    score: scoreOf(item),
    lost: [...new Set(lost)],
  };
}

/** Interactions are never nested. */
function interactionsIn(node: XmlNode): XmlNode[] {
  return node.elements.flatMap((element) => (element.name.endsWith("Interaction") ? element : interactionsIn(element)));
}

type Key = Pick<SourceQuestion, "kind" | "answers" | "pairs" | "lost">;

const NO_KEY = { answers: [], pairs: [], lost: [] } as const;

function keyOf(item: XmlNode, interaction: XmlNode): Key | SourceProblem {
  const { name, attributes } = interaction;
  const response = readQtiResponse(item, attributes.responseIdentifier ?? "RESPONSE");
  if (AREAS.has(name)) return "areas";
  if (TEXTS.has(name)) return { ...NO_KEY, ...readQtiTexts(response, absoluteTolerance(item)) };
  if (PAIRS.has(name)) {
    const read = readQtiPairs(interaction, response);
    return read === null ? "severalPartners" : { ...NO_KEY, ...withScoring(item, { kind: "matching", ...read }) };
  }
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined;
  if (choice === undefined) return "unknownType";
  return { ...NO_KEY, ...withScoring(item, readQtiChoices(interaction, choice, response)) };
}

function withScoring<Part extends { readonly kind: SourceKind; readonly lost: readonly LostPart[] }>(
  item: XmlNode,
  key: Part,
): Part {
  if (key.kind === "single" || !isAllOrNothing(item)) return key;
  return { ...key, lost: [...key.lost, "allOrNothing"] };
}

/** Identifiers of feedback that applies to every answer. */
const GENERAL_FEEDBACK = /general|solution|explan|rationale|^(?:feedback_?)?correct|^right/i;

interface Explanation {
  readonly text: SourceText;
  readonly lost: readonly LostPart[];
}

/** General feedback, and notes for scorers. */
function explanationOf(item: XmlNode): Explanation {
  const feedback = children(item, "modalFeedback");
  const general = feedback.find(({ attributes }) => GENERAL_FEEDBACK.test(attributes.identifier ?? ""));
  const taken = feedback.length === 1 ? feedback[0] : general;
  const notes = rubricsIn(child(item, "itemBody")).concat(rubricsIn(item, false));
  const parts = [...(taken ? [taken] : []), ...notes].map((node) => qtiMarkup([node], { hasImages: true }));
  const html = parts.map(({ text }) => text.text).filter((text) => text !== "");
  return {
    text: html.length === 0 ? plain("") : { text: html.join("<br>"), format: "html" },
    lost: [
      ...parts.flatMap(({ lost }) => lost),
      ...(feedback.some((one) => one !== taken) ? (["feedback"] as const) : []),
      ...(notes.length > 0 ? (["markerNotes"] as const) : []),
    ],
  };
}

function rubricsIn(node: XmlNode | undefined, isDeep = true): XmlNode[] {
  const found = !node ? [] : isDeep ? descendants(node, new Set(["rubricBlock"])) : children(node, "rubricBlock");
  return found.filter((rubric) => !isForLearners(rubric));
}

/** Points; null: not given. */
function scoreOf(item: XmlNode): number | null {
  const outcomes = children(item, "outcomeDeclaration");
  const named = (identifier: string) => outcomes.find(({ attributes }) => attributes.identifier === identifier);
  const written =
    child(child(named("MAXSCORE"), "defaultValue"), "value")?.text ?? named("SCORE")?.attributes.normalMaximum ?? "";
  const score = Number(written);
  return written.trim() === "" || !Number.isFinite(score) ? null : score;
}
