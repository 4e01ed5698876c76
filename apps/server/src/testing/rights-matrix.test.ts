/**
 * SEC-01: the rights matrix is complete and documented; its cells are tested in `rights-matrix-1.test.ts` and so on.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACTORS } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX, RIGHTS_OF_SLICES } from "./rights-matrix.ts";
import { keyOf, RIGHTS_PARTS, RIGHTS_ROUTES } from "./try-rights.ts";

const DOCUMENT = join(import.meta.dirname, "../../../../docs/rights-matrix.md");

it("has one row for every route, and no other rows", () => {
  expect(RIGHTS_OF_SLICES.flatMap((rows) => Object.keys(rows)).sort()).toEqual(RIGHTS_ROUTES.map(keyOf).sort());
});

it("is tested in as many files as it has parts", () => {
  const calls = readdirSync(import.meta.dirname)
    .filter((name) => /^rights-matrix-\d+\.test\.ts$/.test(name))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8").match(/^tryRights\((\d+)\);$/m)?.[1]);
  expect(calls.sort()).toEqual(Array.from({ length: RIGHTS_PARTS }, (_, index) => String(index + 1)));
});

describe("docs/rights-matrix.md", () => {
  it("is what the matrix says (rewritten by this test with --update)", () => {
    const text = formatMatrix();
    if (isUpdateRun()) writeFileSync(DOCUMENT, text);
    expect(existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "").toBe(text);
  });
});

/** Whether vitest was started with --update: then files of this test are written, like snapshots. */
function isUpdateRun(): boolean {
  return expect.getState().snapshotState?.snapshotUpdateState === "all";
}

function formatMatrix(): string {
  const lines = [
    "# Rights matrix",
    "",
    "Every route times every actor, with the status that is due; tried by `apps/server/src/testing/rights-matrix.test.ts`,",
    "which also writes this file (`vitest run apps/server/src/testing/rights-matrix.test.ts --update`).",
    "",
    `| route | ${ACTORS.join(" | ")} | note |`,
    `|---|${ACTORS.map(() => "---|").join("")}---|`,
    ...Object.entries(RIGHTS_MATRIX).map(
      ([route, { statuses, note }]) => `| \`${route}\` | ${statuses.join(" | ")} | ${note ?? ""} |`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
