import { describe, expect, it } from "vitest";
import { parseSourceFile } from "./source-files.ts";
import { findUnusedExports } from "./unused-exports.ts";

const AREA = "packages/core/src/area/area.ts";

/** The reported exports if these texts are the whole repository. */
const reported = (texts: Readonly<Record<string, string>>): string[] =>
  findUnusedExports(Object.entries(texts).map(([path, text]) => parseSourceFile(path, text)));

const isDead = (path: string) => [`${path} exports sum, which nothing uses: remove it`];
const isLocal = (path: string) => [`${path} exports sum, which only this file uses: remove the keyword export`];

describe("an export", () => {
  const SUM = "export const sum = (a: number) => a;";
  it("that another file imports is accepted", () =>
    expect(reported({ [AREA]: SUM, "e2e/a.spec.ts": `import { sum } from "../${AREA}";\nsum(1);` })).toEqual([]));
  it("that a test imports is accepted", () =>
    expect(
      reported({ [AREA]: SUM, "packages/core/src/area/area.test.ts": 'import { sum } from "./area.ts";' }),
    ).toEqual([]));
  it("that is loaded lazily is accepted", () =>
    expect(
      reported({ [AREA]: SUM, "packages/core/src/b.ts": 'const { sum } = await import("./area/area.ts");' }),
    ).toEqual([]));
  it("that is re-exported is accepted", () =>
    expect(reported({ [AREA]: SUM, "packages/core/src/b.ts": 'export { sum } from "./area/area.ts";' })).toEqual([]));
  it("without any use is reported", () => expect(reported({ [AREA]: SUM })).toEqual(isDead(AREA)));
  it("whose name only files that import another one have is reported", () =>
    expect(reported({ [AREA]: SUM, "packages/core/src/b.ts": "const sum = 2; sum;" })).toEqual(isDead(AREA)));
  it("whose name is in a comment only is reported", () =>
    expect(reported({ [AREA]: `/** Not sum. */\n${SUM}` })).toEqual(isDead(AREA)));
  it("that only its own file uses is reported", () =>
    expect(reported({ [AREA]: `${SUM}\nconsole.log(sum(1));` })).toEqual(isLocal(AREA)));
  it("of a type is reported like any other", () =>
    expect(reported({ [AREA]: "export interface sum { readonly a: 1 }" })).toEqual(isDead(AREA)));
  it("of a library can be used only in its own file, but must be used", () => {
    const path = "packages/viewer/src/sum.ts";
    expect(reported({ [path]: `${SUM}\nconsole.log(sum(1));` })).toEqual([]);
    expect(reported({ [path]: SUM })).toEqual(isDead(path));
  });
  for (const path of ["apps/server/src/content/tag/tag.table.ts", "apps/server/src/platform/db/migrations/1.ts"])
    it(`of ${path} is not checked`, () => expect(reported({ [path]: SUM })).toEqual([]));
});
