import { describe, expect, it } from "vitest";
import {
  compareLengths,
  findLongParts,
  MAX_FILE_LINES,
  MAX_FUNCTION_LINES,
  readAllowedLengths,
} from "./check-sizes.ts";

const bodyOf = (lines: number) => "  step();\n".repeat(lines);
const longBody = bodyOf(MAX_FUNCTION_LINES);

describe("a long function", () => {
  const cases: [what: string, path: string, text: string, name: string][] = [
    ["by its own name", "apps/a.ts", `function open() {\n${longBody}}\n`, "open"],
    ["by its variable", "apps/a.ts", `export const open = (): void => {\n${longBody}};\n`, "open"],
    ["by its variable, in a call", "apps/a.ts", `export const open = memoize(() => {\n${longBody}});\n`, "open"],
    ["by its method", "apps/a.ts", `class Door {\n  open() {\n${longBody}}\n}\n`, "open"],
    ["as anonymous", "apps/a.ts", `run(() => {\n${longBody}});\n`, "anonymous"],
    ["in a component", "apps/a.tsx", `export function Page() {\n${longBody}  return <p>Text</p>;\n}\n`, "Page"],
  ];
  for (const [what, path, text, name] of cases)
    it(`is named ${what}`, () => expect(findLongParts(path, text).map((part) => part.name)).toEqual([name]));

  it("has more than 100 lines, its first and last included", () => {
    expect(findLongParts("a.ts", `function open() {\n${bodyOf(MAX_FUNCTION_LINES - 2)}}\n`)).toEqual([]);
    expect(findLongParts("a.ts", `function open() {\n${bodyOf(MAX_FUNCTION_LINES - 1)}}\n`)).toEqual([
      { file: "a.ts", name: "open", lines: MAX_FUNCTION_LINES + 1 },
    ]);
  });
});

it("a long file is found", () => {
  expect(findLongParts("a.ts", "step();\n".repeat(MAX_FILE_LINES))).toEqual([]);
  expect(findLongParts("a.ts", "step();\n".repeat(MAX_FILE_LINES + 1))).toEqual([
    { file: "a.ts", name: "file", lines: MAX_FILE_LINES + 1 },
  ]);
});

describe("the list of long functions and files", () => {
  const allowed = readAllowedLengths("file\tname\tlines\treason\na.ts\topen\t120\tone table\n");

  it("allows its entries, up to their length", () => {
    expect(compareLengths([{ file: "a.ts", name: "open", lines: 120 }], allowed)).toEqual([]);
  });

  it("does not allow them to grow", () => {
    expect(compareLengths([{ file: "a.ts", name: "open", lines: 121 }], allowed)).toEqual([
      "a.ts open has grown from 120 to 121 lines: split it",
    ]);
  });

  it("does not allow others", () => {
    const close = { file: "a.ts", name: "close", lines: 130 };
    expect(compareLengths([{ file: "a.ts", name: "open", lines: 110 }, close], allowed)).toEqual([
      "a.ts close has 130 lines: split it by what it does",
    ]);
  });

  it("has no unnecessary entry, and none without a reason", () => {
    expect(compareLengths([], allowed)).toEqual(["a.ts open is short now: remove it from the list"]);
    const silent = readAllowedLengths("file\tname\tlines\treason\na.ts\topen\t120\t\n");
    expect(compareLengths([{ file: "a.ts", name: "open", lines: 120 }], silent)).toEqual([
      "a.ts open has no reason in the list",
    ]);
  });
});
