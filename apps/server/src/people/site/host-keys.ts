/**
 * The public keys of a site's host, loaded in the background and cached: a request never waits for the host, which may
 * itself be waiting for that request.
 */
import { type HostKey, readKeySet } from "#platform/access/signed-token.ts";
import { withSite } from "#platform/db/database.ts";
import { readPublicAddress } from "#platform/http/read-public-address.ts";
import type { Platform } from "#platform/platform.ts";
import { findHost, updateHostKeys } from "./site.queries.ts";

const TIMEOUT_MS = 5_000;
const SET_MAX_BYTES = 64 * 1024;
/** Tokens with unknown keys do not cause more frequent requests. */
const EVERY_MS = 5_000;

type PlatformOfKeys = Pick<Platform, "database" | "log" | "hostNetworks">;

const requestedAt = new WeakMap<object, Map<number, number>>();

/** Loads the host's keys, unless that was done a moment ago. Failures are logged; known keys are kept. */
export async function fetchHostKeys(platform: PlatformOfKeys, siteId: number): Promise<void> {
  const times = requestedAt.get(platform.database) ?? new Map<number, number>();
  requestedAt.set(platform.database, times);
  const last = times.get(siteId);
  if (last !== undefined && performance.now() - last < EVERY_MS) return;
  times.set(siteId, performance.now());
  try {
    const { keysUrl } = await withSite(platform.database, siteId, (db) => findHost(db, siteId));
    if (keysUrl === "") return;
    const limits = { allowedNetworks: platform.hostNetworks, timeoutMs: TIMEOUT_MS, maxBytes: SET_MAX_BYTES };
    const keys: readonly HostKey[] = readKeySet(JSON.parse(await readPublicAddress(keysUrl, limits)));
    if (keys.length === 0) throw new Error("the host's key set holds no Ed25519 key");
    await withSite(platform.database, siteId, (db) => updateHostKeys(db, siteId, { keysUrl, keys }));
  } catch (error) {
    platform.log.warn({ err: error, siteId }, "the keys of the host could not be read");
  }
}

/** After a change of the keys' URL: loads them immediately, even if that was done a moment ago. */
export function fetchNewHostKeys(platform: PlatformOfKeys, siteId: number): Promise<void> {
  requestedAt.get(platform.database)?.delete(siteId);
  return fetchHostKeys(platform, siteId);
}
