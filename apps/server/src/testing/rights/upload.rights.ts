import { createHash } from "node:crypto";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const CHUNK = Buffer.from("12345678");
const CHUNK_DIGEST = `sha-256=:${createHash("sha256").update(CHUNK).digest("base64")}:`;

export const uploadRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/upload/space": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/upload": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: "one's own uploads" },
  // biome-ignore format: a table
  "GET /v2/upload/{id}": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 404, 404],
    request: async (world) => ({ params: { id: await world.freshUpload() } }),
    note: "an upload of the teacher: nobody else's",
  },
  // biome-ignore format: a table
  "POST /v2/upload": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { filename: "slide.svs", bytes: 8, parentId: folderId } }),
    note: "400: for the other site the parent is not a course or folder, as for an unknown id",
  },
  // biome-ignore format: a table
  "PUT /v2/upload/{id}/chunk/{number}": {
    statuses: [401, 403, 403, 409, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: { id: await world.freshUpload(), number: 0 },
      body: CHUNK,
      headers: { "content-digest": CHUNK_DIGEST },
    }),
    note: "an upload of the teacher; 409: the chunk came before, with other bytes",
  },
  // biome-ignore format: a table
  "POST /v2/upload/{id}/finish": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() }, body: { sha256: "0".repeat(64) } }),
    note: "an upload of the teacher",
  },
  // biome-ignore format: a table
  "GET /v2/upload/known": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    request: () => ({ query: { sha256: "0".repeat(64) } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/upload/{id}/known": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() }, body: { sha256: "0".repeat(64) } }),
    note: "an upload of the teacher, of the file of the slide that is here",
  },
  // biome-ignore format: a table
  "DELETE /v2/upload/{id}": {
    statuses: [401, 403, 403, 204, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshUpload() } }),
    note: "an upload of the teacher",
  },
};
