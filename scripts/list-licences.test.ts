import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeLicences, readPackages } from "./list-licences.ts";

const ROOT = join(import.meta.dirname, "..");
const packages = readPackages(readFileSync(join(ROOT, "package-lock.json"), "utf8"));

it("docs/licences.md lists the packages of package-lock.json (node scripts/list-licences.ts writes it)", () => {
  expect(readFileSync(join(ROOT, "docs/licences.md"), "utf8")).toBe(describeLicences(packages));
});

it("each package has a licence that allows redistribution without conditions on Parfocal's code", () => {
  // LGPL: libvips, a shared library that can be exchanged. Source: CONTRIBUTING.md, "Add a dependency".
  const allowed =
    /^[(]?(MIT(-0)?|Apache-2\.0|ISC|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|Python-2\.0|CC-BY-4\.0|CC0-1\.0|Unlicense|WTFPL|Zlib|LGPL-3\.0-or-later)( (AND|OR) |[)]?$)/;
  const refused = packages.filter(({ licence }) => !allowed.test(licence) || /\b(A?GPL|SSPL)/.test(licence));
  expect(refused).toEqual([]);
});
