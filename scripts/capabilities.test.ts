/** Code checks a capability, never a role (spec decisions, "Roles"). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSourceFiles } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "..");

const PRODUCT = /^(?:packages|apps)\/[^/]+\/src\//;
/** Files that list roles and create people with one, without checking it. */
const TELLS_ROLES = /\.test\.tsx?$|\/testing\/|\/seed\/|\/migrations\/|\/access\/capabilities\.ts$/;
/** "expert" is also used for annotations: for a role only beside that word. */
const ROLE_NAMED = /["'`](?:administrator|teacher|learner)["'`]|\brole\b[^\n]*["'`]expert["'`]/;

it("no source file except the table of capabilities names a role", () => {
  const paths = readSourceFiles(ROOT).map(({ path }) => path);
  const product = paths.filter((path) => PRODUCT.test(path) && !TELLS_ROLES.test(path));
  expect(product.length).toBeGreaterThan(1000);
  const namesRole = (path: string) => ROLE_NAMED.test(readFileSync(join(ROOT, path), "utf8"));
  expect(product.filter(namesRole)).toEqual([]);
});
