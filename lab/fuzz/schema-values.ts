/** Values at the limits of a schema, which a parser accepts and a handler may not. Source: JSON Schema 2020-12. */
import { HOSTILE_TEXTS, LONG_TEXT_CHARACTERS } from "./hostile-values.ts";
import type { Random } from "./random.ts";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const MAX_LEVELS = 8;
const MAX_ITEMS = 30;

const PLAIN_TEXTS = [
  "Kidney",
  "a",
  "Nephrology 🔬",
  "é".repeat(20),
  "<p>A <strong>tuft</strong></p>",
  "1",
  "en",
  "image",
];
const DATES = ["2027-01-31 18:00:00", "1900-01-01 00:00:00", "2999-12-31 23:59:59", "2027-01-31T18:00:00.000Z"];

/** @param root the schema that `$ref` starts from. */
export function resolveSchema(schema: Schema, root: Schema): Schema {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  if (schema.$ref === "#") return root;
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}

/** @param ids IDs of existing objects, so that some references are valid. */
export function valueOfSchema(
  schema: Schema,
  random: Random,
  ids: readonly number[],
  root: Schema = schema,
  level = 1,
): unknown {
  const known = resolveSchema(schema, root);
  const inner = (each: Schema): unknown => valueOfSchema(each, random, ids, root, level + 1);
  if (known.const !== undefined) return known.const;
  if (known.enum) return random.pick(known.enum);
  const choices = known.anyOf ?? known.oneOf ?? known.allOf;
  if (choices && choices.length > 0) return inner(random.pick(choices));
  const types = [known.type ?? []].flat();
  const type = types.length > 0 ? random.pick(types) : known.properties ? "object" : "string";
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number":
      return numberOf(known, random, ids, type === "integer");
    case "array":
      return level > MAX_LEVELS ? [] : arrayOf(known, random, inner);
    case "object":
      return level > MAX_LEVELS ? {} : objectOf(known, random, inner);
    default:
      return textOf(known, random);
  }
}

function numberOf(schema: Schema, random: Random, ids: readonly number[], isWhole: boolean): number {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? -Number.MAX_SAFE_INTEGER;
  const high = schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_SAFE_INTEGER;
  const edges = [
    low,
    low + 1,
    low - 1,
    high,
    high - 1,
    high + 1,
    0,
    1,
    -1,
    2,
    7,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 40,
    ...ids,
  ];
  const parts = isWhole ? [] : [0.1, -0.5, 1e-7, 1e15 + 0.5, -1e300, 1e300, 5e-324, 90, 359.999];
  return random.pick([...edges, ...parts]);
}

function textOf(schema: Schema, random: Random): string {
  const { minLength = 0, maxLength } = schema;
  const texts = [...PLAIN_TEXTS, ...DATES, random.pick(HOSTILE_TEXTS)];
  if (maxLength !== undefined) {
    const most = Math.min(maxLength, LONG_TEXT_CHARACTERS);
    texts.push("x".repeat(most), "é".repeat(most), "x".repeat(most + 1), "\ud83d\ude00".repeat(Math.floor(most / 2)));
  }
  if (minLength > 0) texts.push("x".repeat(minLength - 1), "x".repeat(minLength));
  return random.pick(texts);
}

function arrayOf(schema: Schema, random: Random, inner: (each: Schema) => unknown): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map(inner);
  const { minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema;
  const count = Math.min(MAX_ITEMS, random.pick([minItems, minItems, 1, 2, 3, maxItems]));
  return Array.from({ length: count }, () => inner(items));
}

function objectOf(schema: Schema, random: Random, inner: (each: Schema) => unknown): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const named = properties.flatMap(([name, each]) =>
    required.has(name) || random.chance(0.6) ? [[name, inner(each)] as const] : [],
  );
  const more = schema.additionalProperties;
  if (typeof more !== "object") return Object.fromEntries(named);
  const names = schema.propertyNames?.enum ?? PLAIN_TEXTS;
  return Object.fromEntries([...named, ...[0, 1].map(() => [String(random.pick(names)), inner(more)] as const)]);
}
