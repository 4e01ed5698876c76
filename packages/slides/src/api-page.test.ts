import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { API_PAGE, buildApiPage } from "../scripts/api-page.ts";
import { declarationsOf, headerOf } from "../scripts/declarations.ts";

it("docs/api.md matches the docstrings (if not: node packages/slides/scripts/api-page.ts)", async () => {
  expect(await readFile(API_PAGE, "utf8")).toBe(await buildApiPage());
});

it("finds declarations in the text of a file", () => {
  const source = `/** What it is for. */
import a from "a";

/**
 * Twice.
 *
 * @param value any
 *   number.
 * @returns its double.
 */
export async function twice(
  value: { a: number },
  { b = (1 + 2) }: { b?: number } = {},
): Promise<{ c: number }> {
  return { c: value.a * 2 };
}

export interface Pair {
  /** The (first. */
  readonly a: number;
}
export type Kind =
  | "one"
  | "two";
export const LIMIT = 8;
const hidden = 1;
export const TABLE: readonly string[] = [
  "a",
];
`;
  expect(headerOf(source)).toBe("What it is for.");
  expect(declarationsOf(source)).toEqual([
    {
      name: "twice",
      kind: "function",
      text: "export async function twice(\n  value: { a: number },\n  { b = (1 + 2) }: { b?: number } = {},\n): Promise<{ c: number }>",
      doc: "Twice.\n\n- `value`: any number.\n- returns: its double.",
    },
    {
      name: "Pair",
      kind: "interface",
      text: "export interface Pair {\n  /** The (first. */\n  readonly a: number;\n}",
      doc: "",
    },
    { name: "Kind", kind: "type", text: 'export type Kind =\n  | "one"\n  | "two";', doc: "" },
    { name: "LIMIT", kind: "const", text: "export const LIMIT = 8;", doc: "" },
    { name: "TABLE", kind: "const", text: "export const TABLE: readonly string[]", doc: "" },
  ]);
});
