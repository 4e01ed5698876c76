/** Parses the small files that describe a tile set: XML or JSON, to plain values. */
import { XMLParser } from "fast-xml-parser";
import type { EntryStore, StoredEntry } from "../../archive/entry-store.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Longer files are not descriptors. */
const MAX_BYTES = 2 ** 20;
/** Maximum number of files that are searched, those with the shortest paths first. */
const MAX_LOOKED_INTO = 40;

export interface Descriptor<Facts> {
  readonly entry: StoredEntry;
  /** Path of its folder, with a trailing `/` unless it is the top. */
  readonly folder: string;
  readonly facts: Facts;
}

/**
 * Descriptors among the files of a set.
 *
 * @param endings extensions in lower case.
 * @param parse returns null if the file is not a descriptor.
 */
export async function findDescriptors<Facts>(
  store: EntryStore,
  endings: readonly string[],
  parse: (text: string) => Facts | null,
): Promise<Descriptor<Facts>[]> {
  const depthOf = ({ path }: StoredEntry) => path.split("/").length;
  const candidates = store
    .listEndingWith(endings)
    .sort((one, other) => depthOf(one) - depthOf(other))
    .slice(0, MAX_LOOKED_INTO);
  const found: Descriptor<Facts>[] = [];
  for (const entry of candidates) {
    if (entry.bytes > MAX_BYTES) continue;
    const facts = parse(decodeText(await store.readFully(entry, MAX_BYTES)));
    const folder = entry.path.slice(0, entry.path.lastIndexOf("/") + 1);
    if (facts !== null) found.push({ entry, folder, facts });
  }
  return found;
}

/** Attributes and elements become fields; namespaces are removed. @returns null: not XML. */
export function parseXml(text: string): Fields | null {
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "",
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      processEntities: false,
    });
    return fieldsOf(parser.parse(text));
  } catch {
    return null;
  }
}

/** @returns null: not a JSON object. */
export function parseJson(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** NaN: not a number. */
export function numberOf(value: unknown): number {
  return typeof value === "number"
    ? value
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;
}

/** UTF-8, or UTF-16 with a byte order mark, as written by Windows programs. */
function decodeText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}
