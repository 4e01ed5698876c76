export const IMPORT_FORMATS = ["gift", "aiken", "moodleXml", "qti"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The formats of text files without elements. */
export const isXmlFormat = (format: ImportFormat): boolean => format === "moodleXml" || format === "qti";

/** A GIFT question can begin with an HTML element. */
const XML_START = /^\uFEFF?\s*<(?:\?xml|!|quiz\b|(?:[\w.-]+:)?(?:qti-)?assessment|questestinterop\b)/i;
const XML_PROLOG = /\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->)/y;
const MOODLE_ROOT = /\s*<quiz\b/y;
const AIKEN_KEY = /^[ \t]*ANSWER:[ \t]*[A-Za-z][ \t]*\r?$/m;
const UNESCAPED_BRACE = /(?<!\\)\{/;

/** Detects the format by content: XML has a root element, Aiken has answer lines and no braces. */
export function recognizeFormat(text: string): ImportFormat {
  if (XML_START.test(text)) return isMoodleXml(text) ? "moodleXml" : "qti";
  return AIKEN_KEY.test(text) && !UNESCAPED_BRACE.test(text) ? "aiken" : "gift";
}

/** Checks the root element, after declarations and comments. */
function isMoodleXml(text: string): boolean {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const matches = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (let part = matches(XML_PROLOG); part; part = matches(XML_PROLOG)) at += part[0].length;
  return matches(MOODLE_ROOT) !== null;
}
