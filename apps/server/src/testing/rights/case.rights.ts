import { buildCase } from "../build-case.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const freshCase = ({ site, folderId, slide }: MatrixWorld) =>
  buildCase(site, { parentId: folderId, items: [{ id: slide.id, center: [20, 30], boundPoints: [[20, 30]] }] });

export const caseRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/case/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await freshCase(world) } }),
  },
  // biome-ignore format: a table
  "GET /v2/case/post/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await freshCase(world) } }),
  },
  // biome-ignore format: a table
  "GET /v2/case": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/case": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId, slide }) => ({ body: { title: "Lupus", parentId: folderId, imageIds: [slide.id] } }),
    note: "400: for the other site the parent is not a course or folder, as for an unknown id",
  },
  // biome-ignore format: a table
  "PUT /v2/case/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await freshCase(world) }, body: { diagnosis: "Class IV" } }),
  },
  // biome-ignore format: a table
  "POST /v2/case/{id}/unbind/all/slides": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await freshCase(world) } }),
  },
  // biome-ignore format: a table
  "PUT /v2/case/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { id: await freshCase(world), parentId: world.folderId } }),
  },
};
