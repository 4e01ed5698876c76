/**
 * Removes the TiffData elements from an OME-XML before it is parsed: a stack of 4000 planes has that many similar ones,
 * which take most of an XML parser's time (measured: 84 ms for 660 kB, this 15 ms).
 *
 * A placeholder with the number of the run replaces them. Elements in an unusual form, and texts that may contain them
 * as character data (CDATA), are left to the parser.
 */

/** Attributes and text of an element by name, in the parser's form. */
export type ElementValues = Readonly<Record<string, unknown>>;

export interface TakenTiffData {
  readonly xml: string;
  /** Elements of each run, by the `Run` attribute of its placeholder; null: none were removed. */
  readonly runs: readonly (readonly ElementValues[])[] | null;
}

/** XML attributes; each begins with white space and none can contain a `<`, so that matching fails fast. */
const ATTRIBUTES = String.raw`((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*`;

/** One element: its prefix and attributes; attributes and text of its UUID, if it has one. */
const ELEMENT = new RegExp(
  String.raw`<((?:\w+:)?)TiffData${ATTRIBUTES}(?:/>|>\s*(?:<\1UUID${ATTRIBUTES}(?:/>|>([^<]*)</\1UUID\s*>)\s*)?</\1TiffData\s*>)`,
  "y",
);

const START = /<(?:\w+:)?TiffData[\s/>]/g;

/** @param xml without comments. */
export function takeTiffData(xml: string): TakenTiffData {
  const untouched = { xml, runs: null };
  if (xml.includes("<![CDATA[")) return untouched;
  const runs: ElementValues[][] = [];
  let retained = "";
  let from = 0;
  START.lastIndex = 0;
  for (let start = START.exec(xml); start !== null; start = START.exec(xml)) {
    ELEMENT.lastIndex = start.index;
    const match = ELEMENT.exec(xml);
    if (match === null) return untouched;
    const [whole, prefix, attributes, uuidAttributes, uuidText] = match;
    const between = xml.slice(from, start.index);
    if (runs.length === 0 || between.trim() !== "") {
      retained += `${between}<${prefix}TiffData Run="${runs.length}"/>`;
      runs.push([]);
    }
    const hasUuid = uuidAttributes !== undefined;
    const uuid = hasUuid ? { UUID: { ...valuesOf(uuidAttributes), "#text": uuidText ?? "" } } : {};
    runs.at(-1)!.push({ ...valuesOf(attributes ?? ""), ...uuid });
    from = start.index + whole.length;
    START.lastIndex = from;
  }
  return { xml: retained + xml.slice(from), runs };
}

function valuesOf(attributes: string): ElementValues {
  const values: Record<string, string> = {};
  for (const [, name, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    values[name!.slice(name!.indexOf(":") + 1)] = double ?? single ?? "";
  }
  return values;
}
