/**
 * Checks every input before its schema does: JSON of limited depth whose texts PostgreSQL can store. Done in one module
 * for params, query, body and form fields, so that no schema can omit it (docs/decisions/0045).
 */
import { Readable } from "node:stream";
import { AppError } from "@parfocal/core/errors.ts";

/** Nesting depth of arrays and objects, including the outermost one. No contract needs more than 8. */
export const INPUT_MAX_DEPTH = 32;

/** Maximum length of a position named in an error. */
const PLACE_MAX_CHARACTERS = 100;

interface Node {
  readonly value: object;
  readonly depth: number;
  readonly path: string;
}

/**
 * Iterative, since a body of 1 MB can be nested 500,000 deep.
 *
 * @param place named in the error if the value itself is wrong, e.g. `body`.
 * @throws AppError `invalid` for arrays and objects nested deeper than `INPUT_MAX_DEPTH`, for a text or a key that
 *   contains U+0000 or half of a surrogate pair, and for values that are not JSON (a stream).
 */
export function assertPlainInput(input: unknown, place: string): void {
  const waiting: Node[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    if (typeof value === "string") assertStorable(value, path || place);
    if (typeof value !== "object" || value === null) return;
    if (depth > INPUT_MAX_DEPTH) throw tooDeep(place);
    waiting.push({ value, depth, path });
  };
  look(input, "", 1);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { value, depth, path } = node;
    if (Array.isArray(value)) {
      for (const [index, inner] of value.entries()) look(inner, joinPath(path, String(index)), depth + 1);
      continue;
    }
    if (value instanceof Readable || ArrayBuffer.isView(value)) throw notJson(place);
    for (const [key, inner] of Object.entries(value)) {
      assertStorable(key, path || place);
      look(inner, joinPath(path, key), depth + 1);
    }
  }
}

const joinPath = (path: string, name: string): string =>
  (path === "" ? name : `${path}.${name}`).slice(0, PLACE_MAX_CHARACTERS);

function assertStorable(text: string, path: string): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  throw new AppError(
    "invalid",
    `The text in ${path.toWellFormed()} contains characters that cannot be stored (U+0000 or half of a surrogate pair). Remove them.`,
    { codes: [`${path.toWellFormed()}.notStorable`] },
  );
}

const tooDeep = (place: string) =>
  new AppError(
    "invalid",
    `The ${place} is nested more than ${INPUT_MAX_DEPTH} levels deep. Send less deeply nested data.`,
    {
      codes: [`${place}.tooDeep`],
    },
  );

const notJson = (place: string) =>
  new AppError("invalid", `The ${place} is not JSON. Send it as application/json.`, { codes: [`${place}.notJson`] });
