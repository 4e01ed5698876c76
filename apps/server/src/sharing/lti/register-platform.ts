/**
 * Dynamic registration: reads the platform's configuration, registers this tool there, and stores the platform. The
 * platform cannot sign anyone in until an administrator has accepted its deployment.
 */
import { roleHas, type SiteGrants } from "@parfocal/core/access/capabilities.ts";
import { LTI_PLATFORMS_MAX } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import {
  type PlatformConfiguration,
  type RegistrationProblem,
  readPlatformConfiguration,
  readRegistration,
  registrationRequest,
} from "@parfocal/core/lti/registration.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { askPublicAddress, postToPublicAddress } from "#platform/http/read-public-address.ts";
import { loggedError } from "#platform/log.ts";
import type { Platform } from "#platform/platform.ts";
import { findPlatforms, insertPlatform, listPlatforms, lockPlatforms } from "./lti-platform.queries.ts";
import { insertWaitingDeployment, takeRegistration } from "./lti-registration.queries.ts";
import type { toolAddresses } from "./tool-addresses.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 256 * 1024;
/** Used as a header: line breaks are rejected. */
const TOKEN = /^[\x21-\x7e]+$/;

interface Opened {
  readonly tokenSha256: Buffer;
  readonly configurationUrl: string;
  /** The platform's registration token; undefined: none. */
  readonly registrationToken: string | undefined;
  readonly tool: { readonly name: string; readonly addresses: ReturnType<typeof toolAddresses> };
  readonly grants: SiteGrants;
}

/** @returns the reason why it was not registered; null: success. */
export async function registerPlatform(
  platform: Platform,
  siteId: number,
  opened: Opened,
): Promise<RegistrationProblem | null> {
  const { registrationToken, tool } = opened;
  if (registrationToken !== undefined && !TOKEN.test(registrationToken)) return "malformed";
  const taken = await withSite(platform.reserve, siteId, (db) => takeRegistration(db, siteId, opened.tokenSha256));
  if (!taken || !roleHas(taken.role, "managePeople", opened.grants)) return "used";
  const configuration = await readConfiguration(platform, opened.configurationUrl);
  if (typeof configuration === "string") return configuration;
  const body = registrationRequest({ ...tool, scopes: configuration.scopes });
  const registered = await register(platform, configuration.registrationUrl, { registrationToken, body });
  if (registered === null) return "refused";
  return withSite(platform.reserve, siteId, (db) =>
    store(db, siteId, { configuration, registered, createdBy: taken.createdBy }),
  );
}

const limitsOf = ({ hostNetworks }: Platform) => ({
  ...{ allowedNetworks: hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES },
});

async function readConfiguration(platform: Platform, configurationUrl: string) {
  try {
    const { status, text } = await askPublicAddress(configurationUrl, {}, limitsOf(platform));
    if (status !== 200) return "unreadable";
    return readPlatformConfiguration(JSON.parse(text), configurationUrl);
  } catch (error) {
    platform.log.warn({ error: loggedError(error) }, "the configuration of a learning platform could not be read");
    return "unreadable";
  }
}

interface Request {
  readonly registrationToken: string | undefined;
  readonly body: ReturnType<typeof registrationRequest>;
}

async function register(platform: Platform, registrationUrl: string, { registrationToken, body }: Request) {
  try {
    const headers: Record<string, string> =
      registrationToken === undefined ? {} : { authorization: `Bearer ${registrationToken}` };
    const sent = { type: "application/json", body: JSON.stringify(body), headers };
    const { status, text } = await postToPublicAddress(registrationUrl, sent, limitsOf(platform));
    if (status === 200 || status === 201) return readRegistration(JSON.parse(text));
    platform.log.warn({ status }, "a learning platform did not register this tool");
  } catch (error) {
    platform.log.warn({ error: loggedError(error) }, "a learning platform did not register this tool");
  }
  return null;
}

interface Registered {
  readonly configuration: PlatformConfiguration;
  readonly registered: { readonly clientId: string; readonly deploymentId: string | null };
  readonly createdBy: number;
}

async function store(
  db: SiteDb,
  siteId: number,
  { configuration, registered: { clientId, deploymentId }, createdBy }: Registered,
): Promise<RegistrationProblem | null> {
  const { name, issuer, authorizationUrl, tokenUrl, tokenAudience, keysUrl } = configuration;
  await lockPlatforms(db, siteId);
  if ((await listPlatforms(db, siteId)).length >= LTI_PLATFORMS_MAX) return "taken";
  if ((await findPlatforms(db, siteId, { issuer, clientId })).length > 0) return "taken";
  const made = await insertPlatform(db, siteId, {
    ...{ name, issuer, clientId, authorizationUrl, tokenUrl, tokenAudience, keysUrl },
    ...{ deploymentIds: [], pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
  });
  if (deploymentId !== null) await insertWaitingDeployment(db, siteId, { platformId: made.id, deploymentId });
  await recordOptions(db, siteId, { actorId: createdBy, names: ["ltiPlatforms"] });
  return null;
}
