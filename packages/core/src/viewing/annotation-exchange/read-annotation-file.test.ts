import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verticesOf } from "../../geometry/shape.ts";
import { FileProblem } from "./exchanged-annotation.ts";
import { annotationFileKindOf, readAnnotationFile } from "./read-annotation-file.ts";

describe("detects the format of a file by its content", () => {
  const cases: [text: string, kind: ReturnType<typeof annotationFileKindOf>][] = [
    ['{"type":"Feature"}', "geojson"],
    ["\n  [ ]", "geojson"],
    ["\uFEFF{}", "geojson"],
    ["POINT (1 2)", "wkt"],
    ["\n multipolygon (((0 0, 1 1, 1 0, 0 0)))", "wkt"],
    ["GEOMETRYCOLLECTION (POINT (1 2))", "wkt"],
    ["title,wkt\nA,POINT (1 2)", "csv"],
    ["POINTLESS", null],
    ["name,x,y\n", null],
    ["", null],
    ["%PDF-1.7", null],
  ];
  for (const [text, kind] of cases)
    it(`${JSON.stringify(text)}: ${kind}`, () => expect(annotationFileKindOf(text)).toBe(kind));
  it("any other file is rejected with a message", () => {
    expect(() => readAnnotationFile("%PDF")).toThrow(
      new FileProblem("The file is not GeoJSON, WKT, or a CSV table with a “wkt” column."),
    );
  });
});

describe("a file of WKT", () => {
  const read = (text: string) => [...readAnnotationFile(text).entries];
  const kindsOf = (text: string) =>
    read(text).map((entry) => (entry.read.ok ? entry.read.annotation.shape.kind : entry.read.problem));
  const cases: [what: string, text: string, expected: string[]][] = [
    ["one per line", "POINT (1 2)\nLINESTRING (0 0, 1 1)\n", ["point", "line"]],
    ["over several lines", "POLYGON ((0 0,\n 1 0,\r\n 1 1,\n 0 0))\n\nPOINT\n(3 4)", ["polygon", "point"]],
    ["with something between them", "POINT (1 2);\nPOINT (3 4),\n", ["point", "point"]],
    [
      "an invalid one among valid ones",
      "POINT (1 2)\nPOINT (x y)\nPOINT (3 4)",
      ["point", "Expected a number at character 8 of the geometry.", "point"],
    ],
    [
      "an invalid line",
      "POINT (1 2)\n# a remark\nPOINT (3 4)",
      ["point", "Expected a word at character 1 of the geometry.", "point"],
    ],
    [
      "one that is never closed",
      "POINT (1 2)\nPOLYGON ((0 0, 1 1",
      ["point", 'Expected ")" at character 19 of the geometry.'],
    ],
    ["a collection", "GEOMETRYCOLLECTION (POINT (1 2))", ['"GEOMETRYCOLLECTION" is not a supported geometry type.']],
    ["three-dimensional ones", "POINT Z (1 2 3)", ["Expected a number at character 7 of the geometry."]],
  ];
  for (const [what, text, expected] of cases) it(what, () => expect(kindsOf(text)).toEqual(expected));
  it("reports the position in the file, starting at 1", () => {
    expect(read("POINT (1 2)\nPOINT (x)").map(({ index }) => index)).toEqual([1, 2]);
  });

  /** ../shared/data/MANIFEST.md, "GeoJSON and WKT". */
  const folder = join(import.meta.dirname, "../../../../../../shared/data/geo");
  const files: [file: string, kind: string, count: number | null, points: number | null][] = [
    ["uk.wkt", "multiPolygon", 1, 1690],
    ["plane.wkt", "line", 1, 258],
    ["papua.wkt", "multiPolygon", 1, 3038],
    ["africa.wkt", "polygon", null, null],
  ];
  describe.skipIf(!existsSync(folder))("of others (needs ../shared/data/geo) goes in as its manifest counts it", () => {
    for (const [file, kind, count, points] of files) {
      it(file, () => {
        const text = readFileSync(join(folder, file), "utf8");
        const shapes = read(text).map((entry) => {
          if (!entry.read.ok) throw new Error(entry.read.problem);
          return entry.read.annotation.shape;
        });
        expect(new Set(shapes.map((shape) => shape.kind))).toEqual(new Set([kind]));
        expect(shapes).toHaveLength(count ?? text.match(/POLYGON/g)?.length ?? 0);
        // Manifests include the closing point of a ring.
        const rings = shapes.flatMap((shape) => (shape.kind === "multiPolygon" ? shape.polygons.flat() : []));
        if (points !== null) expect(shapes.flatMap(verticesOf).length + rings.length).toBe(points);
      });
    }
  });
});
