/**
 * Sanitizes formatted text before it is stored: only core's allowlist remains (threat T-11). The browser sanitizes it
 * again.
 */
import {
  allowedAttribute,
  RICH_TEXT_DROPPED_WHOLE,
  RICH_TEXT_ELEMENTS,
} from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import sanitizeHtml from "sanitize-html";

const ATTRIBUTES = Object.fromEntries(
  Object.entries(RICH_TEXT_ELEMENTS).map(([element, attributes]) => [element, [...attributes, "style"]]),
);

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(RICH_TEXT_ELEMENTS),
  allowedAttributes: ATTRIBUTES,
  // URLs and styles are checked below, by the rules shared with the browser.
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nonTextTags: [...RICH_TEXT_DROPPED_WHOLE],
  disallowedTagsMode: "discard",
  transformTags: {
    "*": (element, attributes) => ({
      tagName: element,
      attribs: Object.fromEntries(
        Object.entries(attributes).flatMap(([name, value]) => {
          const allowed = allowedAttribute(element, name.toLowerCase(), value);
          return allowed === null ? [] : [[name.toLowerCase(), allowed]];
        }),
      ),
    }),
  },
};

const WITHOUT_IMAGES: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: Object.keys(RICH_TEXT_ELEMENTS).filter((element) => element !== "img"),
};

export function sanitiseRichText(text: string, { hasImages = true } = {}): string {
  return sanitizeHtml(text, hasImages ? OPTIONS : WITHOUT_IMAGES);
}
