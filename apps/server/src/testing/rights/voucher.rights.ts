import { randomUUID } from "node:crypto";
import { buildVoucher } from "../build-voucher.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const freshVoucher = ({ site, users }: MatrixWorld) => buildVoucher(site, users.administrator);

export const voucherRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/voucher": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/voucher/codes": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/voucher/": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { count: 2 } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "DELETE /v2/voucher/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshVoucher(world)).id } }),
  },
  // biome-ignore format: a table
  "POST /register": {
    statuses: [200, 200, 200, 200, 200, 404, 404, 200, 200, 200, 403],
    request: async (world) => ({
      body: {
        voucher: (await freshVoucher(world)).code,
        displayName: "Ada",
        email: `${randomUUID()}@example.test`,
        password: "a long enough password",
      },
    }),
    note: "an account of one's own; the voucher is unknown at the other site",
  },
};
