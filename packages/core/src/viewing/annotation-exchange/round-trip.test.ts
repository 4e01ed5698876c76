import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { formatWkt } from "../../geometry/wkt.ts";
import { ANNOTATION_TYPES } from "../annotation/annotation-types.ts";
import { annotationCsvHead, annotationCsvRow } from "./annotation-csv.ts";
import type { ExchangedAnnotation, FileAnnotation } from "./exchanged-annotation.ts";
import { readAnnotationFile } from "./read-annotation-file.ts";
import { featureOf } from "./write-geojson.ts";

/** Any coordinate on a slide: integer, with all decimals, far away, tiny. */
const coordinate = fc.oneof(
  fc.integer({ min: -2_000_000, max: 2_000_000 }),
  fc.double({ min: -3e6, max: 3e6, noNaN: true }).map((value) => value + 0),
  fc.constantFrom(0.1 + 0.2, 1e-7, 123456.789012345, 5e-324, Number.MAX_SAFE_INTEGER),
);
const point = fc.tuple(coordinate, coordinate) as fc.Arbitrary<SlidePoint>;
const path = fc.array(point, { minLength: 2, maxLength: 6 });
const ring = fc.array(point, { minLength: 3, maxLength: 6 });
const rings = fc.array(ring, { minLength: 1, maxLength: 3 });

const SHAPES: Readonly<Record<Shape["kind"], fc.Arbitrary<Shape>>> = {
  point: point.map((one) => ({ kind: "point", point: one })),
  line: path.map((one) => ({ kind: "line", path: one })),
  polygon: rings.map((one) => ({ kind: "polygon", rings: one })),
  multiPoint: fc.array(point, { minLength: 1, maxLength: 5 }).map((points) => ({ kind: "multiPoint", points })),
  multiLine: fc.array(path, { minLength: 1, maxLength: 3 }).map((paths) => ({ kind: "multiLine", paths })),
  multiPolygon: fc.array(rings, { minLength: 1, maxLength: 3 }).map((polygons) => ({ kind: "multiPolygon", polygons })),
};

const text = fc.string({
  unit: fc.constantFrom("a", "µ", ",", '"', "'", "\n", "\r\n", "=", "-", " ", "{", "😀", "\\"),
  maxLength: 12,
});

/** With a type that fits the shape. */
function annotationWith(shape: Shape, texts: { title: string; content: string; typeAt: number }): ExchangedAnnotation {
  const fitting = ANNOTATION_TYPES.filter(({ geometry }) => (geometry as readonly string[]).includes(shape.kind));
  return {
    id: 7,
    imageId: 3,
    typeId: fitting[texts.typeAt % fitting.length]?.id ?? 211,
    title: `T${texts.title}`,
    content: `C${texts.content}`,
    link: "https://atlas.example.org/?a=1,2",
    zoom: 3.25,
    measurement: null,
    includeMeasurement: texts.typeAt % 2 === 0,
    geometry: formatWkt(shape),
    order: 12,
    author: "Eva Expert",
    isStudent: false,
    userCanEdit: true,
    createdAt: "2026-01-02T03:04:05.000Z",
    updatedAt: "2026-01-02T03:04:05.000Z",
  };
}

const FILES: Readonly<Record<string, (annotation: ExchangedAnnotation) => string>> = {
  geojson: (annotation) => JSON.stringify({ type: "FeatureCollection", features: [featureOf(annotation)] }),
  csv: (annotation) => annotationCsvHead() + annotationCsvRow(annotation),
};

function readBack(file: string): FileAnnotation {
  const [entry] = readAnnotationFile(file).entries;
  if (!entry?.read.ok) throw new Error(JSON.stringify(entry));
  return entry.read.annotation;
}

for (const [name, fileOf] of Object.entries(FILES)) {
  describe(`an annotation exported as ${name} is imported`, () => {
    for (const [kind, shape] of Object.entries(SHAPES)) {
      it(`${kind}: unchanged, with type, texts, link and order`, () => {
        const options = fc.record({ title: text, content: text, typeAt: fc.nat(9) });
        fc.assert(
          fc.property(shape, options, (drawn, texts) => {
            const sent = annotationWith(drawn, texts);
            const { shape: read, ...rest } = readBack(fileOf(sent));
            expect(formatWkt(read)).toBe(sent.geometry);
            const { typeId, title, content, link, zoom, includeMeasurement, order } = sent;
            expect(rest).toEqual({ typeId, title, content, link, zoom, includeMeasurement, order });
          }),
          { numRuns: 60 },
        );
      });
    }
  });
}

it("an asymmetric outline keeps its orientation and direction", () => {
  const drawn = "POLYGON ((0 0, 300.5 10, 290 95.25, 120 60, 40 200, 0 0), (10 10, 10 20, 30 20, 10 10))";
  for (const fileOf of Object.values(FILES)) {
    const sent = {
      ...annotationWith({ kind: "point", point: [0, 0] }, { title: "", content: "", typeAt: 0 }),
      typeId: 211,
    };
    expect(formatWkt(readBack(fileOf({ ...sent, geometry: drawn })).shape)).toBe(drawn);
  }
});
