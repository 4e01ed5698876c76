/**
 * Rich text for display: sanitized again here with the same tables as on the server, so that nothing is executed even
 * if it was stored in another way (threat T-11).
 */

import { isLinkAway } from "@parfocal/core/rich-text/rich-text-address.ts";
import { allowedAttribute, RICH_TEXT_ELEMENTS } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import createDOMPurify, { type DOMPurify } from "dompurify";
import { withoutFilePass } from "#platform/file-pass.ts";

const ATTRIBUTES = [...new Set(["style", ...Object.values(RICH_TEXT_ELEMENTS).flat()])];

let purifier: DOMPurify | undefined;

function createPurifier(): DOMPurify {
  const made = createDOMPurify(window);
  made.addHook("uponSanitizeAttribute", (element, attribute) => {
    const { attrName, attrValue } = attribute;
    // Images are loaded with the session's file pass, if there is one.
    const address = attrName === "src" ? withoutFilePass(attrValue) : attrValue;
    const allowed = allowedAttribute(element.nodeName.toLowerCase(), attrName, address);
    if (allowed === null) attribute.keepAttr = false;
    else if (address === attrValue) attribute.attrValue = allowed;
  });
  made.addHook("afterSanitizeAttributes", (element) => {
    if (element.nodeName !== "A" || !isLinkAway(element.getAttribute("href") ?? "")) return;
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer");
  });
  return made;
}

/** @returns markup that is safe to insert; links to other sites open in a new tab. */
export function cleanRichText(text: string): string {
  purifier ??= createPurifier();
  return purifier.sanitize(text, {
    ALLOWED_TAGS: Object.keys(RICH_TEXT_ELEMENTS),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
