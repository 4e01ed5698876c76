import { SQUARE_WKT } from "../build-annotation.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const annotationRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/annotation/types": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/annotation": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { imageId: slide.id, typeId: 211, title: "A tubule", geometry: SQUARE_WKT } }),
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() }, body: { title: "Changed" } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "DELETE /v2/annotation/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "POST /v2/annotation/slide/{id}/": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide, users }) => ({ params: { id: slide.id }, body: { userId: users.learner.id } }),
    note: "reads; POST because the specification has it so",
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/image/order": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { imageId: world.slide.id, annotationIds: [await world.freshExpertAnnotation()] },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}/convert": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshStudentAnnotation() } }),
    note: "an annotation of a learner",
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}/publish": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshStudentAnnotation() } }),
    note: "an annotation of a learner",
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}/decline": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshStudentAnnotation() }, body: { comment: "Look again." } }),
    note: "an annotation of a learner",
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}/reopen": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshStudentAnnotation() } }),
    note: "an annotation of a learner",
  },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}/review": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/annotation/review/count": { statuses: [401, 403, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/annotation/review": { statuses: [401, 403, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}/review/neighbours": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/annotation/{id}/versions": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "POST /v2/annotation/{id}/versions/{version}/restore": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation(), version: 1 } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}/comments": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/annotation/{id}/comments": {
    statuses: [401, 404, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshStudentAnnotation() } }),
    note: "an annotation of another learner",
  },
  // biome-ignore format: a table
  "POST /v2/annotation/{id}/comments": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshExpertAnnotation() }, body: { content: "Why?" } }),
    note: "an annotation of another expert",
  },
  // biome-ignore format: a table
  "PUT /v2/annotation/{id}/comments/read": {
    statuses: [401, 204, 204, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { annotationId, commentId } = await world.freshThread();
      return { params: { id: annotationId }, body: { lastCommentId: commentId } };
    },
    note: "a comment of another expert on their own annotation",
  },
  // biome-ignore format: a table
  "PUT /v2/annotationComment/{id}": {
    statuses: [401, 200, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshComment() }, body: { content: "Changed" } }),
    note: "a comment of the learner on their own annotation",
  },
  // biome-ignore format: a table
  "DELETE /v2/annotationComment/{id}": {
    statuses: [401, 204, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshComment() } }),
    note: "a comment of the learner on their own annotation",
  },
  // biome-ignore format: a table
  "POST /v2/annotationComment/{id}/restore": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedComment() } }),
    note: "a deleted comment of the learner: not found by others",
  },
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}/deleted": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
    note: "those that the caller may restore",
  },
  // biome-ignore format: a table
  "POST /v2/annotation/{id}/restore": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedAnnotation() } }),
    note: "a deleted annotation of another expert: not there for who may not restore it",
  },
};
