import { buildFolder } from "../build-content.ts";
import { buildSlide } from "../build-slide.ts";
import type { RightsRows } from "./rights-row.ts";

export const iiifRights: RightsRows = {
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}": {
    statuses: [401, 303, 303, 303, 303, 404, 404, 401, 401, 303, 303],
    request: ({ slide }) => ({ params: { identifier: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}/info.json": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { identifier: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /iiif/3/{identifier}/{region}/{size}/{rotation}/{file}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({
      params: { identifier: slide.id, region: "full", size: "max", rotation: "0", file: "default.jpg" },
    }),
  },
  // biome-ignore format: a table
  "GET /iiif/presentation/3/{kind}/{id}/manifest.json": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site, courseId }) => {
      const parentId = await buildFolder(site, { parentId: courseId });
      await buildSlide(site, { parentId });
      return { params: { kind: "folder", id: parentId } };
    },
    note: "a small folder of its own for each",
  },
};
