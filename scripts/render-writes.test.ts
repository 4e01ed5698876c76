import { expect, it } from "vitest";
import { findRenderWrites } from "./render-writes.ts";
import { parseSourceFile } from "./source-files.ts";

const BREACH = "apps/web/src/a/useA.tsx writes latest.current during a render";

const check = (body: string, path = "apps/web/src/a/useA.tsx") =>
  findRenderWrites([parseSourceFile(path, `export function useA(value) {\n${body}\n}\n`)]);

it.each([
  ["as a statement", "const latest = useRef(value); latest.current = value;"],
  ["under a condition", "const latest = useRef(null); if (latest.current !== value) latest.current = value;"],
  ["in a branch", "const latest = useRef(null); if (value) { latest.current = value; }"],
  ["with a type", "const latest = useRef<number>(value); latest.current = Math.max(latest.current, value);"],
  ["of useLatest", "const latest = useLatest(value); latest.current = value;"],
  ["in an inner hook", "const useB = () => { const latest = useRef(value); latest.current = value; }; return useB;"],
])("rejects a ref that is written during a render %s", (_how, body) => {
  expect(check(body)).toEqual([expect.stringContaining(BREACH)]);
});

it.each([
  ["in an effect", "const latest = useRef(value); useEffect(() => { latest.current = value; });"],
  ["in a function", "const latest = useRef(value); function set() { latest.current = value; } return set;"],
  ["once", "const latest = useRef(null); latest.current ??= value;"],
  ["of an object that is no ref", "const latest = make(value); latest.current = value;"],
])("accepts a ref that is written %s", (_how, body) => {
  expect(check(body)).toEqual([]);
});

it("ignores tests and the other workspaces", () => {
  const body = "const latest = useRef(value); latest.current = value;";
  expect(check(body, "apps/web/src/a/useA.test.tsx")).toEqual([]);
  expect(check(body, "packages/viewer/src/a.ts")).toEqual([]);
});

it("reports a file that cannot be parsed", () => {
  expect(check("const latest = useRef(;")).toEqual([expect.stringContaining("cannot be parsed")]);
});
