import type { Call } from "@parfocal/core/call.contract.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withSite } from "../db/database.ts";
import type { Platform } from "../platform.ts";
import { parseInput, type Route, type RouteInput } from "./route.ts";
import { findSite, readCredentials } from "./site-and-session.ts";

/**
 * A GET that the browser opens as a page and that leads on to another address. It needs no session; what it writes, it
 * writes in transactions of its own.
 *
 * A site that does not exist answers 404, as with every call.
 *
 * @param findAddress absolute, or a path of this server.
 */
export function redirectRoute<const C extends Call>(
  contract: C,
  findAddress: (
    context: { readonly platform: Platform; readonly request: FastifyRequest; readonly reply: FastifyReply },
    query: RouteInput<C>["query"],
  ) => Promise<string>,
): Route {
  return {
    contract,
    register(app, platform) {
      app.get(contract.path, async (request, reply) => {
        const { siteId } = readCredentials(request);
        await withSite(platform.reserve, siteId, (db) => findSite(db, siteId));
        const query = parseInput(contract.query, request.query, "query") as RouteInput<C>["query"];
        const address = await findAddress({ platform, request, reply }, query);
        // Neither address carries a secret to another page: the callback's holds the provider's code.
        return reply
          .header("cache-control", "no-store")
          .header("referrer-policy", "no-referrer")
          .redirect(address, 303);
      });
    },
  };
}
