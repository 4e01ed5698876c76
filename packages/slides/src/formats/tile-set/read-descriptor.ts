/**
 * The small files that describe a set of tiles: XML or JSON, as plain values.
 */
import { XMLParser } from "fast-xml-parser";
import type { EntryStore, StoredEntry } from "../../archive/entry-store.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A description that is longer is none. */
const MAX_BYTES = 2 ** 20;
/** So many files are looked into before giving up, those with the shortest paths first. */
const MAX_LOOKED_INTO = 40;

export interface Descriptor<Facts> {
  readonly entry: StoredEntry;
  /** Path of its folder, with a trailing `/` unless it is the top. */
  readonly folder: string;
  readonly facts: Facts;
}

/**
 * Files of a set that are descriptions.
 *
 * @param endings in lower case.
 * @param parse null: it is none.
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

/** Attributes and elements alike become fields; namespaces are left out. @returns null: it is no XML. */
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

/** @returns null: it is no JSON object. */
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

/** NaN: it is no number. */
export function numberOf(value: unknown): number {
  return typeof value === "number"
    ? value
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;
}

/** UTF-8 or UTF-16 with a mark, as Windows writes it. */
function decodeText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
}
