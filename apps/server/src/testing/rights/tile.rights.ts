import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

const ofSlide = ({ slide }: MatrixWorld) => ({ imageId: slide.id, version: slide.version });

export const tileRights: RightsRows = {
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/{level}/{x}/{y}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: { ...ofSlide(world), level: 0, x: 0, y: 0 } }),
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/thumbnail": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: ofSlide(world) }),
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/tiles.zip": {
    statuses: [401, 404, 404, 404, 404, 404, 404, 401, 401, 404, 404],
    request: (world) => ({ params: ofSlide(world) }),
    note: "the site does not offer it",
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/thumbnail/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { imageId: world.slide.id, id: await world.freshThumbnail() } }),
  },
  // biome-ignore format: a table
  "GET /tiles/{imageId}/{version}/associated/{name}": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 200, 200],
    request: (world) => ({ params: { ...ofSlide(world), name: "label" } }),
    note: "the label: it can carry a patient's name",
  },
};
