/** An annotation for tests, with defaults for all fields. */
import { fieldsOfAnnotation, type ListedAnnotation } from "./annotation-outbox.ts";

export function createdForTest(id: number, more: Partial<ListedAnnotation> = {}) {
  const annotation: ListedAnnotation = {
    id,
    imageId: 9,
    typeId: 211,
    title: "Glomerulus",
    content: "",
    link: "",
    zoom: null,
    measurement: null,
    includeMeasurement: false,
    geometry: "POLYGON ((0 0, 40 0, 0 20, 0 0))",
    order: 1,
    author: "Leo Learner",
    isUserOwner: true,
    isStudent: true,
    isConverted: false,
    isStudentMarked: false,
    userCanEdit: true,
    userCanDelete: true,
    workGroupId: null,
    review: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    saveState: "saved",
    ...more,
  };
  return { annotation, fields: fieldsOfAnnotation(annotation) };
}
