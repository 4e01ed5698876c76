import type { ExchangedAnnotation } from "../exchanged-annotation.ts";

/** An exported annotation with defaults for all fields. */
export function exchanged(options: Partial<ExchangedAnnotation> = {}): ExchangedAnnotation {
  return {
    id: 7,
    imageId: 3,
    typeId: 211,
    title: "A glomerulus",
    content: "",
    link: "",
    zoom: null,
    measurement: null,
    includeMeasurement: false,
    geometry: "POLYGON ((10 20, 110 20, 110 70, 10 20))",
    order: 1,
    author: "Eva Expert",
    isStudent: false,
    userCanEdit: true,
    createdAt: "2026-01-02T03:04:05.000Z",
    updatedAt: "2026-02-03T04:05:06.000Z",
    ...options,
  };
}
