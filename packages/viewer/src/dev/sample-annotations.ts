import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationKind, ShownAnnotation } from "../annotation/annotation-layer.ts";
import type { SlideDescription } from "../slide-description.ts";

const KINDS: readonly AnnotationKind[] = ["expert", "student", "own", "workgroup"];

/** One annotation of each kind and shape, in rows around the slide's middle. */
export function sampleAnnotations(slide: SlideDescription): readonly ShownAnnotation[] {
  const unit = Math.min(slide.width, slide.height) / 60;
  const annotations: ShownAnnotation[] = [];
  for (const [row, kind] of KINDS.entries()) {
    const at = (column: number, x: number, y: number): SlidePoint => [
      slide.width / 2 + (column * 9 - 22 + x) * unit,
      slide.height / 2 + (row * 9 - 14 + y) * unit,
    ];
    const ring = (column: number, corners: number, radius: number): SlidePoint[] =>
      Array.from({ length: corners }, (_unused, index) => {
        const angle = (index / corners) * 2 * Math.PI;
        const wobble = corners === 64 ? 1 : 0.8 + 0.25 * Math.sin(index * 2.4);
        return at(column, Math.cos(angle) * radius * wobble, Math.sin(angle) * radius * 0.75 * wobble);
      });
    const shapes: [AnnotationTypeName, Shape][] = [
      ["polygon", { kind: "polygon", rings: [ring(0, 11, 3.4)] }],
      ["ellipse", { kind: "polygon", rings: [ring(1, 64, 3.2)] }],
      ["rectangle", { kind: "polygon", rings: [[at(2, -3, -2), at(2, 3, -2), at(2, 3, 2), at(2, -3, 2)]] }],
      ["line", { kind: "line", path: [at(3, -3, 2), at(3, -0.5, -2), at(3, 1, 1), at(3, 3, -1.5)] }],
      ["arrow", { kind: "line", path: [at(4, -2.5, 2), at(4, 1.5, -1)] }],
      ["point", { kind: "point", point: at(5, -2, 0) }],
      ["text", { kind: "point", point: at(5, 1, 1.5) }],
    ];
    for (const [column, [typeName, shape]] of shapes.entries()) {
      const order = row * shapes.length + column + 1;
      annotations.push({ id: order, shape, typeName, kind, title: `${kind} ${typeName}`, order });
    }
  }
  return annotations;
}
