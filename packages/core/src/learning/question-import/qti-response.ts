/** The correct response and mapping of a QTI response declaration. */
import { child, children, descendants, type XmlNode } from "./xml-node.ts";

export interface QtiResponse {
  readonly isSingle: boolean;
  /** `identifier`, `pair`, `directedPair`, `string`, `integer`, `float`, `point` or another; empty: not given. */
  readonly baseType: string;
  readonly correct: readonly string[];
  /** Points by value, if the item is scored by a mapping. */
  readonly mapped: ReadonlyMap<string, number>;
  /** Points for values outside the mapping. */
  readonly otherwise: number;
  /** Whether case is significant for any value. */
  readonly isCaseSensitive: boolean;
}

/** Scored by the correct response only; mappings are ignored. */
const MATCH_CORRECT = /match_correct(?:\.xml)?$/;

/** @returns null if the item does not declare it. */
export function readQtiResponse(item: XmlNode, identifier: string): QtiResponse | null {
  const node = children(item, "responseDeclaration").find(({ attributes }) => attributes.identifier === identifier);
  if (!node) return null;
  const isMatched = MATCH_CORRECT.test(child(item, "responseProcessing")?.attributes.template ?? "");
  const entries = isMatched ? [] : children(child(node, "mapping"), "mapEntry");
  const mapped = entries.flatMap(({ attributes: { mapKey, mappedValue } }) => {
    const points = Number(mappedValue);
    return mapKey === undefined || !Number.isFinite(points) ? [] : [[oneLine(mapKey), points] as const];
  });
  return {
    isSingle: (node.attributes.cardinality ?? "single") === "single",
    baseType: node.attributes.baseType ?? "",
    correct: children(child(node, "correctResponse"), "value").map(({ text }) => oneLine(text)),
    mapped: new Map(mapped),
    otherwise: isMatched ? 0 : Number(child(node, "mapping")?.attributes.defaultValue ?? 0) || 0,
    isCaseSensitive: entries.length === 0 || entries.some(({ attributes }) => attributes.caseSensitive !== "false"),
  };
}

/** Values of pairs are two identifiers separated by white space. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether the answer is scored all or nothing. */
export function isAllOrNothing(item: XmlNode): boolean {
  const processing = child(item, "responseProcessing");
  if (!processing) return false;
  const template = processing.attributes.template;
  return template === undefined
    ? descendants(processing, new Set(["mapResponse"])).length === 0
    : MATCH_CORRECT.test(template);
}

/** Absolute tolerance of the `equal` elements in the response processing; null: none. */
export function absoluteTolerance(item: XmlNode): number | null {
  const [equal] = descendants(child(item, "responseProcessing") ?? item, new Set(["equal"])).filter(
    ({ attributes }) => attributes.toleranceMode === "absolute",
  );
  const tolerances = (equal?.attributes.tolerance ?? "").trim().split(/\s+/).map(Number);
  const most = Math.max(...tolerances);
  return equal && Number.isFinite(most) ? Math.abs(most) : null;
}
