import { randomUUID } from "node:crypto";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const OF_OTHERS = "of content that the teacher has not made";

export const assignmentRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/assignment/resource/{resourceId}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup }) => ({ params: { resourceId: userGroup.folderId } }),
  },
  // biome-ignore format: a table
  "GET /v2/assignment/search": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    request: () => ({ query: { q: "semester" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/assignment/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup }) => ({ params: { id: userGroup.groupId } }),
  },
  // biome-ignore format: a table
  "GET /v2/assignment/why": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup, users }) => ({
      query: { userId: String(users.learner.id), resourceId: String(userGroup.folderId) },
    }),
  },
  // biome-ignore format: a table
  "POST /v2/assignment/preview": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup, users }) => ({ body: { itemId: userGroup.folderId, userId: users.learner.id } }),
    note: "for reading alone: calls of the preview that change something are refused",
  },
  // biome-ignore format: a table
  "POST /v2/assignment/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup }) => ({
      params: { id: userGroup.courseId },
      body: { title: randomUUID() },
    }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "PUT /v2/assignment/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup }) => ({
      params: { id: userGroup.groupId },
      body: { dateStart: "2027-01-31 18:00:00" },
    }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "PUT /v2/assignment/{id}/resource/{resourceId}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup }) => ({ params: { id: userGroup.groupId, resourceId: userGroup.courseId } }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "DELETE /v2/assignment/{id}/resource/{resourceId}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup }) => ({ params: { id: userGroup.groupId, resourceId: userGroup.folderId } }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "PUT /v2/assignment/{id}/user/{userId}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup, users }) => ({
      params: { id: userGroup.groupId, userId: users.suspended.id },
    }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "DELETE /v2/assignment/{id}/user/{userId}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup, users }) => ({
      params: { id: userGroup.groupId, userId: users.learner.id },
    }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "POST /v2/assignment/{id}/users/import": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup, users }) => ({
      params: { id: userGroup.groupId },
      body: { field: "email", values: [users.suspended.email] },
    }),
    note: OF_OTHERS,
  },
};
