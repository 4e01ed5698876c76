/**
 * Access tokens for the services of a learning platform: requested with a JWT of this tool, and cached until they
 * expire.
 *
 * Source: IMS Security Framework 1.0, section 4.1 (client credentials with a JWT, RFC 7523).
 */

import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { type Fields, fieldsOf } from "@parfocal/core/platform/json-fields.ts";
import { postToPublicAddress } from "#platform/http/read-public-address.ts";
import type { Platform } from "#platform/platform.ts";
import { signToken } from "./lti-keys.ts";

const TIMEOUT_MS = 8_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const TOKEN_MAX_CHARACTERS = 16_000;
const ASSERTION_LIFE_S = 300;
const MS_PER_S = 1_000;
/** Cached tokens are replaced this long before they expire; a token without a lifetime is used for one request only. */
const SAFETY_S = 30;
const KEPT_MAX_S = 60 * 60;
const MAX_KEPT = 1_000;

export type ServicePlatform = Pick<Platform, "database" | "log" | "hostNetworks" | "nonceKey">;

/** The platform has not issued a token. */
export class NoAccessToken extends Error {
  override readonly name = "NoAccessToken";
  readonly status: number;

  constructor(status: number) {
    super(`no access token: status ${status}`);
    this.status = status;
  }
}

interface CachedToken {
  readonly token: string;
  /** On the process's own clock. */
  readonly endsAt: number;
}
const tokensByDatabase = new WeakMap<object, Map<string, CachedToken>>();

const tokensOf = ({ database }: ServicePlatform): Map<string, CachedToken> => {
  const tokens = tokensByDatabase.get(database) ?? new Map<string, CachedToken>();
  tokensByDatabase.set(database, tokens);
  return tokens;
};

/** Everything a token depends on: with other settings of the platform, another token is requested. */
const keyOf = (siteId: number, { id, clientId, tokenUrl, tokenAudience }: LtiPlatform, scope: string) =>
  JSON.stringify([siteId, id, clientId, tokenUrl, tokenAudience, scope]);

interface TokenRequest {
  readonly learning: LtiPlatform;
  readonly scope: string;
}

/** @throws NoAccessToken; AddressNotAllowed; Error if the platform does not respond. */
export async function accessToken(
  platform: ServicePlatform,
  siteId: number,
  { learning, scope }: TokenRequest,
): Promise<string> {
  const tokens = tokensOf(platform);
  const key = keyOf(siteId, learning, scope);
  const cached = tokens.get(key);
  if (cached && performance.now() < cached.endsAt) return cached.token;
  const { token, lifeS } = await askForToken(platform, siteId, { learning, scope });
  tokens.delete(key);
  tokens.set(key, { token, endsAt: performance.now() + (lifeS - SAFETY_S) * MS_PER_S });
  for (const oldest of tokens.keys()) {
    if (tokens.size <= MAX_KEPT) break;
    tokens.delete(oldest);
  }
  return token;
}

/** Removes a rejected token, so that the next call requests a new one. */
export function forgetToken(platform: ServicePlatform, siteId: number, { learning, scope }: TokenRequest): void {
  tokensOf(platform).delete(keyOf(siteId, learning, scope));
}

async function askForToken(platform: ServicePlatform, siteId: number, { learning, scope }: TokenRequest) {
  const { clientId, tokenUrl, tokenAudience } = learning;
  const claims = { iss: clientId, sub: clientId, aud: tokenAudience ?? tokenUrl };
  const assertion = await signToken(platform, siteId, claims, { now: Date.now(), lifeS: ASSERTION_LIFE_S });
  const form = {
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    ...{ client_assertion: assertion, scope },
  };
  const { status, text } = await postToPublicAddress(
    tokenUrl,
    { type: "application/x-www-form-urlencoded", body: new URLSearchParams(form).toString() },
    { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES },
  );
  const answer = status === 200 || status === 201 ? fieldsIn(text) : {};
  const { access_token: token, expires_in: lifeSeconds } = answer;
  // The token is used as a header: characters that could end a line are rejected.
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token) || token.length > TOKEN_MAX_CHARACTERS)
    throw new NoAccessToken(status);
  return { token, lifeS: typeof lifeSeconds === "number" && lifeSeconds > 0 ? Math.min(lifeSeconds, KEPT_MAX_S) : 0 };
}

function fieldsIn(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}
