/**
 * Reads the tags of a small XML text with their attributes, in order: sufficient for descriptors that consist of
 * attributes. Strict: text that is not well-formed or declares a document type (and with it entities) is rejected.
 */

interface XmlTag {
  /** Without namespace prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const MAX_TAGS = 10_000;

/** Matched from a `<`, each at most once. */
const SKIPPED = /<(?:\?[^?]*\?>|!--(?:[^-]|-(?!->))*-->)/y;
const TAG = /<\/?([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** @returns opening tags; null if the text is rejected. */
export function readXmlTags(text: string): XmlTag[] | null {
  const tags: XmlTag[] = [];
  let place = text.indexOf("<");
  while (place >= 0 && tags.length <= MAX_TAGS) {
    SKIPPED.lastIndex = place;
    TAG.lastIndex = place;
    const tag = TAG.exec(text);
    if (tag) {
      if (text[place + 1] !== "/") tags.push({ name: localName(tag[1]!), attributes: attributesOf(tag[2]!) });
      place = TAG.lastIndex;
    } else if (SKIPPED.test(text)) {
      place = SKIPPED.lastIndex;
    } else {
      return null;
    }
    place = text.indexOf("<", place);
  }
  return tags.length > MAX_TAGS ? null : tags;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [name, double ?? single ?? ""]));
}
