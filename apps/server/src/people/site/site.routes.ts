import {
  getEmbedHosts,
  getTileSourceHosts,
  putEmbedHosts,
  putTileSourceHosts,
} from "@parfocal/core/site/site.contract.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { route } from "#platform/http/route.ts";
import { findEmbedHosts, findTileSourceHosts, updateEmbedHosts, updateTileSourceHosts } from "./site.queries.ts";
import { forgetSiteSources } from "./site-source-policy.ts";

export const siteRoutes = [
  route(getTileSourceHosts, async ({ db, siteId }) => ({ hosts: await findTileSourceHosts(db, siteId) })),

  route(putTileSourceHosts, async ({ db, siteId, caller, platform, afterCommit }, { body }) => {
    const hosts = [...new Set(body.hosts)].sort();
    await updateTileSourceHosts(db, siteId, hosts);
    await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["tileHosts"] });
    afterCommit(() => forgetSiteSources(platform, siteId));
    return { hosts };
  }),

  route(getEmbedHosts, async ({ db, siteId }) => ({ hosts: await findEmbedHosts(db, siteId) })),

  route(putEmbedHosts, async ({ db, siteId, caller, platform, afterCommit }, { body }) => {
    const hosts = [...new Set(body.hosts)].sort();
    await updateEmbedHosts(db, siteId, hosts);
    await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["embedHosts"] });
    afterCommit(() => forgetSiteSources(platform, siteId));
    return { hosts };
  }),
];
