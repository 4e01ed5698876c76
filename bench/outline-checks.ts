/**
 * Time that the serving thread spends on one large outline before it is stored: parsing its text, searching for
 * crossings, and in total. Shapes have the maximum size of an annotation (256 KiB of text).
 *
 * Goal: for a hand-drawn shape, the search for crossings costs at most three times as much as parsing its text.
 *
 * Usage: node bench/outline-checks.ts [TIMES]     default: 21; medians, after a warm-up
 */
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { readAnnotationGeometry } from "../apps/server/src/viewing/annotation/annotation-geometry.ts";

const [times = 21] = process.argv.slice(2).map(Number);
const SLIDE = { width: 100_000, height: 100_000 };
const POLYGON_TYPE = 211;
const MAX_TIMES_READING = 3;

const around = (points: number, radiusOf: (index: number, angle: number) => number): SlidePoint[] =>
  Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const radius = radiusOf(index, angle);
    return [Math.round(50_000 + radius * Math.cos(angle)), Math.round(50_000 + radius * Math.sin(angle))];
  });

const SHAPES: readonly { readonly name: string; readonly ring: SlidePoint[]; readonly isAsDrawn: boolean }[] = [
  { name: "circle", ring: around(19_000, () => 40_000), isAsDrawn: true },
  {
    name: "small wavy circle",
    ring: around(19_000, (_, angle) => 3_900 * (1 + 0.1 * Math.sin(40 * angle))),
    isAsDrawn: true,
  },
  { name: "star of long spikes", ring: around(5_000, (index) => (index % 2 ? 40_000 : 30_000)), isAsDrawn: false },
];

function medianMs(work: () => unknown): number {
  const took = Array.from({ length: times + 3 }, () => {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  }).slice(3);
  return took.toSorted((one, other) => one - other)[Math.floor(times / 2)] as number;
}

if (!annotationTypeOf(POLYGON_TYPE)) throw new Error(`There is no annotation type ${POLYGON_TYPE}.`);
console.log("| outline | KiB | read ms | crossings ms | times reading | all ms |\n|---|---|---|---|---|---|");
let isMet = true;
for (const { name, ring, isAsDrawn } of SHAPES) {
  const shape = { kind: "polygon", rings: [ring] } as const;
  const wkt = formatWkt(shape);
  if (findSelfCrossing(shape)) throw new Error(`${name} crosses itself: it would not be searched to the end.`);
  const readMs = medianMs(() => parseWkt(wkt));
  const crossingsMs = medianMs(() => findSelfCrossing(shape));
  const allMs = medianMs(() => readAnnotationGeometry(wkt, POLYGON_TYPE, SLIDE));
  const ratio = crossingsMs / readMs;
  if (isAsDrawn && ratio > MAX_TIMES_READING) isMet = false;
  const cells = [name, (wkt.length / 1024).toFixed(0), readMs, crossingsMs, ratio, allMs];
  console.log(`| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`);
}
console.log(isMet ? "PASS" : "FAIL the search for crossings is slow");
if (!isMet) process.exitCode = 1;
