import { createHash } from "node:crypto";
import { signatureOf } from "#radiology/upload-signature.ts";
import { buildRadiology, buildRadiologyUpload, type TestRadiology } from "../build-radiology.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const CHUNK = Buffer.from("12345678");
const CHUNK_DIGEST = `sha-256=:${createHash("sha256").update(CHUNK).digest("base64")}:`;
const OWN_UPLOADS = "an upload of the teacher: nobody else's";

async function freshUpload(world: MatrixWorld): Promise<{ id: number; signature: string }> {
  const { site, users } = world;
  const id = await buildRadiologyUpload(site, { owner: users.teacher });
  const signed = { id, site_id: site.id, user_id: users.teacher.id };
  return { id, signature: signatureOf(signed, site.server.platform.nonceKey) };
}

const freshItem = ({ site, folderId }: MatrixWorld) => buildRadiology(site, { parentId: folderId });

/** The read-only radiology item of each site: creating one is slow. */
const toBeRead = new WeakMap<object, Promise<TestRadiology>>();

function itemToRead(world: MatrixWorld): Promise<TestRadiology> {
  const item = toBeRead.get(world.site) ?? freshItem(world);
  toBeRead.set(world.site, item);
  return item;
}

export const radiologyRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/radiology/storage/status": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/radiology": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/radiology/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await itemToRead(world)).id } }),
  },
  // biome-ignore format: a table
  "GET /v2/radiology/{id}/series": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await itemToRead(world)).id } }),
  },
  // biome-ignore format: a table
  "PUT /v2/radiology/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshItem(world)).id }, body: { series: [{ number: 1, isHidden: true }] } }),
  },
  // biome-ignore format: a table
  "POST /v2/radiology/{id}/parent": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id } = await freshItem(world);
      return { params: { id }, body: { itemId: id, parentId: world.courseId } };
    },
  },
  // biome-ignore format: a table
  "PUT /v2/radiology/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { id: (await freshItem(world)).id, parentId: world.folderId } }),
  },
  // biome-ignore format: a table
  "POST /radiology/token": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { filename: "examination.zip", bytes: 8, parentId: folderId } }),
    note: "400: for the other site the parent is not a course or folder, as for an unknown id",
  },
  // biome-ignore format: a table
  "GET /radiology": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: "one's own uploads" },
  // biome-ignore format: a table
  "HEAD /radiology/{id}": {
    statuses: [401, 403, 403, 204, 404, 404, 404, 401, 401, 404, 404],
    request: async (world) => ({ params: { id: (await freshUpload(world)).id } }),
    note: OWN_UPLOADS,
  },
  // biome-ignore format: a table
  "GET /radiology/{id}": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 404, 404],
    request: async (world) => ({ params: { id: (await freshUpload(world)).id } }),
    note: OWN_UPLOADS,
  },
  // biome-ignore format: a table
  "PUT /radiology/{id}/chunks/{number}": {
    statuses: [401, 403, 403, 204, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id, signature } = await freshUpload(world);
      const headers = { "content-digest": CHUNK_DIGEST, "x-upload-signature": signature };
      return { params: { id, number: 0 }, body: CHUNK, headers };
    },
    note: OWN_UPLOADS,
  },
  // biome-ignore format: a table
  "POST /radiology": {
    statuses: [401, 403, 403, 409, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id: uploadId, signature } = await freshUpload(world);
      return { body: { uploadId, signature, sha256: "0".repeat(64) } };
    },
    note: "an upload of the teacher; 409: its one chunk is missing",
  },
  // biome-ignore format: a table
  "DELETE /radiology/{id}": {
    statuses: [401, 403, 403, 204, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshUpload(world)).id } }),
    note: OWN_UPLOADS,
  },
  // biome-ignore format: a table
  "GET /radiology/{id}/{version}/instance/{number}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { ...(await itemToRead(world)), number: 2 } }),
  },
  // biome-ignore format: a table
  "GET /radiology/{id}/{version}/thumbnail/{number}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { ...(await itemToRead(world)), number: 1 } }),
  },
};
