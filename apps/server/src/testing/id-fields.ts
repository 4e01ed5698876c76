/** Positions of IDs in a call's parameters and body: found in its contract, so that no field has to be listed. */
import type { Call } from "@parfocal/core/call.contract.ts";
import { id, idText } from "@parfocal/core/platform/ids.ts";
import { z } from "zod";

/** In a path: each element of the list. */
const EACH = "[]";

export interface IdField {
  readonly place: "params" | "query" | "body" | "form";
  /** Names from the outside in, e.g. `["slides", "[]", "itemId"]`. */
  readonly way: readonly string[];
}

/** Texts that contain several IDs, which no ID schema describes. */
const LISTS_AS_TEXT: Readonly<Record<string, readonly IdField[]>> = {
  "GET /v2/customField/preparations": [{ place: "query", way: ["slides"] }],
};

/** Recognized by the schemas of core's `ids.ts`, independently of the field name. */
export function idFieldsOf(contract: Call): IdField[] {
  const places = ["params", "query", "body", "form"] as const;
  const found = places.flatMap((place) => waysToIds(contract[place]).map((way) => ({ place, way })));
  return [...found, ...(LISTS_AS_TEXT[`${contract.method} ${contract.path}`] ?? [])];
}

function waysToIds(schema: unknown): string[][] {
  if (schema === id || schema === idText) return [[]];
  if (schema instanceof z.ZodPipe) return waysToIds(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return waysToIds(schema.unwrap());
  if (schema instanceof z.ZodDefault) return waysToIds(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    const ways = schema.options.flatMap((option) => waysToIds(option));
    return [...new Map(ways.map((way) => [way.join("."), way])).values()];
  }
  if (schema instanceof z.ZodArray) return waysToIds(schema.element).map((way) => [EACH, ...way]);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => waysToIds(field).map((way) => [name, ...way]));
  return [];
}

/**
 * The sent data with the ID at that path; in a list it is the only element.
 *
 * @param sample further fields of an element that the list does not contain yet.
 */
export function withId(sent: unknown, way: readonly string[], value: number | string, sample: object = {}): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return value;
  if (name === EACH) {
    const [first] = Array.isArray(sent) && sent.length > 0 ? (sent as unknown[]) : [rest.length > 0 ? sample : null];
    return [withId(first, rest, value, sample)];
  }
  const fields = (sent ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: withId(fields[name], rest, value, sample) };
}
