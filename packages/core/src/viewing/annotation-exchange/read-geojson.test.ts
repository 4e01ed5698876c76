import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measure } from "../../geometry/measurement.ts";
import { verticesOf } from "../../geometry/shape.ts";
import { formatWkt } from "../../geometry/wkt.ts";
import { type FileAnnotation, type FileEntry, FileProblem } from "./exchanged-annotation.ts";
import { readGeoJson } from "./read-geojson.ts";

const SQUARE = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [0, 9],
      [9, 9],
      [9, 0],
      [0, 0],
    ],
  ],
};
const feature = (properties: object | null, geometry: unknown = SQUARE, more: object = {}) => ({
  type: "Feature",
  properties,
  geometry,
  ...more,
});

const read = (data: unknown): FileEntry[] => [...readGeoJson(typeof data === "string" ? data : JSON.stringify(data))];

function only(data: unknown): FileAnnotation {
  const [entry, ...others] = read(data);
  expect(others).toEqual([]);
  if (!entry?.read.ok) throw new Error(JSON.stringify(entry));
  return entry.read.annotation;
}

describe("a file can be", () => {
  const collection = { type: "FeatureCollection", features: [feature({ name: "A" }), feature({ name: "B" })] };
  const cases: [what: string, data: unknown, count: number][] = [
    ["a collection of features", collection, 2],
    ["a list of features", [feature({}), feature({}), feature({})], 3],
    ["one feature", feature({}), 1],
    ["a bare geometry", SQUARE, 1],
    ["a collection of geometries", { type: "GeometryCollection", geometries: [SQUARE, SQUARE] }, 2],
    [
      "a feature with a collection of them",
      feature({}, { type: "GeometryCollection", geometries: [SQUARE, SQUARE] }),
      2,
    ],
    [
      "collections in collections",
      { type: "GeometryCollection", geometries: [{ type: "GeometryCollection", geometries: [SQUARE] }, SQUARE] },
      2,
    ],
  ];
  for (const [what, data, count] of cases) {
    it(what, () => expect(read(data).filter((entry) => entry.read.ok)).toHaveLength(count));
  }
});

describe("rejects the complete file", () => {
  const deep = `${"[".repeat(33)}${"]".repeat(33)}`;
  const cases: [what: string, text: string, problem: string][] = [
    ["that is not JSON", '{"type": ', "The file is not valid JSON."],
    ["that is other JSON", '{"a": 1}', "The file is JSON but not GeoJSON: “type” is missing."],
    ["without features", '{"type": "FeatureCollection"}', "The file is a FeatureCollection without features."],
    ["that is nested deeper than 32 levels", deep, "The file is nested more than 32 levels deep."],
  ];
  for (const [what, text, problem] of cases) it(what, () => expect(() => read(text)).toThrow(new FileProblem(problem)));
  it("but accepts 32 levels, and brackets in a text", () => {
    const nested = JSON.parse(`${"[".repeat(28)}${"]".repeat(28)}`);
    expect(read(feature({ name: "[".repeat(100), nested }))).toHaveLength(1);
  });
});

describe("the title comes from", () => {
  const cases: [what: string, properties: object | null, title: string, content: string][] = [
    ["the name", { name: "Glomerulus" }, "Glomerulus", ""],
    ["the class", { classification: { name: "Tumor", color: [200, 0, 0] } }, "Tumor", ""],
    ["the name, and the class is also kept", { name: "ROI 3", classification: { name: "Tumor" } }, "ROI 3", "Tumor"],
    ["both, if they are equal", { name: "Tumor", classification: { name: "Tumor" } }, "Tumor", ""],
    ["a class of several names", { classification: { names: ["Tumor", "Positive"] } }, "Tumor: Positive", ""],
    ["a class of an old file", { classification: { name: "Stroma", colorRGB: -16724737 } }, "Stroma", ""],
    ["a class as a text", { classification: "Tumor" }, "Tumor", ""],
    ["a class printed by Python", { classification: "{'name': 'Tumor'}" }, "Tumor", ""],
    ["the object type: a detection", { objectType: "detection" }, "Detection", ""],
    ["a cell", { objectType: "cell" }, "Cell", ""],
    ["a tile", { objectType: "tile" }, "Tile", ""],
    ["a core", { objectType: "tma_core" }, "TMA core", ""],
    ["an annotation", { objectType: "annotation", isLocked: true, measurements: { Area: 7 } }, "Annotation", ""],
    ["nothing at all", null, "Annotation", ""],
    ["an object type named like a built-in property", { objectType: "constructor" }, "Annotation", ""],
  ];
  for (const [what, properties, title, content] of cases) {
    it(what, () => expect(only(feature(properties))).toMatchObject({ title, content, typeId: null, order: null }));
  }
});

