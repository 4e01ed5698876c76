import type { RightsRows } from "./rights-row.ts";

export const deepZoomRights: RightsRows = {
  // biome-ignore format: a table
  "GET /deepzoom/{descriptor}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { descriptor: `${slide.id}.dzi` } }),
  },
  // biome-ignore format: a table
  "GET /deepzoom/{folder}/{level}/{tile}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { folder: `${slide.id}_files`, level: 0, tile: "0_0.jpg" } }),
  },
};
