import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Call, ParamsOf } from "@parfocal/core/call.contract.ts";
import { exportDataOfUser, exportOwnData } from "@parfocal/core/personal-data/personal-data.contract.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { enforcePolicy } from "#platform/access/caller.ts";
import { withSite } from "#platform/db/database.ts";
import { parseInput, type Route } from "#platform/http/route.ts";
import { findCaller, findSite, readCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { exportPerson } from "./export-person.ts";

/** Content security policy that allows nothing: browsers treat the response only as a file. */
const FILE_POLICY = "default-src 'none'; sandbox";

async function answerExport(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { policy }: Pick<Call, "policy">,
  personOf: (callerId: number) => number,
): Promise<FastifyReply> {
  const { siteId, token } = readCredentials(request);
  const exportRequest = await withSite(platform.database, siteId, async (db) => {
    const site = await findSite(db, siteId);
    const caller = await findCaller(db, siteId, token);
    enforcePolicy(policy, caller, site);
    const { id: callerId } = caller.signedIn();
    return { siteId, callerId, userId: personOf(callerId) };
  });
  const { path, remove } = await exportPerson(platform, exportRequest);
  const file = createReadStream(path);
  file.once(
    "close",
    () => void remove().catch((error: unknown) => request.log.warn({ err: error }, "export not removed")),
  );
  return reply
    .header("content-type", "application/zip")
    .header("content-length", (await stat(path)).size)
    .header("content-disposition", 'attachment; filename="personal-data.zip"')
    .header("content-security-policy", FILE_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "no-store")
    .send(file);
}

export const personalDataExportRoutes: readonly Route[] = [
  {
    contract: exportOwnData,
    register(app, platform) {
      app.get(exportOwnData.path, (request, reply) =>
        answerExport(platform, request, reply, exportOwnData, (callerId) => callerId),
      );
    },
  },
  {
    contract: exportDataOfUser,
    register(app, platform) {
      app.get(exportDataOfUser.path.replace("{id}", ":id"), (request, reply) =>
        answerExport(platform, request, reply, exportDataOfUser, () => {
          const params = parseInput(exportDataOfUser.params, request.params, "params");
          return (params as ParamsOf<typeof exportDataOfUser>).id;
        }),
      );
    },
  },
];
