import type { SourceText, TextFormat } from "./source-question.ts";
import { textOf, type XmlNode } from "./xml-node.ts";

const FORMATS: Readonly<Record<string, TextFormat>> = { plain_text: "plain", markdown: "markdown" };

/**
 * The text of an element of Moodle XML. Moodle's own format, `moodle_auto_format`, is HTML in which line breaks count.
 *
 * @param inherited format, if the element names none.
 */
export function formattedText(node: XmlNode | undefined, inherited = "html"): SourceText {
  const named = node?.attributes.format ?? inherited;
  const text = textOf(node).trim();
  if (named === "moodle_auto_format") return { text: text.replace(/\r?\n/g, "<br>"), format: "html" };
  return { text, format: Object.hasOwn(FORMATS, named) ? FORMATS[named]! : "html" };
}
