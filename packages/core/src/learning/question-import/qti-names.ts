import { isElement, type XmlNode } from "./xml-node.ts";

const PREFIX = "qti-";

/** Converts QTI 3 names to QTI 2: `qti-choice-interaction` to `choiceInteraction`, `max-choices` to `maxChoices`. */
export function withNamesOfQti2(node: XmlNode): XmlNode {
  const contents = node.contents.map((content) => (isElement(content) ? withNamesOfQti2(content) : content));
  const isOfQti = node.name.startsWith(PREFIX);
  return {
    ...node,
    name: isOfQti ? camelCase(node.name.slice(PREFIX.length)) : node.name,
    attributes: isOfQti
      ? Object.fromEntries(Object.entries(node.attributes).map(([name, value]) => [camelCase(name), value]))
      : node.attributes,
    contents,
    elements: contents.filter(isElement),
  };
}

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
