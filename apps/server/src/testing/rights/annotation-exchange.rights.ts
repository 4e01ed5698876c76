import { SQUARE_WKT } from "../build-annotation.ts";
import { formBody } from "../form-body.ts";
import type { RightsRows } from "./rights-row.ts";

export const annotationExchangeRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/annotation/item/{itemId}/export": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/annotation/item/{itemId}/import": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({
      params: { itemId: slide.id },
      ...formBody({ isDryRun: "false" }, { filename: "drawn.wkt", bytes: Buffer.from(SQUARE_WKT) }),
    }),
  },
};
