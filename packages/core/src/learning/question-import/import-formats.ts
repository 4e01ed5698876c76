export const IMPORT_FORMATS = ["gift", "aiken", "moodleXml"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A question of GIFT can begin with an element of HTML. */
const XML_START = /^\uFEFF?\s*<(?:\?xml|quiz|!)/i;
const AIKEN_KEY = /^[ \t]*ANSWER:[ \t]*[A-Za-z][ \t]*\r?$/m;
const UNESCAPED_BRACE = /(?<!\\)\{/;

/** By its contents: XML has a first element, Aiken its lines with the answers and no braces. */
export function recognizeFormat(text: string): ImportFormat {
  if (XML_START.test(text)) return "moodleXml";
  return AIKEN_KEY.test(text) && !UNESCAPED_BRACE.test(text) ? "aiken" : "gift";
}
