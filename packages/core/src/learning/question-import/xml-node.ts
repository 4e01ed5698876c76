/** An element of an XML file, as the server reads it. */
export interface XmlNode {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlNode[];
  /** Its own text, CDATA included; not trimmed. */
  readonly text: string;
  /** In the file, from 1. */
  readonly line: number;
}

export const children = (node: XmlNode, name: string): XmlNode[] =>
  node.elements.filter((element) => element.name === name);

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.elements.find((element) => element.name === name);

/** Of the `text` in it, or its own: short files of Moodle leave `text` out. Empty if there is none. */
export const textOf = (node: XmlNode | undefined): string => child(node, "text")?.text ?? node?.text ?? "";