describe("reports an invalid item by position and name, and reads the others", () => {
  const cases: [problem: string, geometry: unknown][] = [
    ["It has no geometry.", null],
    ['"Circle" is not a supported geometry type.', { type: "Circle", coordinates: [1, 2] }],
    ['"GeometryCollection" is not a supported geometry type.', { type: "GeometryCollection", geometries: [] }],
    ['"toString" is not a supported geometry type.', { type: "toString", coordinates: [] }],
    ["A position is not two numbers.", { type: "Point", coordinates: ["1", 2] }],
    ["A position is not two numbers.", { type: "Point", coordinates: [1] }],
    ["A line needs at least two points.", { type: "LineString", coordinates: [[1, 2]] }],
    ["The geometry has a line without points.", { type: "LineString", coordinates: [] }],
    [
      "A polygon needs at least three corners.",
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [
      "The outline of a polygon is not closed.",
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
          ],
        ],
      },
    ],
    ["The geometry has a polygon without an outline.", { type: "Polygon", coordinates: [] }],
    ["The geometry has no points.", { type: "MultiPoint" }],
    [
      "The geometry has more than 20000 points.",
      { type: "MultiPoint", coordinates: Array.from({ length: 20_001 }, () => [1, 2]) },
    ],
  ];
  for (const [problem, geometry] of cases) {
    it(`${problem} ${JSON.stringify(geometry).slice(0, 60)}`, () => {
      const [first, bad, last] = read([
        feature({ name: "A" }),
        feature({ name: "Odd" }, geometry),
        feature({ name: "B" }),
      ]);
      expect([first?.read.ok, last?.read.ok]).toEqual([true, true]);
      expect(bad).toMatchObject({ index: 2, name: "Odd", read: { ok: false, problem } });
    });
  }
  it("a coordinate that is too large", () => {
    const [entry] = read('{"type":"Point","coordinates":[1e999,1]}');
    expect(entry?.read).toEqual({ ok: false, problem: "The geometry has a coordinate that is not finite." });
  });
  it("a value that is not an object", () => {
    for (const odd of [7, "text", null, true, []]) expect(read([odd])[0]?.read.ok, String(odd)).toBe(false);
  });
});

describe("data that annotations cannot have", () => {
  it("nuclei of cells are counted, once for each cell", () => {
    const cells = [1, 2, 3].map(() => feature({ objectType: "cell" }, SQUARE, { nucleusGeometry: SQUARE }));
    expect(read([...cells, feature({})]).reduce((sum, { nuclei }) => sum + nuclei, 0)).toBe(3);
  });
  it("heights of positions are ignored", () => {
    expect(
      only({
        type: "LineString",
        coordinates: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      }).shape,
    ).toEqual({
      kind: "line",
      path: [
        [1, 2],
        [4, 5],
      ],
    });
  });
});

