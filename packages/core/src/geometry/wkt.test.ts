import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shape } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";
import { formatWkt, parseWkt, WKT_MAX_CHARACTERS, WKT_MAX_POINTS } from "./wkt.ts";

const read: [text: string, shape: Shape][] = [
  ["POINT (1 2)", { kind: "point", point: [1, 2] }],
  ["point(1 2)", { kind: "point", point: [1, 2] }],
  ["  POINT\n(\t-1.5   .25 )  ", { kind: "point", point: [-1.5, 0.25] }],
  ["POINT (1e3 -2.5E-2)", { kind: "point", point: [1000, -0.025] }],
  ["POINT (+1 5.)", { kind: "point", point: [1, 5] }],
  [
    "LINESTRING (0 0, 3 4)",
    {
      kind: "line",
      path: [
        [0, 0],
        [3, 4],
      ],
    },
  ],
  [
    "POLYGON ((0 0, 9 0, 9 9, 0 0))",
    {
      kind: "polygon",
      rings: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
        ],
      ],
    },
  ],
  [
    "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))",
    {
      kind: "polygon",
      rings: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
        ],
        [
          [2, 1],
          [3, 1],
          [3, 2],
        ],
      ],
    },
  ],
  [
    "MULTIPOINT ((1 2), (3 4))",
    {
      kind: "multiPoint",
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    "MULTIPOINT (1 2, 3 4)",
    {
      kind: "multiPoint",
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
    {
      kind: "multiLine",
      paths: [
        [
          [0, 0],
          [1, 1],
        ],
        [
          [2, 2],
          [3, 3],
        ],
      ],
    },
  ],
  [
    "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))",
    {
      kind: "multiPolygon",
      polygons: [
        [
          [
            [0, 0],
            [9, 0],
            [9, 9],
          ],
        ],
      ],
    },
  ],
];

describe("reads", () => {
  for (const [text, shape] of read) {
    it(JSON.stringify(text), () => expect(parseWkt(text)).toEqual({ ok: true, shape }));
  }
});

const rejected: [text: string, problem: RegExp][] = [
  ["", /Expected a word/],
  ["   ", /Expected a word/],
  ["CIRCLE (0 0, 5)", /"CIRCLE" is not a supported geometry/],
  ["GEOMETRYCOLLECTION (POINT (1 2))", /is not a supported geometry/],
  ["constructor (1 2)", /"CONSTRUCTOR" is not a supported geometry/],
  ["POINT EMPTY", /Expected a number/],
  ["POINT Z (1 2 3)", /Expected a number/],
  ["POINT (1 2 3)", /Expected "\)"/],
  ["POINT (1)", /Expected a number/],
  ["POINT (1 2", /Expected "\)" at character 11/],
  ["POINT (1 2) POINT (3 4)", /Unexpected text after the geometry/],
  ["POINT (1 2);", /Unexpected text after the geometry/],
  ["POINT (1,2)", /Expected a number/],
  ["POINT (NaN 0)", /Expected a number/],
  ["POINT (Infinity 0)", /Expected a number/],
  ["POINT (1e999 0)", /not finite/],
  ["POINT (0x10 0)", /Expected a number/],
  ["SRID=4326;POINT (1 2)", /is not a supported geometry/],
  ["LINESTRING (0 0)", /at least two points/],
  ["POLYGON ((0 0, 9 0, 0 0))", /at least three corners/],
  ["POLYGON ((0 0, 9 0, 9 9, 0 9))", /not closed/],
  ["POLYGON (0 0, 9 0, 9 9, 0 0)", /Expected "\("/],
  ["POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 2))", /at least three corners/],
  ["POINT (1 2)\u0000", /Unexpected text after the geometry/],
];

describe("rejects with a message", () => {
  for (const [text, problem] of rejected) {
    it(JSON.stringify(text), () => {
      const result = parseWkt(text);
      expect(result).toEqual({ ok: false, problem: expect.stringMatching(problem) });
      if (!result.ok) expect(result.problem).toMatch(/\.$/);
    });
  }
});

describe("limits", () => {
  const multiPoint = (count: number) => `MULTIPOINT (${Array.from({ length: count }, () => "1 2").join(",")})`;

  it(`${WKT_MAX_POINTS} points are accepted, one more is not`, () => {
    expect(parseWkt(multiPoint(WKT_MAX_POINTS)).ok).toBe(true);
    expect(parseWkt(multiPoint(WKT_MAX_POINTS + 1))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/20000 points/),
    });
  });

  it("256 KiB are accepted, one more character is not", () => {
    const padded = (length: number) => `POINT (1 2)${" ".repeat(length - 11)}`;
    expect(parseWkt(padded(WKT_MAX_CHARACTERS)).ok).toBe(true);
    expect(parseWkt(padded(WKT_MAX_CHARACTERS + 1))).toEqual({
      ok: false,
      problem: "The geometry is longer than 256 KiB.",
    });
  });

  for (const [what, text] of [
    ["brackets", "(".repeat(WKT_MAX_CHARACTERS)],
    ["opened polygons", `MULTIPOLYGON ${"(".repeat(WKT_MAX_CHARACTERS - 14)}`],
    ["digits", `POINT (${"1".repeat(WKT_MAX_CHARACTERS - 8)}`],
    ["letters", "A".repeat(WKT_MAX_CHARACTERS)],
    ["commas", `MULTIPOINT (${"1 1,".repeat(60_000)}`],
  ] as const) {
    it(`a text full of ${what} is parsed quickly`, () => {
      const before = processorMs();
      expect(parseWkt(text).ok).toBe(false);
      expect(processorMs() - before).toBeLessThan(1_000);
    });
  }
});

