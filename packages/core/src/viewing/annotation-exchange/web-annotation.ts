/**
 * Annotations as linked data on a slide's IIIF canvas. The canvas is upright, so shapes are rotated accordingly.
 *
 * Sources: W3C Web Annotation Data Model (2017), sections 3.2.4 (textual bodies), 3.3.5 (motivation and purpose), 4.2.1
 * and 4.2.7 (fragments, SVG); Media Fragments URI 1.0, section 4.2.2 (xywh); IIIF Presentation API 3.0, section 3
 * (AnnotationPage; a canvas is found through its manifest).
 */
import { boundsOf, verticesOf } from "../../geometry/shape.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import { manifestAddress } from "../../imaging/iiif/viewer-addresses.ts";
import type { ExchangedAnnotation } from "./exchanged-annotation.ts";
import { svgOfShape } from "./svg-shape.ts";
import { type TurnedSlide, uprightPoint } from "./upright-point.ts";

export const WEB_ANNOTATION_CONTEXT = "http://www.w3.org/ns/anno.jsonld";
const MEDIA_FRAGMENTS = "http://www.w3.org/TR/media-frags/";

export interface AnnotatedCanvas extends TurnedSlide {
  readonly imageId: number;
  /** Scheme and host of this server, without a trailing slash. */
  readonly origin: string;
}

export const canvasAddress = ({ origin, imageId }: Pick<AnnotatedCanvas, "origin" | "imageId">): string =>
  `${origin}/iiif/presentation/3/canvas/${imageId}`;

function bodiesOf({ title, content, link }: ExchangedAnnotation): object[] {
  const textual = (purpose: string, value: string) =>
    value === "" ? [] : [{ type: "TextualBody", purpose, value, format: "text/plain" }];
  const linked = link === "" ? [] : [{ type: "SpecificResource", purpose: "linking", source: link }];
  return [...textual("identifying", title), ...textual("describing", content), ...linked];
}

/** Bounding box in whole pixels, at least one in each direction. */
function fragmentOf({ minX, minY, maxX, maxY }: ReturnType<typeof boundsOf>): string {
  const [left, top] = [Math.floor(minX), Math.floor(minY)];
  const [width, height] = [Math.max(1, Math.ceil(maxX) - left), Math.max(1, Math.ceil(maxY) - top)];
  return `xywh=pixel:${left},${top},${width},${height}`;
}

/** @throws RangeError if the geometry is invalid, which stored ones are not. */
export function webAnnotationOf(annotation: ExchangedAnnotation, canvas: AnnotatedCanvas): object {
  const read = parseWkt(annotation.geometry);
  if (!read.ok) throw new RangeError(read.problem);
  const { shape } = read;
  const place = (point: Parameters<typeof uprightPoint>[0]) => uprightPoint(point, canvas);
  const bounds = boundsOf({ kind: "multiPoint", points: verticesOf(shape).map(place) });
  const manifest = manifestAddress({ origin: canvas.origin, shareToken: null }, "image", canvas.imageId);
  return {
    id: `${canvasAddress(canvas)}/annotation/${annotation.id}`,
    type: "Annotation",
    motivation: annotation.content === "" ? "identifying" : "describing",
    creator: { type: "Person", name: annotation.author },
    created: annotation.createdAt,
    modified: annotation.updatedAt,
    body: bodiesOf(annotation),
    target: {
      type: "SpecificResource",
      source: { id: canvasAddress(canvas), type: "Canvas", partOf: [{ id: manifest, type: "Manifest" }] },
      selector: [
        { type: "FragmentSelector", conformsTo: MEDIA_FRAGMENTS, value: fragmentOf(bounds) },
        { type: "SvgSelector", value: svgOfShape(shape, place) },
      ],
    },
  };
}
