/**
 * Reads shapes drawn on a DICOM slide from its annotation instances, in full-resolution pixels.
 *
 * Source: DICOM PS3.3, section C.37.1 (Microscopy Bulk Simple Annotations): 2D coordinates are pixels of the referenced
 * image, whose first pixel spans 0 to 1; 3D ones are mm on the glass.
 */
import { type FileAnnotation, SlideFileError } from "../slide-source.ts";
import type { DataSet } from "./data-set.ts";
import { glassToPixels } from "./glass-geometry.ts";
import { readDicomFile } from "./read-data-set.ts";
import type { DicomAnnotations, DicomPicture } from "./slide-object.ts";

/** Maximum number: more would slow down every view of the slide. */
export const MAX_FILE_ANNOTATIONS = 20_000;
const MAX_POINTS = 2_000_000;

const UNNAMED = "Annotation";
/** Vertices of a polygon that represents an ellipse. */
const ELLIPSE_CORNERS = 64;

type Point = readonly [x: number, y: number];
type ToPixels = (x: number, y: number) => Point;

interface GraphicKind {
  readonly shape: FileAnnotation["shape"];
  /** Points of each graphic; null: according to the index list. */
  readonly points: number | null;
  readonly fewest: number;
  readonly outline: (points: readonly Point[]) => readonly Point[];
}

const asDrawn = (points: readonly Point[]) => points;

const GRAPHIC_KINDS: Readonly<Record<string, GraphicKind>> = {
  POINT: { shape: "point", points: 1, fewest: 1, outline: asDrawn },
  POLYLINE: { shape: "polyline", points: null, fewest: 2, outline: asDrawn },
  POLYGON: { shape: "polygon", points: null, fewest: 3, outline: asDrawn },
  RECTANGLE: { shape: "polygon", points: 4, fewest: 4, outline: asDrawn },
  ELLIPSE: { shape: "polygon", points: 4, fewest: 4, outline: ellipseOutline },
};

/**
 * @param pictures the levels, the largest first.
 * @returns readable shapes, at most `MAX_FILE_ANNOTATIONS`. An instance that is damaged, or refers to another image, is
 *   skipped: the slide is still shown.
 */
export async function readFileAnnotations(
  instances: readonly DicomAnnotations[],
  pictures: readonly DicomPicture[],
): Promise<readonly FileAnnotation[]> {
  const found: FileAnnotation[] = [];
  for (const instance of instances) {
    const drawnOn = pictures.find(({ sopInstanceUid }) => instance.imageUids.includes(sopInstanceUid));
    const isOnThis = drawnOn !== undefined || instance.seriesUids.includes(pictures[0]!.seriesUid);
    const isAnywhere = instance.imageUids.length === 0 && instance.seriesUids.length === 0;
    if (!isOnThis && !isAnywhere) continue;
    try {
      for (const annotation of await readInstance(instance, pictures[0]!, drawnOn ?? pictures[0]!)) {
        if (found.length === MAX_FILE_ANNOTATIONS) return found;
        found.push(annotation);
      }
    } catch (error) {
      if (!(error instanceof SlideFileError)) throw error;
    }
  }
  return found;
}

async function readInstance(
  instance: DicomAnnotations,
  base: DicomPicture,
  drawnOn: DicomPicture,
): Promise<FileAnnotation[]> {
  const { dataSet } = await readDicomFile(instance.bytes);
  const is3d = dataSet.text("AnnotationCoordinateType") === "3D";
  const toPixels = is3d ? glassToPixels(base.place, base.pixelSizeUm) : pixelsOfLevel(base, drawnOn, dataSet);
  if (toPixels === null) return [];
  const characterSet = dataSet.text("SpecificCharacterSet") ?? "";
  let pointsLeft = MAX_POINTS;
  const annotations: FileAnnotation[] = [];
  for (const group of dataSet.items("AnnotationGroupSequence")) {
    const kind = GRAPHIC_KINDS[group.text("GraphicType") ?? ""];
    if (kind === undefined) continue;
    const label = group.text("AnnotationGroupLabel", characterSet) ?? UNNAMED;
    const width = is3d && !group.has("CommonZCoordinateValue") ? 3 : 2;
    for (const points of graphicsOf(group, kind, width)) {
      pointsLeft -= points.length;
      if (annotations.length === MAX_FILE_ANNOTATIONS || pointsLeft < 0) return annotations;
      const pointsPx = kind.outline(points.map(([x, y]) => toPixels(x, y)));
      if (pointsPx.flat().every(Number.isFinite)) annotations.push({ shape: kind.shape, pointsPx, label });
    }
  }
  return annotations;
}

/** null: the coordinates are pixels of single frames. */
function pixelsOfLevel(base: DicomPicture, drawnOn: DicomPicture, dataSet: DataSet): ToPixels | null {
  if (dataSet.text("PixelOriginInterpretation") === "FRAME" && drawnOn.frameCount > 1) return null;
  const [scaleX, scaleY] = [base.width / drawnOn.width, base.height / drawnOn.height];
  return (x, y) => [x * scaleX, y * scaleY];
}

/** The points of each graphic of a group, in order. @param width numbers per point. */
function* graphicsOf(group: DataSet, { points, fewest }: GraphicKind, width: number): Generator<readonly Point[]> {
  const isDouble = group.has("DoublePointCoordinatesData");
  const numbers = group.numbers(isDouble ? "DoublePointCoordinatesData" : "PointCoordinatesData");
  const starts = points === null ? startsOf(group, width) : null;
  const count = starts?.length ?? Math.floor(numbers.length / (width * points!));
  for (let graphic = 0; graphic < count; graphic++) {
    const first = starts === null ? graphic * points! : starts[graphic]!;
    const end = starts === null ? first + points! : (starts[graphic + 1] ?? Math.floor(numbers.length / width));
    if (!(first >= 0 && end - first >= fewest && end * width <= numbers.length)) continue;
    yield Array.from({ length: end - first }, (_, i): Point => {
      const at = (first + i) * width;
      return [numbers[at]!, numbers[at + 1]!];
    });
  }
}

/** Index of each graphic's first point. The file counts numbers, not points, and from 1. */
function startsOf(group: DataSet, width: number): number[] {
  return group.numbers("LongPrimitivePointIndexList").map((index) => Math.floor((index - 1) / width));
}

/** @param points the end points of the first axis, then those of the second. */
function ellipseOutline(points: readonly Point[]): readonly Point[] {
  const [a, b, c, d] = points as readonly [Point, Point, Point, Point];
  const centre = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
  const first = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2] as const;
  const second = [(d[0] - c[0]) / 2, (d[1] - c[1]) / 2] as const;
  return Array.from({ length: ELLIPSE_CORNERS }, (_, corner): Point => {
    const angle = (2 * Math.PI * corner) / ELLIPSE_CORNERS;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [centre[0] + first[0] * cos + second[0] * sin, centre[1] + first[1] * cos + second[1] * sin];
  });
}
