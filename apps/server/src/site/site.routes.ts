import { getTileSourceHosts, putTileSourceHosts } from "@parfocal/core/site/site.contract.ts";
import { route } from "#platform/http/route.ts";
import { findTileSourceHosts, updateTileSourceHosts } from "./site.queries.ts";
import { forgetTileSources } from "./tile-source-policy.ts";

export const siteRoutes = [
  route(getTileSourceHosts, async ({ db, siteId }) => ({ hosts: await findTileSourceHosts(db, siteId) })),

  route(putTileSourceHosts, async ({ db, siteId, platform, afterCommit }, { body }) => {
    const hosts = [...new Set(body.hosts)].sort();
    await updateTileSourceHosts(db, siteId, hosts);
    afterCommit(() => forgetTileSources(platform, siteId));
    return { hosts };
  }),
];
