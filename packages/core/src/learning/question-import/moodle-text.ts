import type { SourceImage, SourceText, TextFormat } from "./source-question.ts";
import { children, textOf, type XmlNode } from "./xml-node.ts";

const FORMATS: Readonly<Record<string, TextFormat>> = { plain_text: "plain", markdown: "markdown" };

/** Placeholder for the URL of an embedded file. */
const FILE_ADDRESS = "@@PLUGINFILE@@";

/**
 * Text of a Moodle XML element. Moodle's own format, `moodle_auto_format`, is HTML in which line breaks are
 * significant.
 *
 * @param inherited format if the element has none.
 */
export function formattedText(node: XmlNode | undefined, inherited = "html"): SourceText {
  const named = node?.attributes.format ?? inherited;
  const text = textOf(node).trim();
  const files = filesOf(node);
  if (named === "moodle_auto_format") return { text: text.replace(/\r?\n/g, "<br>"), format: "html", files };
  return { text, format: Object.hasOwn(FORMATS, named) ? FORMATS[named]! : "html", files };
}

/** Embedded files by the URL in the text, before URL encoding (`fileAt`). */
function filesOf(node: XmlNode | undefined): ReadonlyMap<string, SourceImage> | undefined {
  const files = children(node, "file");
  if (files.length === 0) return undefined;
  return new Map(
    files.flatMap((file): [string, SourceImage][] => {
      const { name = "", path = "/", encoding = "base64" } = file.attributes;
      if (name === "" || encoding !== "base64") return [];
      const folders = path.split("/").filter((folder) => folder !== "");
      return [[[FILE_ADDRESS, ...folders, name].join("/"), { name, base64: file.text }]];
    }),
  );
}
