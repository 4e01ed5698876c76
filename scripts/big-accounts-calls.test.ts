/** The measurement of big accounts covers each reading call: a new one must not break it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { askFor } from "../bench/big-accounts/asked-calls.ts";
import type { BigSite } from "../bench/big-accounts/fill-big-site.ts";

const MATRIX = readFileSync(new URL("../docs/rights-matrix.md", import.meta.url), "utf8");
const calls = [...MATRIX.matchAll(/^\| `GET ([^`]+)`/gm)].map(([, path = ""]) => path);

/** Each of its IDs is 7. */
const site = new Proxy({} as BigSite, { get: () => 7 });

it("every reading call is measured, or listed as returning one object", () => {
  expect(calls.length).toBeGreaterThan(100);
  const asked = calls.map((call) => askFor(call, site)).filter((one) => one !== null);
  expect(asked.filter(({ path }) => path.includes("{"))).toEqual([]);
});
