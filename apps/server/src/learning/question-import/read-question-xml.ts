/**
 * Reads XML with questions: without document types, and only with numeric entities, the five of XML, and some HTML
 * entities that exports contain although XML does not define them. CDATA is kept unchanged, since it contains the HTML
 * of questions.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { NAMED_CHARACTERS } from "@parfocal/core/question-import/plain-from-markup.ts";
import { isElement, type XmlNode } from "@parfocal/core/question-import/xml-node.ts";
import { XMLParser, XMLValidator } from "fast-xml-parser";

/**
 * Limit that allows parsing within half a second; the time depends on elements and attributes more than on length. A
 * question has about 80.
 */
const MAX_MARKS = 80_000;
/** This number of character references takes as long as one element. */
const REFERENCES_IN_A_MARK = 8;
const MAX_DEPTH = 32;

const ATTRIBUTES = ":@";
const TEXT = "#text";
const CDATA = "#cdata";
const META = XMLParser.getMetaDataSymbol() as unknown as symbol;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  cdataPropName: CDATA,
  removeNSPrefix: true,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
});

type ParsedNode = Readonly<Record<string | symbol, unknown>>;

/** @throws AppError `invalid` if it is not XML, or cannot be parsed in limited time. */
export function readQuestionXml(file: string): XmlNode {
  const xml = file.replace(/^\uFEFF/, "").trimStart();
  const firstLine = 1 + countBreaks(file, 0, file.length - xml.length);
  assertMarks(countMarks(xml));
  if (/<!(DOCTYPE|ENTITY)/i.test(xml.replace(/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, "")))
    throw invalidXml("An XML file with a document type cannot be imported. Remove the DOCTYPE.");
  const verdict = XMLValidator.validate(xml);
  if (verdict !== true) throw damagedXml(verdict.err.line + firstLine - 1);
  const lineAt = lineCounter(xml, firstLine);
  let parsed: unknown;
  try {
    parsed = parser.parse(xml);
  } catch (cause) {
    throw invalidXml("The XML file cannot be read. Export it again, or check it in an XML editor.", cause);
  }
  const [root] = elementsIn(parsed, 0, lineAt);
  if (root === undefined) throw damagedXml(firstLine);
  return root;
}

/** Counts the parts that determine the parsing time. */
export const countMarks = (xml: string): number =>
  (xml.match(/[<=]/g)?.length ?? 0) + (xml.match(/&/g)?.length ?? 0) / REFERENCES_IN_A_MARK;

/** @throws AppError `invalid` if there are too many to be parsed in limited time. */
export function assertMarks(marks: number): void {
  if (marks > MAX_MARKS) throw invalidXml("The XML file has too many elements. Split it into several files.");
}

const damagedXml = (line: number) =>
  invalidXml(`The XML file is damaged in line ${line}. Export it again, or correct that line.`);

const invalidXml = (message: string, cause?: unknown) => new AppError("invalid", message, { codes: ["text"], cause });

/** Call with ascending positions. */
function lineCounter(xml: string, firstLine: number): (place: number) => number {
  let line = firstLine;
  let counted = 0;
  return (place) => {
    if (place > counted) {
      line += countBreaks(xml, counted, place);
      counted = place;
    }
    return line;
  };
}

function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

type Contents = XmlNode["contents"][number];

function elementsIn(parsed: unknown, depth: number, lineAt: (place: number) => number): XmlNode[] {
  return contentsIn(parsed, depth, lineAt).filter(isElement);
}

function contentsIn(parsed: unknown, depth: number, lineAt: (place: number) => number): Contents[] {
  if (depth > MAX_DEPTH) throw invalidXml("The elements of the XML file are nested too deeply.");
  const nodes = (Array.isArray(parsed) ? parsed : []) as ParsedNode[];
  return nodes.flatMap((node): Contents[] => {
    if (TEXT in node) return [decodeEntities(String(node[TEXT]))];
    if (CDATA in node) return [{ cdata: textOfCdata(node[CDATA]) }];
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
    if (name === undefined) return [];
    const line = lineAt((node[META] as { startIndex?: number } | undefined)?.startIndex ?? 0);
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, unknown>);
    const contents = contentsIn(node[name], depth + 1, lineAt);
    return [
      {
        name,
        attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(String(value))])),
        contents,
        elements: contents.filter(isElement),
        text: contents.map(textOfContent).join(""),
        line,
      },
    ];
  });
}

const textOfContent = (content: Contents): string =>
  typeof content === "string" ? content : "cdata" in content ? content.cdata : "";

const textOfCdata = (parts: unknown): string =>
  (Array.isArray(parts) ? (parts as ParsedNode[]) : []).map((part) => String(part[TEXT] ?? "")).join("");

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED_CHARACTERS, name) ? NAMED_CHARACTERS[name]! : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
