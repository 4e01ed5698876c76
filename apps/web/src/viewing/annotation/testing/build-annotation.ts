import type { ListedAnnotation } from "../annotation-outbox.ts";

/** An expert annotation in a list, with defaults for all fields. */
export function buildAnnotation(facts: Partial<ListedAnnotation> = {}): ListedAnnotation {
  const id = facts.id ?? 1;
  return {
    id,
    imageId: 9,
    typeId: 211,
    title: `Annotation ${id}`,
    content: "",
    link: "",
    zoom: null,
    measurement: null,
    includeMeasurement: false,
    geometry: "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))",
    order: id,
    author: "Eva Expert",
    isUserOwner: false,
    isStudent: false,
    isConverted: false,
    isStudentMarked: false,
    userCanEdit: false,
    userCanDelete: false,
    workGroupId: null,
    review: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
    saveState: "saved",
    ...facts,
  };
}