describe("Parfocal's own fields", () => {
  const own = { content: "Text", link: "", typeId: 216, order: 4 };
  it("a type that does not fit the shape is ignored", () => {
    expect(only(feature({ name: "A", parfocal: { ...own, typeId: 215 } })).typeId).toBeNull();
    expect(only(feature({ name: "A", parfocal: { ...own, typeId: 999 } })).typeId).toBeNull();
    expect(only(feature({ name: "A", parfocal: own })).typeId).toBe(216);
  });
  it("a text without content does not keep its type", () => {
    const point = { type: "Point", coordinates: [1, 2] };
    expect(only(feature({ name: "A", parfocal: { ...own, typeId: 212 } }, point)).typeId).toBe(212);
    expect(only(feature({ name: "A", parfocal: { ...own, typeId: 212, content: "" } }, point)).typeId).toBeNull();
  });
  it("values of the wrong type are ignored", () => {
    const odd = { content: "Text", link: 7, typeId: "216", order: "4", zoom: {}, includeMeasurement: "yes" };
    expect(only(feature({ name: 9, parfocal: odd }))).toMatchObject({
      title: "",
      content: "Text",
      link: "",
      typeId: null,
      order: null,
      zoom: null,
      includeMeasurement: false,
    });
  });
});

/** ../shared/data/MANIFEST.md, "GeoJSON and WKT": the number of geometries of each type in each file. */
const GEO_FOLDER = join(import.meta.dirname, "../../../../../../shared/data/geo");
const FILES: [file: string, kinds: Record<string, number>][] = [
  ["TD_01_verysmall_mIF.geojson", { polygon: 6, point: 3 }],
  ["qupath_lmd_test.geojson", { point: 3, polygon: 2 }],
  ["qupath_lmd_test_point.geojson", { polygon: 1, point: 1 }],
  ["qupath_lmd_test_missing_classification.geojson", { polygon: 2 }],
  ["qupath_lmd_test.group_labelled_shapes.geojson", { polygon: 2 }],
  ["qupath_lmd_test_low_intersection.geojson", { point: 3, polygon: 1 }],
  ["polygon.geojson", { multiPolygon: 1 }],
  ["sample.geojson", { polygon: 10 }],
];

describe.skipIf(!existsSync(GEO_FOLDER))(
  "files of other programs (needs ../shared/data/geo) have the annotation counts of their manifest",
  () => {
    for (const [file, kinds] of FILES) {
      it(file, () => {
        const found = read(readFileSync(join(GEO_FOLDER, file), "utf8")).map((entry) => {
          if (!entry.read.ok) throw new Error(entry.read.problem);
          return entry.read.annotation;
        });
        const counts: Record<string, number> = {};
        for (const { shape } of found) counts[shape.kind] = (counts[shape.kind] ?? 0) + 1;
        expect(counts).toEqual(kinds);
        expect(found.every(({ title }) => title !== "")).toBe(true);
      });
    }
    it("the polygon of QuPath's tests has three parts with all holes and points", () => {
      const text = readFileSync(join(GEO_FOLDER, "polygon.geojson"), "utf8");
      const { shape } = only(text);
      if (shape.kind !== "multiPolygon") throw new Error(shape.kind);
      const data = JSON.parse(text) as { coordinates: number[][][][] };
      expect(shape.polygons.map((rings) => rings.length)).toEqual(data.coordinates.map((rings) => rings.length));
      expect(verticesOf(shape)).toEqual(data.coordinates.flat().flatMap((ring) => ring.slice(0, -1)));
      // Shoelace over the file's own numbers.
      const areaOf = (ring: number[][]) =>
        Math.abs(
          ring
            .slice(1)
            .reduce((sum, [x = 0, y = 0], at) => sum + (ring[at]?.[0] ?? 0) * y - x * (ring[at]?.[1] ?? 0), 0),
        ) / 2;
      const area = data.coordinates.reduce(
        (sum, [outline = [], ...holes]) => sum + areaOf(outline) - holes.reduce((all, hole) => all + areaOf(hole), 0),
        0,
      );
      const measured = measure(shape, { x: 1, y: 1 });
      const um2 = (measured?.value ?? 0) * (measured?.unit === "mm²" ? 1e6 : 1);
      expect(um2).toBeCloseTo(area, 3);
      expect(formatWkt(shape)).toMatch(/^MULTIPOLYGON/);
    });
  },
);
