/** Changes one value of a JSON text to an invalid one. The result is text: duplicate keys, broken syntax and huge numbers cannot be values. */
import { hostileLiteral } from "./hostile-values.ts";
import type { Random } from "./random.ts";

/** A path in a value: names and indices from the root. */
type Place = readonly (string | number)[];

/** All paths of a value, the root first. */
export function placesOf(value: unknown): Place[] {
  const places: Place[] = [[]];
  if (typeof value !== "object" || value === null) return places;
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? Number(key) : key;
    for (const place of placesOf(inner)) places.push([name, ...place]);
  }
  return places;
}

/** The value as JSON, with the value at `place` replaced by `write`. */
export function writeWith(value: unknown, place: Place, write: (inner: unknown) => string): string {
  const [name, ...rest] = place;
  if (name === undefined) return write(value);
  if (Array.isArray(value))
    return `[${value.map((each, index) => (index === name ? writeWith(each, rest, write) : JSON.stringify(each))).join(",")}]`;
  const fields = Object.entries(value as object).map(
    ([key, each]) => `${JSON.stringify(key)}:${key === name ? writeWith(each, rest, write) : JSON.stringify(each)}`,
  );
  return `{${fields.join(",")}}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds a field to an object's text, or an element to an array's; other texts are unchanged. */
function withMore(text: string, field: string, element: string): string {
  if (/^\{\s*\}$/.test(text)) return `{${field}}`;
  if (text.startsWith("{")) return `${text.slice(0, -1)},${field}}`;
  if (/^\[\s*\]$/.test(text)) return `[${element}]`;
  return text.startsWith("[") ? `${text.slice(0, -1)},${element}]` : text;
}

interface Mutation {
  readonly name: string;
  readonly apply: (value: unknown, random: Random) => string;
}

const UNKNOWN_KEYS = [
  "__proto__",
  "constructor",
  "siteId",
  "id",
  "role",
  "then",
  "a".repeat(10_000),
  "\ud800",
  "\0",
  "",
];

export const JSON_MUTATIONS: readonly Mutation[] = [
  {
    name: "a hostile value",
    apply: (value, random) => writeWith(value, random.pick(placesOf(value)), () => hostileLiteral(random)),
  },
  {
    name: "another hostile value",
    apply: (value, random) => {
      const leaves = placesOf(value).filter((place) => place.length > 0);
      return writeWith(value, leaves.length > 0 ? random.pick(leaves) : [], () => hostileLiteral(random));
    },
  },
  {
    name: "an array around a value",
    apply: (value, random) =>
      writeWith(value, random.pick(placesOf(value)), (inner) => JSON.stringify([inner]) ?? "[]"),
  },
  {
    name: "a missing field",
    apply(value, random) {
      if (!isObject(value) || Object.keys(value).length === 0) return "null";
      const gone = random.pick(Object.keys(value));
      return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone)));
    },
  },
  {
    name: "an unknown field",
    apply: (value, random) =>
      writeWith(value, random.pick(placesOf(value)), (inner) =>
        withMore(
          JSON.stringify(inner),
          `${JSON.stringify(random.pick(UNKNOWN_KEYS))}:${hostileLiteral(random)}`,
          hostileLiteral(random),
        ),
      ),
  },
  {
    name: "a key twice",
    apply(value, random) {
      if (!isObject(value) || Object.keys(value).length === 0) return '{"a":1,"a":2}';
      const key = random.pick(Object.keys(value));
      return withMore(JSON.stringify(value), `${JSON.stringify(key)}:${hostileLiteral(random)}`, "");
    },
  },
  {
    name: "an element many times",
    apply: (value, random) =>
      writeWith(value, random.pick(placesOf(value)), (inner) => {
        const text = JSON.stringify(Array.isArray(inner) && inner.length > 0 ? inner[0] : inner) ?? "null";
        const times = Math.min(10_000, Math.floor(500_000 / (text.length + 1)));
        return `[${Array.from({ length: times }, () => text).join(",")}]`;
      }),
  },
  {
    name: "a text cut off",
    apply(value, random) {
      const text = JSON.stringify(value);
      return text.slice(0, random.below(text.length));
    },
  },
  {
    name: "a character put in",
    apply(value, random) {
      const text = JSON.stringify(value);
      const at = random.below(text.length + 1);
      return (
        text.slice(0, at) +
        random.pick(["\0", "\ufeff", "\\", '"', "{", "}", ",", "/*", "\ud800", "\x1b"]) +
        text.slice(at)
      );
    },
  },
];
