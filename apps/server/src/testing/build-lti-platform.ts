import { randomUUID } from "node:crypto";
import type { LtiPlatformSettings } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { insertPlatform } from "#lti/lti-platform.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";

/** One that nothing else has registered. */
export const ltiSettings = (): LtiPlatformSettings => ({
  ...{ name: "Moodle", issuer: `https://${randomUUID()}.test`, clientId: "1", deploymentIds: ["1"] },
  ...{ authorizationUrl: "https://moodle.test/auth.php", tokenUrl: "https://moodle.test/token.php" },
  ...{ keysUrl: "https://moodle.test/certs.php", pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
});

/** @returns its id. */
export async function buildLtiPlatform({ id, server }: TestSite): Promise<number> {
  const made = await withSite(server.platform.database, id, (db) => insertPlatform(db, id, ltiSettings()));
  return made.id;
}
