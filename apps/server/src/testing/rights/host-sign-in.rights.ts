import type { RightsRows } from "./rights-row.ts";

export const hostSignInRights: RightsRows = {
  // biome-ignore format: a table
  "POST /v2/host/events": {
    statuses: [401, 401, 401, 401, 401, 401, 404, 401, 401, 401, 403],
    request: () => ({ body: { token: "not.a.token" } }),
    note: "what counts is the host's signature, which none of them has",
  },
  // biome-ignore format: a table
  "GET /v2/host/post/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/media/fromHost": {
    statuses: [401, 403, 403, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { provider: "wordpress", id: "7", token: "not.a.token" } }),
    note: "400: what counts besides is the host's signature, which none of them has; host-media.routes.test.ts has one",
  },
};
