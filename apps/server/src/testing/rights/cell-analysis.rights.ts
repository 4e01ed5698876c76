import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { SQUARE_WKT } from "../build-annotation.ts";
import type { RightsRows } from "./rights-row.ts";

const SETTINGS = DEFAULT_CELL_SETTINGS["hematoxylin-eosin"];
const OF_LEARNER = "a result of the learner's own: seen by experts, changed by nobody else";

export const cellAnalysisRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/cellAnalysis/item/{itemId}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/cellAnalysis/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshCellAnalysis() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "GET /v2/cellAnalysis/{id}/nuclei": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshCellAnalysis() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "POST /v2/cellAnalysis": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { imageId: (await world.freshSlide()).id, settings: SETTINGS, regionKind: "rectangle", geometry: SQUARE_WKT },
    }),
  },
  // biome-ignore format: a table
  "POST /v2/cellAnalysis/preview": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { imageId: (await world.freshSlide()).id, settings: SETTINGS, bounds: { minX: 0, minY: 0, maxX: 60, maxY: 60 } },
    }),
    note: "keeps nothing",
  },
  // biome-ignore format: a table
  "PUT /v2/cellAnalysis/{id}": {
    statuses: [401, 200, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCellAnalysis() }, body: { name: "Hot spot" } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "PUT /v2/cellAnalysis/{id}/corrections": {
    statuses: [401, 200, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: { id: await world.freshCellAnalysis() },
      body: { version: 1, removed: [0], changed: [], added: [] },
    }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "POST /v2/cellAnalysis/{id}/cancel": {
    statuses: [401, 200, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCellAnalysis() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "DELETE /v2/cellAnalysis/{id}": {
    statuses: [401, 204, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCellAnalysis() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "POST /v2/cellAnalysis/{id}/restore": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedCellAnalysis() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "PUT /v2/cellAnalysis/{id}/countFirst": {
    statuses: [401, 403, 200, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCountFirst() }, body: { isCountFirst: true } }),
    note: "a result of the expert's own",
  },
  // biome-ignore format: a table
  "PUT /v2/cellAnalysis/{id}/count": {
    statuses: [401, 200, 403, 403, 403, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: { id: await world.freshCountFirst() },
      body: { positiveCount: 3, negativeCount: 5, otherCount: 0 },
    }),
    note: "a result of the expert, to be counted first: by those who do not see it otherwise",
  },
  // biome-ignore format: a table
  "GET /v2/cellAnalysis/{id}/counts": {
    statuses: [401, 403, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshCountFirst() } }),
    note: "learners see it after a count of their own",
  },
};
