/** Converts the contents of QTI elements to HTML, and lists what is lost. */
import { RICH_TEXT_ELEMENTS } from "../../content/rich-text/rich-text-allowlist.ts";
import { escaped } from "./plain-from-markup.ts";
import type { LostPart, SourceText } from "./source-question.ts";
import { isElement, type XmlCdata, type XmlNode } from "./xml-node.ts";

/** Replaces a text entry in the middle of a text. */
const BLANK = "_____";

const VOID_ELEMENTS: ReadonlySet<string> = new Set(["br", "hr", "img"]);
/** Elements that are not part of any text. */
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "stylesheet",
  "catalogInfo",
  "companionMaterialsInfo",
  "param",
]);
const FILES: ReadonlySet<string> = new Set(["img", "object", "picture", "audio", "video", "mediaInteraction", "svg"]);
const FEEDBACK: ReadonlySet<string> = new Set(["feedbackInline", "feedbackBlock"]);
/** Elements whose text belongs to the key or the options. */
const CHOICES: ReadonlySet<string> = new Set([
  "simpleChoice",
  "inlineChoice",
  "simpleMatchSet",
  "simpleAssociableChoice",
  "gapText",
  "gapImg",
  "hotspotChoice",
  "associableHotspot",
]);
/** Objects of other types are replaced by their contents. */
const OBJECT_IMAGE = /^image\/(?:png|jpe?g|gif|webp)$/i;
const INLINE_INTERACTIONS: ReadonlySet<string> = new Set(["textEntryInteraction", "inlineChoiceInteraction"]);
const MARKUP = /<\/?(?:p|div|span|br|b|i|u|em|strong|sub|sup|ul|ol|li|table|h[1-6]|blockquote|pre|code|img)\b[^<>]*>/i;

interface QtiMarkup {
  readonly text: SourceText;
  readonly lost: readonly LostPart[];
}

interface State {
  readonly lost: Set<LostPart>;
  /** Whether images are kept in the text. */
  readonly hasImages: boolean;
  /** Number of gaps so far; gaps are numbered in reading order. */
  gaps: number;
}

/** Markup of the elements' contents. @param options.hasImages if omitted, images are reported as lost. */
export function qtiMarkup(nodes: readonly XmlNode[], { hasImages = false } = {}): QtiMarkup {
  const state: State = { lost: new Set(), hasImages, gaps: 0 };
  const text = nodes.map((node) => contentsOf(node, state)).join("");
  return { text: { text: text.trim(), format: "html" }, lost: [...state.lost] };
}

/** Elements in which white space between children is indentation. */
const BLOCKS: ReadonlySet<string> = new Set([
  ...["itemBody", "modalFeedback", "contentBody", "rubricBlock", "object", "div", "blockquote", "figure"],
  ...["ul", "ol", "table", "thead", "tbody", "tfoot", "tr"],
]);

const contentsOf = (node: XmlNode, state: State): string => {
  const isBlock = BLOCKS.has(node.name) || node.name.endsWith("Interaction");
  return node.contents
    .map((content) => {
      if (typeof content === "string" && isBlock && content.includes("\n") && content.trim() === "") return "";
      const markup = markupOf(content, state);
      return typeof content === "string" && node.name !== "pre" ? markup.replace(/\n[ \t]+/g, "\n") : markup;
    })
    .join("");
};

function markupOf(content: string | XmlCdata | XmlNode, state: State): string {
  if (typeof content === "string") return escaped(content);
  if ("cdata" in content) return MARKUP.test(content.cdata) ? content.cdata : escaped(content.cdata);
  const { name } = content;
  if (DROPPED.has(name) || CHOICES.has(name)) return "";
  if (FEEDBACK.has(name)) {
    state.lost.add("feedback");
    return "";
  }
  if (name === "rubricBlock" && !isForLearners(content)) return "";
  const image = state.hasImages ? imageOf(content) : null;
  if (image !== null) return image;
  if (FILES.has(name)) state.lost.add("files");
  if (name === "math") state.lost.add("formulas");
  if (name === "gap") {
    state.gaps += 1;
    return `${BLANK} (${state.gaps})`;
  }
  if (INLINE_INTERACTIONS.has(name)) return BLANK;
  if (isEntryAlone(content)) return "";
  const inner = contentsOf(content, state);
  if (name === "prompt")
    return /^\s*<(?:p|div|h[1-6]|ul|ol|table|blockquote)\b/i.test(inner) ? inner : `<p>${inner}</p>`;
  return elementOf(content, inner);
}

/**
 * In QTI 2 an image can be an `object` whose contents are the alternative text. @returns null if it is not an image.
 */
function imageOf({ name, attributes, text }: XmlNode): string | null {
  const isObject = name === "object" && OBJECT_IMAGE.test(attributes.type ?? "");
  const address = name === "img" ? attributes.src : isObject ? attributes.data : undefined;
  if (address === undefined) return null;
  const written = {
    src: address,
    alt: attributes.alt ?? (isObject ? text.replace(/\s+/g, " ").trim() : ""),
    ...sizeOf(attributes),
  };
  return `<img${Object.entries(written)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("")} />`;
}

const sizeOf = ({ width, height }: XmlNode["attributes"]): Record<string, string> => ({
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
});

/** Whether an answer is entered in a paragraph of its own, so that no blank is needed. */
function isEntryAlone({ name, contents }: XmlNode): boolean {
  if (name !== "p" && name !== "div") return false;
  const parts = contents.filter((one) => typeof one !== "string" || one.trim() !== "");
  return parts.length === 1 && parts.every((one) => isElement(one) && INLINE_INTERACTIONS.has(one.name));
}

/** For a `rubricBlock`: other audiences are scorers and proctors. */
export const isForLearners = ({ attributes }: XmlNode): boolean =>
  (attributes.view ?? "candidate").split(/\s+/).includes("candidate");

function elementOf({ name, attributes, elements }: XmlNode, inner: string): string {
  if (name === "img" || !Object.hasOwn(RICH_TEXT_ELEMENTS, name)) return inner;
  const isEmptied = elements.length > 0 && inner.trim() === "" && (name === "p" || name === "div");
  if (isEmptied) return "";
  const allowed = [...(RICH_TEXT_ELEMENTS[name] ?? []), "style"].flatMap((attribute) => {
    const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
    return value === undefined ? [] : ` ${attribute}="${escaped(value)}"`;
  });
  return VOID_ELEMENTS.has(name) ? `<${name} />` : `<${name}${allowed.join("")}>${inner}</${name}>`;
}
