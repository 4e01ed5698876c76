/**
 * File formats for exported annotations. Each is written incrementally, so 100,000 annotations need no more memory than
 * a few.
 *
 * Source of the table's name: spec part 2, section 6 ("annotation export is a CSV file image-annotations.csv").
 */
import { annotationCsvHead, annotationCsvRow } from "./annotation-csv.ts";
import type { ExchangedAnnotation } from "./exchanged-annotation.ts";
import { type AnnotatedCanvas, canvasAddress, WEB_ANNOTATION_CONTEXT, webAnnotationOf } from "./web-annotation.ts";
import { featureOf } from "./write-geojson.ts";

interface ExportFormat {
  readonly filename: string;
  readonly mediaType: string;
  readonly head: (canvas: AnnotatedCanvas) => string;
  /** One annotation. */
  readonly piece: (annotation: ExchangedAnnotation, canvas: AnnotatedCanvas) => string;
  readonly between: string;
  readonly tail: string;
}

const pageHead = (canvas: AnnotatedCanvas): string =>
  `{"@context":${JSON.stringify(WEB_ANNOTATION_CONTEXT)},"id":${JSON.stringify(`${canvasAddress(canvas)}/annotations`)},` +
  '"type":"AnnotationPage","items":[\n';

export const EXPORT_FORMATS = {
  csv: {
    filename: "image-annotations.csv",
    mediaType: "text/csv; charset=utf-8",
    head: annotationCsvHead,
    piece: annotationCsvRow,
    between: "",
    tail: "",
  },
  geojson: {
    filename: "image-annotations.geojson",
    mediaType: "application/geo+json",
    head: () => '{"type":"FeatureCollection","features":[\n',
    piece: (annotation) => JSON.stringify(featureOf(annotation)),
    between: ",\n",
    tail: "\n]}\n",
  },
  webAnnotation: {
    filename: "image-annotations.jsonld",
    mediaType: `application/ld+json;profile="${WEB_ANNOTATION_CONTEXT}"`,
    head: pageHead,
    piece: (annotation, canvas) => JSON.stringify(webAnnotationOf(annotation, canvas)),
    between: ",\n",
    tail: "\n]}\n",
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormatName, ...ExportFormatName[]];
