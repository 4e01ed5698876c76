/**
 * Every call of the specification is implemented.
 *
 * `GET /v2/assignment/...` of calls.tsv covers the calls of operations.tsv below it: they are tested in its place.
 */
import { describe, expect, it } from "vitest";
import { API_ROUTES } from "../app.ts";
import { readSpecTable } from "./spec-table.ts";

/** Braces count by position, not by name; a trailing slash is ignored. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}").replace(/\/+$/, "")}`;

const builtKeys = new Set(API_ROUTES.map(({ contract }) => keyOf(contract.method, contract.path)));
const listed = ["calls.tsv", "operations.tsv"].flatMap((file) =>
  readSpecTable(file).map(([method = "", path = ""]) => ({ file, method, path })),
);
const specified = listed.filter(({ path }) => !path.endsWith("/..."));

describe("each call of the specification is implemented", () => {
  for (const { file, method, path } of specified)
    it(`${file}: ${method} ${path}`, () => expect(builtKeys.has(keyOf(method, path))).toBe(true));
});

it("each row with three dots covers calls that are named individually", () => {
  for (const row of listed.filter(({ path }) => path.endsWith("/..."))) {
    const prefix = row.path.slice(0, -"...".length);
    const named = specified.filter(({ file, method, path }) => {
      return file === "operations.tsv" && method === row.method && path.startsWith(prefix);
    });
    expect(named.length, row.path).toBeGreaterThan(0);
  }
});

it("no two calls have the same path", () => {
  expect(builtKeys.size).toBe(API_ROUTES.length);
});
