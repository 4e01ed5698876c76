import { buildLooseSlide } from "../build-loose-slide.ts";
import { buildSlide } from "../build-slide.ts";
import { DOT_PNG } from "../dot-png.ts";
import { MATRIX_TILE_HOST } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const DEEP_ZOOM_FACTS = { type: "deepzoom", width: 900, height: 600, tileSize: 256, tileOverlapPx: 1, format: "jpg" };

export const imageRights: RightsRows = {
  // biome-ignore format: a table
  "PUT /v2/image/{id}/file": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({
      params: { id: (await buildSlide(site)).id },
      body: { imageId: (await buildLooseSlide(site)).id },
    }),
    note: "a slide of its own for each, and an upload that lies nowhere yet",
  },
  // biome-ignore format: a table
  "GET /v2/image/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/image/post/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/image/search": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403], request: () => ({ body: {} }), note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/image": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/image/{id}/deidentify": {
    statuses: [401, 403, 403, 200, 409, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id }, body: { title: "Kidney" } }),
    note: "409: the teacher before has ordered it already",
  },
  // biome-ignore format: a table
  "POST /v2/image/external": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({
      body: {
        title: "Liver",
        parentId: folderId,
        tileDataSourceType: "deepzoom",
        tilesDataSourceUrl: `https://${MATRIX_TILE_HOST}/liver.dzi`,
        facts: DEEP_ZOOM_FACTS,
        micronsPerPixel: null,
      },
    }),
    note: "400: the other site does not allow the host",
  },
  // biome-ignore format: a table
  "PUT /v2/image/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id }, body: { subtitle: "Cortex" } }),
  },
  // biome-ignore format: a table
  "POST /v2/image/thumbnail": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { imageId: slide.id, dataUrl: `data:image/png;base64,${DOT_PNG.toString("base64")}` } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/image/{id}/thumbnail": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
};
