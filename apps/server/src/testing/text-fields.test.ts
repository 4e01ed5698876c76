/** Each text that a call accepts has a documented treatment (SEC-07). */
import { TEXT_FIELDS } from "@parfocal/core/rich-text/testing/text-fields.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import { API_ROUTES } from "../app.ts";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** Of a field that can also have any other type. */
function textsIn(schema: JsonSchema, way: string): string[] {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.flatMap((each) => textsIn(each, way));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, field]) => textsIn(field, way ? `${way}.${name}` : name));
  if (schema.items) return textsIn(schema.items, `${way}[]`);
  const isOpen = schema.enum === undefined && schema.const === undefined;
  return isOpen && (schema.type === undefined || [schema.type].flat().includes("string")) ? [way] : [];
}

it("every text field of a body is in the table, and nothing else", () => {
  const found: Record<string, string[]> = {};
  for (const { contract } of API_ROUTES) {
    if (!contract.body) continue;
    const schema = z.toJSONSchema(contract.body, { io: "input", unrepresentable: "any" }) as JsonSchema;
    const fields = [...new Set(textsIn(schema, ""))].filter((way) => way !== "").sort();
    if (fields.length > 0) found[`${contract.method} ${contract.path}`] = fields;
  }
  expect(
    Object.fromEntries(Object.entries(TEXT_FIELDS).map(([key, fates]) => [key, Object.keys(fates).sort()])),
  ).toEqual(found);
});
