/**
 * What a page may read from: ourselves, and the hosts that its site allows for slides that lie elsewhere. Remembered for
 * a moment, so that a page costs no question to the database.
 */
import { originsOfTileSourceHost } from "@parfocal/core/slide/tile-source-url.ts";
import type { FastifyRequest } from "fastify";
import { readCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { findTileSourceHosts } from "./site.queries.ts";

const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 1_000;
/** Directives of a content security policy by which pages get tiles. */
const TILE_DIRECTIVES = /\b(img-src|connect-src) /g;

interface Remembered {
  readonly origins: Promise<readonly string[]>;
  /** ms on the process's own clock. */
  readonly endsAt: number;
}

const rememberedOf = new WeakMap<Platform, Map<number, Remembered>>();

/** @returns the policy with the hosts of the page's site added; as it was if there are none. */
export async function withTileSources(platform: Platform, request: FastifyRequest, policy: string): Promise<string> {
  const origins = await findOrigins(platform, siteOf(request));
  return origins.length === 0 ? policy : policy.replace(TILE_DIRECTIVES, `$1 ${origins.join(" ")} `);
}

/** A change shows on the next page. */
export function forgetTileSources(platform: Platform, siteId: number): void {
  rememberedOf.get(platform)?.delete(siteId);
}

/** The site that the address names, else that of the session. */
function siteOf(request: FastifyRequest): number {
  const named = /^\/s([1-9]\d{0,14})(?:[/?]|$)/.exec(request.url)?.[1];
  return named ? Number(named) : readCredentials(request).siteId;
}

function findOrigins(platform: Platform, siteId: number): Promise<readonly string[]> {
  const remembered = rememberedOf.get(platform) ?? new Map<number, Remembered>();
  rememberedOf.set(platform, remembered);
  const known = remembered.get(siteId);
  if (known && known.endsAt > performance.now()) return known.origins;
  const origins = findTileSourceHosts(platform.database, siteId).then(
    (hosts) => hosts.flatMap(originsOfTileSourceHost),
    // Without the database a page opens all the same, and says so itself.
    () => [],
  );
  remembered.delete(siteId);
  remembered.set(siteId, { origins, endsAt: performance.now() + REMEMBERED_MS });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return origins;
}
