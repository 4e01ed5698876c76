import type { RightsRows } from "./rights-row.ts";

export const platformRights: RightsRows = {
  // biome-ignore format: a table
  "GET /health": { statuses: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200], note: "knows no site" },
};
