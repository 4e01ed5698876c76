/** A CDATA section; some formats put HTML in it. */
export interface XmlCdata {
  readonly cdata: string;
}

/** An element of an XML file, as the server reads it. */
export interface XmlNode {
  /** Without namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlNode[];
  /** Its own text, CDATA included; not trimmed. */
  readonly text: string;
  /** Child elements and texts in order. */
  readonly contents: readonly (string | XmlCdata | XmlNode)[];
  /** Line in the file, from 1. */
  readonly line: number;
}

export const isElement = (content: string | XmlCdata | XmlNode): content is XmlNode =>
  typeof content !== "string" && "name" in content;

export const children = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.elements.filter((element) => element.name === name) ?? [];

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.elements.find((element) => element.name === name);

/** Text of its `text` child, or its own text if there is none (abbreviated Moodle files). Empty if it has no text. */
export const textOf = (node: XmlNode | undefined): string => child(node, "text")?.text ?? node?.text ?? "";

/** Elements with one of these names at any depth, in document order; matches are not searched further. */
export function descendants(node: XmlNode, names: ReadonlySet<string>): XmlNode[] {
  return node.elements.flatMap((element) => (names.has(element.name) ? [element] : descendants(element, names)));
}