const coordinate = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const point = fc.tuple(coordinate, coordinate) as fc.Arbitrary<SlidePoint>;
const path = fc.array(point, { minLength: 2, maxLength: 12 });
const ring = fc.array(point, { minLength: 3, maxLength: 12 });
const rings = fc.array(ring, { minLength: 1, maxLength: 3 });
const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  point.map((value): Shape => ({ kind: "point", point: value })),
  path.map((value): Shape => ({ kind: "line", path: value })),
  rings.map((value): Shape => ({ kind: "polygon", rings: value })),
  fc.array(point, { minLength: 1, maxLength: 5 }).map((points): Shape => ({ kind: "multiPoint", points })),
  fc.array(path, { minLength: 1, maxLength: 3 }).map((paths): Shape => ({ kind: "multiLine", paths })),
  fc.array(rings, { minLength: 1, maxLength: 3 }).map((polygons): Shape => ({ kind: "multiPolygon", polygons })),
);

describe("any shape", () => {
  it("is the same after writing and reading, to the last digit", () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        expect(parseWkt(formatWkt(shape))).toEqual({ ok: true, shape });
      }),
    );
  });

  it("is written identically after reading: the format is canonical", () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const text = formatWkt(shape);
        const again = parseWkt(text.toLowerCase().replaceAll(" ", "  "));
        expect(again.ok && formatWkt(again.shape)).toBe(text);
      }),
    );
  });
});

it("any text gets a result, never an exception", () => {
  const near = fc
    .array(
      fc.constantFrom(
        "POINT",
        "POLYGON",
        "MULTIPOLYGON",
        "(",
        ")",
        ",",
        " ",
        "1",
        "-2.5",
        "e",
        ".",
        "\n",
        "é",
        "\u0000",
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (text) => {
      expect(typeof parseWkt(text).ok).toBe("boolean");
    }),
    { numRuns: 500 },
  );
});

it("a coordinate that is not finite cannot be written", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(() => formatWkt({ kind: "point", point: [value, 0] })).toThrow(RangeError);
});

const GEO_FOLDER = new URL("../../../../../shared/data/geo/", import.meta.url);
/** Coastlines and an outline of a plane, with known numbers of points; files beyond our limits are rejected. */
const files: [name: string, expected: RegExp | "read"][] = [
  ["plane.wkt", "read"],
  ["uk.wkt", "read"],
  ["papua.wkt", "read"],
  ["africa.wkt", /256 KiB/],
];
for (const [name, expected] of files) {
  const file = new URL(name, GEO_FOLDER);
  it.skipIf(!existsSync(file))(
    `../shared/data/geo/${name} is ${expected === "read" ? "read" : "rejected"} (skipped if missing)`,
    () => {
      const text = readFileSync(file, "utf8");
      const result = parseWkt(text);
      if (expected !== "read")
        return expect(result).toMatchObject({ ok: false, problem: expect.stringMatching(expected) });
      expect(result.ok).toBe(true);
      if (result.ok) expect(parseWkt(formatWkt(result.shape))).toEqual(result);
    },
  );
}

/** CPU time of this process, ms: independent of other programs on the machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
