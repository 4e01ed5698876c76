/** A text that the file has marked as not being XML; formats write HTML in it. */
export interface XmlCdata {
  readonly cdata: string;
}

/** An element of an XML file, as the server reads it. */
export interface XmlNode {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlNode[];
  /** Its own text, CDATA included; not trimmed. */
  readonly text: string;
  /** Its elements and texts in their order. */
  readonly contents: readonly (string | XmlCdata | XmlNode)[];
  /** In the file, from 1. */
  readonly line: number;
}

export const isElement = (content: string | XmlCdata | XmlNode): content is XmlNode =>
  typeof content !== "string" && "name" in content;

export const children = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.elements.filter((element) => element.name === name) ?? [];

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.elements.find((element) => element.name === name);

/** Of the `text` in it, or its own: short files of Moodle leave `text` out. Empty if there is none. */
export const textOf = (node: XmlNode | undefined): string => child(node, "text")?.text ?? node?.text ?? "";

/** Of these names, at any depth, in the order of the file; what is inside of one is not searched. */
export function descendants(node: XmlNode, names: ReadonlySet<string>): XmlNode[] {
  return node.elements.flatMap((element) => (names.has(element.name) ? [element] : descendants(element, names)));
}
