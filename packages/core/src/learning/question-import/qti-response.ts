/** What a response declaration of QTI says is right. */
import { child, children, descendants, type XmlNode } from "./xml-node.ts";

export interface QtiResponse {
  readonly isSingle: boolean;
  /** `identifier`, `pair`, `directedPair`, `string`, `integer`, `float`, `point` or another; empty: not named. */
  readonly baseType: string;
  readonly correct: readonly string[];
  /** Points by value; of a mapping that the item is judged by. */
  readonly mapped: ReadonlyMap<string, number>;
  /** Of values that the mapping does not name. */
  readonly otherwise: number;
  /** Whether upper and lower case are different somewhere. */
  readonly isCaseSensitive: boolean;
}

/** Judged by the correct response alone, whatever mapping there is. */
const MATCH_CORRECT = /match_correct(?:\.xml)?$/;

/** @returns null: the item does not declare it. */
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

/** Values of pairs are two names with white space between them. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether points are given for the whole answer or not at all. */
export function isAllOrNothing(item: XmlNode): boolean {
  const processing = child(item, "responseProcessing");
  if (!processing) return false;
  const template = processing.attributes.template;
  return template === undefined
    ? descendants(processing, new Set(["mapResponse"])).length === 0
    : MATCH_CORRECT.test(template);
}

/** By each `equal` of the response processing with an absolute tolerance; null: none. */
export function absoluteTolerance(item: XmlNode): number | null {
  const [equal] = descendants(child(item, "responseProcessing") ?? item, new Set(["equal"])).filter(
    ({ attributes }) => attributes.toleranceMode === "absolute",
  );
  const tolerances = (equal?.attributes.tolerance ?? "").trim().split(/\s+/).map(Number);
  const most = Math.max(...tolerances);
  return equal && Number.isFinite(most) ? Math.abs(most) : null;
}
