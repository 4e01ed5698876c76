import { describe, expect, it } from "vitest";
import type { FileAnnotation } from "../slide-source.ts";
import { buildDicom, type DicomElements } from "../testing/build-dicom.ts";
import { ANNOTATIONS, nativeSlide } from "../testing/build-dicom-slide.ts";
import { temporaryDicomSets } from "../testing/dicom-sets.ts";
import { buildPicture } from "../testing/pictures.ts";

const probeSet = temporaryDicomSets();
const SLIDE_UID = "1.2.3.150.110";
const HALF_UID = "1.2.3.75.55";

/** As with most scanners: a row runs down the glass, a column to the left. */
const ON_GLASS: DicomElements = {
  ImageOrientationSlide: "0\\-1\\0\\-1\\0\\0",
  TotalPixelMatrixOriginSequence: [{ XOffsetInSlideCoordinateSystem: 20, YOffsetInSlideCoordinateSystem: 40 }],
  SharedFunctionalGroupsSequence: [{ PixelMeasuresSequence: [{ PixelSpacing: "0.001\\0.0005" }] }],
};

const group = (GraphicType: string, points: readonly number[], more: DicomElements = {}): DicomElements => ({
  GraphicType,
  AnnotationGroupLabel: "Tumour",
  DoublePointCoordinatesData: points,
  ...more,
});

async function read(groups: readonly DicomElements[], more: DicomElements = {}): Promise<readonly FileAnnotation[]> {
  const annotations = buildDicom({
    elements: {
      SOPClassUID: ANNOTATIONS,
      AnnotationCoordinateType: "2D",
      ReferencedImageSequence: [{ ReferencedSOPInstanceUID: SLIDE_UID }],
      AnnotationGroupSequence: groups,
      ...more,
    },
  });
  const slide = await probeSet({
    slide: nativeSlide(buildPicture(150, 110), { elements: ON_GLASS }),
    half: nativeSlide(buildPicture(75, 55)),
    annotations,
  });
  return slide.readAnnotations!();
}

describe("annotations of a DICOM set", () => {
  it("points, separately", async () => {
    expect(await read([group("POINT", [1.5, 2, 30, 40])])).toEqual([
      { shape: "point", pointsPx: [[1.5, 2]], label: "Tumour" },
      { shape: "point", pointsPx: [[30, 40]], label: "Tumour" },
    ]);
  });

  it("lines and polygons, whose start indices are counted from 1", async () => {
    const points = [0, 0, 10, 0, 10, 10, 50, 50, 60, 50, 60, 60, 50, 60];
    for (const [type, shape] of [
      ["POLYLINE", "polyline"],
      ["POLYGON", "polygon"],
    ] as const) {
      expect(await read([group(type, points, { LongPrimitivePointIndexList: [1, 7] })])).toEqual([
        {
          shape,
          pointsPx: [
            [0, 0],
            [10, 0],
            [10, 10],
          ],
          label: "Tumour",
        },
        {
          shape,
          pointsPx: [
            [50, 50],
            [60, 50],
            [60, 60],
            [50, 60],
          ],
          label: "Tumour",
        },
      ]);
    }
  });

  it("rectangles, also with numbers of 32 bits and without a name", async () => {
    const rectangle = { GraphicType: "RECTANGLE", PointCoordinatesData: [1, 1, 5, 1, 5, 4, 1, 4] };
    expect(await read([rectangle])).toEqual([
      {
        shape: "polygon",
        pointsPx: [
          [1, 1],
          [5, 1],
          [5, 4],
          [1, 4],
        ],
        label: "Annotation",
      },
    ]);
  });

  it("ellipses, as polygons whose vertices are on them", async () => {
    // Around (50, 40), half axes 20 and 10, rotated by 90 degrees.
    const [ellipse] = await read([group("ELLIPSE", [50, 20, 50, 60, 40, 40, 60, 40])]);
    expect(ellipse!.shape).toBe("polygon");
    expect(ellipse!.pointsPx.length).toBeGreaterThanOrEqual(32);
    for (const [x, y] of ellipse!.pointsPx) expect(((x - 50) / 10) ** 2 + ((y - 40) / 20) ** 2).toBeCloseTo(1, 9);
  });

  it("drawn on a smaller level are enlarged", async () => {
    const onHalf = { ReferencedImageSequence: [{ ReferencedSOPInstanceUID: HALF_UID }] };
    expect((await read([group("POINT", [10, 20])], onHalf))[0]!.pointsPx).toEqual([[20, 40]]);
  });

  it("in mm on the glass are converted to pixels", async () => {
    const is3d = { AnnotationCoordinateType: "3D" };
    // 100 columns down the glass of 0.5 µm, 50 rows to its left of 1 µm.
    const points = [20 - 0.05, 40 - 0.05, 0];
    const [withHeight] = await read([group("POINT", points)], is3d);
    const [common] = await read([group("POINT", points.slice(0, 2), { CommonZCoordinateValue: 0 })], is3d);
    for (const annotation of [withHeight, common]) {
      expect(annotation!.pointsPx[0]![0]).toBeCloseTo(100.5, 6);
      expect(annotation!.pointsPx[0]![1]).toBeCloseTo(50.5, 6);
    }
  });

  it("of another slide are ignored", async () => {
    const elsewhere = { ReferencedImageSequence: [{ ReferencedSOPInstanceUID: "7.7" }] };
    expect(await read([group("POINT", [1, 2])], elsewhere)).toEqual([]);
  });

  it("at most 20,000", async () => {
    const many = Array.from({ length: 2 * 20_500 }, (_, i) => i % 100);
    expect(await read([group("POINT", many)])).toHaveLength(20_000);
  });

  const lies: [what: string, group: DicomElements][] = [
    [
      "an index beyond the points",
      group("POLYGON", [0, 0, 1, 0, 1, 1], { LongPrimitivePointIndexList: [4_000_000_000] }),
    ],
    ["an index of 0", group("POLYGON", [0, 0, 1, 0, 1, 1], { LongPrimitivePointIndexList: [0] })],
    ["decreasing indices", group("POLYGON", [0, 0, 1, 0, 1, 1], { LongPrimitivePointIndexList: [5, 1, 6] })],
    ["no index", group("POLYGON", [0, 0, 1, 0, 1, 1])],
    ["a polygon of two points", group("POLYGON", [0, 0, 1, 0], { LongPrimitivePointIndexList: [1] })],
    ["half a rectangle", group("RECTANGLE", [0, 0, 1, 0])],
    ["invalid numbers", group("POINT", [Number.NaN, Number.POSITIVE_INFINITY])],
    ["an unknown shape", group("SPIRAL", [0, 0, 1, 0])],
  ];
  for (const [what, lie] of lies) {
    it(`${what}: the others are shown`, async () => {
      const shown = await read([lie, group("POINT", [3, 4])]);
      expect(shown.at(-1)).toEqual({ shape: "point", pointsPx: [[3, 4]], label: "Tumour" });
      expect(shown.length).toBeLessThanOrEqual(2);
    });
  }
});
