/**
 * Reads questions from a parsed Moodle XML file.
 *
 * Source: docs.moodle.org, "Moodle XML format".
 */
import { readMoodleAnswers } from "./moodle-answers.ts";
import { formattedText } from "./moodle-text.ts";
import { fileAt, imageAddresses } from "./source-images.ts";
import type {
  LostPart,
  SourceCategory,
  SourceFailure,
  SourceFile,
  SourceKind,
  SourceQuestion,
} from "./source-question.ts";
import { child, children, textOf, type XmlNode } from "./xml-node.ts";

const KINDS: Readonly<Record<string, SourceKind>> = {
  truefalse: "trueFalse",
  shortanswer: "shortAnswer",
  numerical: "numerical",
  matching: "matching",
  essay: "essay",
  description: "description",
};
/** Elements whose images are imported. */
const WITH_IMAGES: ReadonlySet<string> = new Set(["questiontext", "generalfeedback"]);
const FEEDBACK = ["correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"];

/** @returns null if the root element is not that of Moodle XML. */
export function readMoodleXml(root: XmlNode): SourceFile | null {
  if (root.name !== "quiz") return null;
  const questions: SourceQuestion[] = [];
  const failures: SourceFailure[] = [];
  const categories: SourceCategory[] = [];
  for (const node of children(root, "question")) {
    const { line } = node;
    const type = node.attributes.type ?? "";
    const kind = kindOf(node, type);
    const name = textOf(child(node, "name")).trim();
    if (type === "category") categories.push({ line, name: textOf(child(node, "category")).trim() });
    else if (kind === null) failures.push({ line, name, problem: "unknownType", detail: type });
    else questions.push(questionOf(node, kind, name));
  }
  return { questions, failures, categories };
}

function kindOf(node: XmlNode, type: string): SourceKind | null {
  if (type === "multichoice") return isTrue(child(node, "single")?.text ?? "true") ? "single" : "multiple";
  return Object.hasOwn(KINDS, type) ? KINDS[type]! : null;
}

const isTrue = (text: string): boolean => ["true", "1"].includes(text.trim().toLowerCase());

function questionOf(node: XmlNode, kind: SourceKind, name: string): SourceQuestion {
  const grade = child(node, "defaultgrade")?.text.trim() ?? "";
  return {
    kind,
    line: node.line,
    name,
    text: formattedText(child(node, "questiontext")),
    explanation: formattedText(child(node, "generalfeedback")),
    ...readMoodleAnswers(node, kind),
    score: grade === "" || !Number.isFinite(Number(grade)) ? null : Number(grade),
    lost: lostParts(node),
  };
}

/** Whether it has embedded files other than images of its text. */
function hasOtherFiles(node: XmlNode): boolean {
  const { text, files } = formattedText(node);
  const shown = new Set(imageAddresses(text).flatMap((address) => fileAt(files, address)?.name ?? []));
  return children(node, "file").some(({ attributes }) => !shown.has(attributes.name ?? ""));
}

function lostParts(node: XmlNode): LostPart[] {
  const answers = children(node, "answer");
  const feedback = [
    ...FEEDBACK.map((name) => child(node, name)),
    ...answers.map((answer) => child(answer, "feedback")),
  ];
  const hasFiles = [node, ...node.elements, ...answers.flatMap(({ elements }) => elements)].some((element) =>
    WITH_IMAGES.has(element.name) ? hasOtherFiles(element) : child(element, "file") !== undefined,
  );
  const parts: [LostPart, boolean][] = [
    ["feedback", feedback.some((one) => textOf(one).trim() !== "")],
    ["hints", children(node, "hint").some((hint) => textOf(hint).trim() !== "")],
    ["files", hasFiles],
    ["units", (child(node, "units")?.elements.length ?? 0) > 0],
    ["letterCase", isTrue(child(node, "usecase")?.text ?? "")],
  ];
  return parts.flatMap(([part, isLost]) => (isLost ? part : []));
}
