/** Text for XML elements and attributes. */
import { RICH_TEXT_ELEMENTS } from "../../content/rich-text/rich-text-allowlist.ts";
import { escaped } from "../question-import/plain-from-markup.ts";

/** Source: XML 1.0, section 2.2. */
const NOT_IN_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes characters that XML does not allow. */
export const xmlText = (text: string): string => escaped(text.replace(/\r\n?/g, "\n").replace(NOT_IN_XML, ""));

const VOID_ELEMENTS: ReadonlySet<string> = new Set(["br", "hr"]);
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])([^<>]*)>/g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:\s*=\s*"([^"]*)")?/g;
const REFERENCE = /&(?:amp|lt|gt|quot|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const BLOCK = /^(?:p|div|h[1-6]|ul|ol|table|blockquote|pre|hr|figure)$/;

interface Xhtml {
  readonly xhtml: string;
  /** Whether the text consists of block elements (paragraphs, lists …) only. */
  readonly isBlocks: boolean;
}

/**
 * Sanitized HTML as well-formed XML: every element is closed.
 *
 * @param imageAt path of an image by its URL; null: the image is omitted.
 */
export function xhtmlOf(html: string, imageAt: (address: string) => string | null = () => null): Xhtml {
  const open: string[] = [];
  let xhtml = "";
  let isBlocks = true;
  let done = 0;
  const text = (words: string) => {
    if (open.length === 0 && words.trim() !== "") isBlocks = false;
    xhtml += escapeExceptReferences(words);
  };
  for (const match of html.matchAll(TAG)) {
    const [tag, slash, written = "", attributes = ""] = match;
    text(html.slice(done, match.index));
    done = match.index + tag.length;
    const name = written.toLowerCase();
    if (name === "img") {
      const image = imageXhtml(attributes, imageAt);
      if (image !== "" && open.length === 0) isBlocks = false;
      xhtml += image;
      continue;
    }
    if (!Object.hasOwn(RICH_TEXT_ELEMENTS, name)) continue;
    if (open.length === 0 && !BLOCK.test(name)) isBlocks = false;
    if (VOID_ELEMENTS.has(name)) xhtml += `<${name}/>`;
    else if (slash === "") {
      open.push(name);
      xhtml += `<${name}${attributesOf(attributes)}>`;
    } else if (open.includes(name)) xhtml += closed(open, name);
  }
  text(html.slice(done));
  return { xhtml: xhtml + closed(open, null), isBlocks };
}

/** Empty: the image is omitted. */
function imageXhtml(attributes: string, imageAt: (address: string) => string | null): string {
  const src = imageAt(/(?:^|\s)src="([^"]*)"/.exec(attributes)?.[1] ?? "");
  if (src === null) return "";
  const others = attributes.replace(/(?:^|\s)src="[^"]*"/, "");
  return `<img src="${xmlText(src)}"${attributesOf(others)}/>`;
}

/** @param until null: all open elements. */
function closed(open: string[], until: string | null): string {
  let tags = "";
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    tags += `</${name}>`;
    if (name === until) break;
  }
  return tags;
}

const attributesOf = (written: string): string =>
  [...written.matchAll(ATTRIBUTE)]
    .map(([, name, value = ""]) => ` ${name}="${escapeExceptReferences(value)}"`)
    .join("");

/** Escapes a text but keeps XML character references. */
function escapeExceptReferences(text: string): string {
  let written = "";
  let done = 0;
  for (const match of text.matchAll(REFERENCE)) {
    written += xmlText(text.slice(done, match.index)) + match[0];
    done = match.index + match[0].length;
  }
  return written + xmlText(text.slice(done));
}
