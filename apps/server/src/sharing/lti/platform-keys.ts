/**
 * Checks tokens with the public keys of a platform. They are read with the checks for external URLs, cached, and read
 * again if a key is unknown.
 */
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { readPublicAddress } from "#platform/http/read-public-address.ts";
import type { Platform } from "#platform/platform.ts";

const TIMEOUT_MS = 5_000;
const SET_MAX_BYTES = 256 * 1024;
/** Maximum time for which keys that the platform has withdrawn are still accepted. */
const KEPT_MS = 60 * 60 * 1000;
/** Minimum interval between reads caused by tokens with unknown keys. */
const AGAIN_AFTER_MS = 5_000;
const MAX_KEPT = 1_000;
/** Only asymmetric algorithms: neither `none`, nor one that would use a public key as a secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384"];
/** Tolerance for differing clocks. */
const CLOCK_TOLERANCE_S = 10;
/** A platform creates the token for each launch. */
const TOKEN_MAX_AGE_S = 60 * 60;

type KeysPlatform = Pick<Platform, "database" | "log" | "hostNetworks">;

/** Times are ms on the process's own clock. */
interface CachedKeySet {
  readonly keys: ReturnType<typeof createLocalJWKSet>;
  readonly readAt: number;
  /** Time of the last read caused by an unknown key; null: never. */
  readonly refetchedAt: number | null;
}

const keySetsByDatabase = new WeakMap<object, Map<string, CachedKeySet>>();

/** @returns the claims; `keys`: the keys cannot be read. */
export async function checkIdToken(
  platform: KeysPlatform,
  { issuer, clientId, keysUrl }: LtiPlatform,
  token: string,
): Promise<JWTPayload | "keys" | "signature" | "claims" | "expired"> {
  const check = ({ keys }: CachedKeySet) =>
    jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: TOKEN_MAX_AGE_S,
      requiredClaims: ["exp", "iat", "nonce"],
    });
  const cached = await cachedSet(platform, keysUrl);
  if (!cached) return "keys";
  try {
    return (await check(cached)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) return problemOf(platform, error);
  }
  const { refetchedAt } = cached;
  if (refetchedAt !== null && performance.now() - refetchedAt < AGAIN_AFTER_MS) return "signature";
  const fresh = await readSet(platform, keysUrl, performance.now());
  if (!fresh) return "keys";
  try {
    return (await check(fresh)).payload;
  } catch (error) {
    return problemOf(platform, error);
  }
}

function problemOf({ log }: KeysPlatform, error: unknown): "signature" | "claims" | "expired" {
  log.info({ err: error }, "the token of a learning platform is refused");
  if (error instanceof errors.JWTExpired) return "expired";
  return error instanceof errors.JWTClaimValidationFailed ? "claims" : "signature";
}

const setsOf = ({ database }: KeysPlatform): Map<string, CachedKeySet> => {
  const sets = keySetsByDatabase.get(database) ?? new Map<string, CachedKeySet>();
  keySetsByDatabase.set(database, sets);
  return sets;
};

function cachedSet(platform: KeysPlatform, keysUrl: string): Promise<CachedKeySet | null> | CachedKeySet {
  const cached = setsOf(platform).get(keysUrl);
  return cached && performance.now() - cached.readAt < KEPT_MS ? cached : readSet(platform, keysUrl, null);
}

/** @returns null if the keys cannot be read; the reason is logged. */
async function readSet(
  platform: KeysPlatform,
  keysUrl: string,
  refetchedAt: number | null,
): Promise<CachedKeySet | null> {
  const sets = setsOf(platform);
  try {
    const limits = { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: SET_MAX_BYTES };
    const set = JSON.parse(await readPublicAddress(keysUrl, limits)) as JSONWebKeySet;
    const fresh = { keys: createLocalJWKSet(set), readAt: performance.now(), refetchedAt };
    sets.delete(keysUrl);
    sets.set(keysUrl, fresh);
    for (const oldest of sets.keys()) {
      if (sets.size <= MAX_KEPT) break;
      sets.delete(oldest);
    }
    return fresh;
  } catch (error) {
    platform.log.warn({ err: error, keysUrl }, "the keys of a learning platform could not be read");
    return null;
  }
}
