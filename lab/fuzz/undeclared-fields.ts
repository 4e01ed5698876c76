/** Whether an answer contains exactly the declared fields. */
import { resolveSchema, type Schema } from "./schema-values.ts";

const MAX_REPORTED = 5;

/** @returns differences between an answer and its schema, as `path: difference`, at most five; empty: none. */
export function differencesFrom(schema: Schema, answer: unknown): string[] {
  return differences(schema, answer, "answer", schema).slice(0, MAX_REPORTED);
}

function differences(schema: Schema, value: unknown, way: string, root: Schema): string[] {
  const known = resolveSchema(schema, root);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) {
    const tried = choices.map((each) => differences(each, value, way, root));
    return tried.some((each) => each.length === 0)
      ? []
      : (tried.toSorted((one, other) => one.length - other.length)[0] ?? []);
  }
  if (known.allOf) return known.allOf.flatMap((each) => differences(each, value, way, root));
  if (known.const !== undefined && known.const !== value) return [`${way}: is not ${JSON.stringify(known.const)}`];
  if (known.enum && !known.enum.includes(value)) return [`${way}: is none of the values`];
  const types = [known.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return [`${way}: is not ${types.join(" or ")}`];
  if (Array.isArray(value)) {
    const { items, prefixItems } = known;
    return value.flatMap((each, index) => {
      const of = prefixItems?.[index] ?? items;
      return of ? differences(of, each, `${way}[]`, root) : [];
    });
  }
  return typeof value === "object" && value !== null ? fieldDifferences(known, value, way, root) : [];
}

function fieldDifferences(schema: Schema, value: object, way: string, root: Schema): string[] {
  const { properties, additionalProperties, required = [] } = schema;
  if (!properties && additionalProperties === undefined) return [];
  const fields = value as Record<string, unknown>;
  const missing = required.filter((name) => !Object.hasOwn(fields, name)).map((name) => `${way}.${name}: is missing`);
  const present = Object.entries(fields).flatMap(([name, each]) => {
    const declared = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (declared === true || (declared === undefined && additionalProperties !== false)) return [];
    if (declared === false || declared === undefined) return [`${way}.${name}: is not declared`];
    return differences(declared, each, `${way}.${name}`, root);
  });
  return [...missing, ...present];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
