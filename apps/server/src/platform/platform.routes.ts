import { AppError } from "@parfocal/core/errors.ts";
import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { sql } from "kysely";
import type { Route } from "./http/route.ts";

/** Responds with 200 if the database responds; needs no site and no session. */
export const platformRoutes: readonly Route[] = [
  {
    contract: getHealth,
    register(app, platform) {
      app.get(getHealth.path, async (_request, reply) => {
        try {
          await sql`SELECT 1`.execute(platform.reserve);
        } catch (error) {
          throw new AppError("unavailable", "The database is not responding.", { cause: error });
        }
        return reply.header("cache-control", "no-store").send({ status: "ok", version: platform.version });
      });
    },
  },
];
