/**
 * Reads the XML that scanners use to describe their slides, in document order. No document types, no entities except
 * the five predefined ones and character references, and limited in size (`xml-limits.ts`).
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { SlideFileError } from "../slide-source.ts";
import { assertFewMarks, assertXmlLength } from "./xml-limits.ts";

export interface XmlElement {
  /** Without the namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
}

const MAX_DEPTH = 32;

const ATTRIBUTES = ":@";
const TEXT = "#text";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Predefined entities. Source: XML 1.0, section 4.6. */
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

type ParsedNode = Readonly<Record<string, unknown>>;

/** @throws SlideFileError `damaged` or `tooLarge` if the XML cannot be read. */
export function readXml(xml: string): XmlElement {
  assertXmlLength(xml);
  assertFewMarks(xml);
  // A document type can define entities that expand without limit; scanners write none.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw damagedXml("a document type");
  try {
    const text = xml.trim();
    const verdict = XMLValidator.validate(text);
    if (verdict !== true) throw new Error(verdict.err.msg);
    const [root] = elementsIn(parser.parse(text), 0);
    if (root === undefined) throw new Error("no element");
    return root;
  } catch (cause) {
    throw cause instanceof SlideFileError ? cause : damagedXml(cause);
  }
}

export function damagedXml(cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", "This file is damaged: its image description cannot be read.", {
    cause,
  });
}

/** Child elements with this name, in order. */
export function elementsOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.elements ?? []).filter((child) => child.name === name);
}

/** The first element at a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => elementsOf(at, name)[0], element);
}

/** Text of the first element at a path of names; empty if there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string {
  return elementAt(element, ...path)?.text ?? "";
}

/** Value of an attribute, trimmed; empty if there is none. */
export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element !== undefined && Object.hasOwn(element.attributes, name) ? element.attributes[name]!.trim() : "";
}

/** Value of an attribute as an integer of either sign; null if it is not an integer. */
export function wholeAttribute(element: XmlElement | undefined, name: string): number | null {
  const text = attributeOf(element, name);
  const value = Number(text);
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(value) ? value : null;
}

function elementsIn(parsed: unknown, depth: number): XmlElement[] {
  if (depth > MAX_DEPTH) throw damagedXml("too deep");
  const nodes = (Array.isArray(parsed) ? parsed : []) as ParsedNode[];
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT);
    if (name === undefined) return [];
    const children = node[name];
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, unknown>);
    return {
      name,
      attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(String(value))])),
      elements: elementsIn(children, depth + 1),
      text: decodeEntities(textIn(children)).trim(),
    };
  });
}

function textIn(children: unknown): string {
  const nodes = (Array.isArray(children) ? children : []) as ParsedNode[];
  return nodes.map((node) => (TEXT in node ? String(node[TEXT]) : "")).join("");
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
