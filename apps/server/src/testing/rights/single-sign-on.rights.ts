import type { RightsRows } from "./rights-row.ts";

const NONE = "leads to the sign-in page: no provider is set for the site; single-sign-on.routes.test.ts has one";

export const singleSignOnRights: RightsRows = {
  // biome-ignore format: a table
  "GET /single-sign-on/start": {
    statuses: [303, 303, 303, 303, 303, 303, 404, 303, 303, 303, 303],
    request: ({ site }) => ({ query: { site: String(site.id) } }),
    note: NONE,
  },
  // biome-ignore format: a table
  "GET /single-sign-on/callback": { statuses: [303, 303, 303, 303, 303, 303, 404, 303, 303, 303, 303], note: NONE },
};
