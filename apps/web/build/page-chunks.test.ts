import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areaOf, ENTRY_ID, findAreas, type ModuleGraph, scriptOf } from "./page-chunks.ts";

/** Imports of each module; those of areas are prefixed with `>`. */
function graphOf(imports: Readonly<Record<string, readonly string[]>>): ModuleGraph {
  return {
    getModuleInfo: (id) => {
      const all = imports[id];
      if (!all) return null;
      return {
        importedIds: all.filter((name) => !name.startsWith(">")),
        dynamicallyImportedIds: all.filter((name) => name.startsWith(">")).map((name) => ENTRY_ID + name.slice(1)),
      };
    },
  };
}

describe("the areas of a module", () => {
  it("are those whose entries reach it, over any number of imports and through cycles", () => {
    const areas = findAreas(
      "main",
      graphOf({
        main: ["shell", ">slide"],
        shell: [],
        [`${ENTRY_ID}slide`]: ["viewer", ">slide-tools"],
        viewer: ["geometry"],
        geometry: ["viewer"],
        [`${ENTRY_ID}slide-tools`]: ["geometry", "shell"],
      }),
    );
    const of = (id: string) => [...(areas.get(id) ?? [])].sort();
    expect(of("shell")).toEqual(["slide-tools", "start"]);
    expect(of("viewer")).toEqual(["slide", "slide-tools"]);
    expect(of("geometry")).toEqual(["slide", "slide-tools"]);
    expect(of("main")).toEqual(["start"]);
  });

  it("are named by the path of the part; a part without an area is rejected with a hint", () => {
    const sources = "/somewhere/apps/web/src/";
    expect(areaOf(`${sources}slide/SlidePage.tsx`)).toBe("slide");
    expect(areaOf(`${sources}slide/SlideInformation.tsx`)).toBe("slide-tools");
    expect(areaOf(`${sources}manage/ContentManager.tsx`)).toBe("manage");
    expect(areaOf(`${sources}manage/AddCaseHere.tsx`)).toBe("editors");
    expect(areaOf("/somewhere/packages/viewer/src/annotation/edit-session.ts")).toBe("annotation");
    expect(areaOf(`${sources}app/frame/frame-bridge.ts`)).toBe("frame");
    expect(areaOf("@mantine/notifications")).toBe("shell");
    expect(() => areaOf(`${sources}unheard-of/Part.tsx`)).toThrow("add it to AREAS");
  });
});

it("the adapter for frames costs other pages nothing before the first tile: a small check loads it later", () => {
  const app = join(import.meta.dirname, "../src/app");
  const choice = readFileSync(join(app, "choose-bridge.ts"), "utf8");
  expect(choice).toContain('import("./frame/frame-bridge.ts")');
  expect(choice.length).toBeLessThan(2_000);
  for (const file of readdirSync(app).filter((name) => /\.tsx?$/.test(name)))
    expect(readFileSync(join(app, file), "utf8"), file).not.toMatch(/ from "[^"]*\/frame\//);
});

describe("the script of a module", () => {
  const ALL_AREAS = [
    ...["start", "slide", "case", "content", "search", "sign-in", "shell", "upload", "manage"],
    ...["editors", "annotation", "slide-tools", "rich-text", "radiology", "lazy-english", "german"],
  ];

  it("is that of its area if only one area has it", () => {
    expect(scriptOf(new Set(["content"]), false)).toBeNull();
    expect(scriptOf(new Set(["slide"]), true)).toBeNull();
  });

  it("is that of the start if the start has it, separate for libraries", () => {
    expect(scriptOf(new Set(["start", "slide"]), false)).toBe("start");
    expect(scriptOf(new Set(["start", "slide"]), true)).toBe("start-library");
  });

  it("depends only on scripts above it, for any imports", () => {
    const ORDER = [
      "start-library",
      "start",
      "viewer-library",
      "viewer",
      "components",
      "tools",
      "administration",
      null,
    ] as const;
    const areas = fc.uniqueArray(fc.constantFrom(...ALL_AREAS), { minLength: 1 });
    fc.assert(
      fc.property(areas, areas, fc.boolean(), fc.boolean(), (ofUser, more, isUserLibrary, isUsedLibrary) => {
        // A library does not import our modules; an imported module has at least the areas of its importer.
        fc.pre(!isUserLibrary || isUsedLibrary);
        const user = scriptOf(new Set(ofUser), isUserLibrary);
        const used = scriptOf(new Set([...ofUser, ...more]), isUsedLibrary);
        expect(ORDER.indexOf(used as (typeof ORDER)[number])).toBeLessThanOrEqual(
          ORDER.indexOf(user as (typeof ORDER)[number]),
        );
      }),
    );
  });
});
