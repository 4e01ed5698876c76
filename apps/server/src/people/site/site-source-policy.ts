/**
 * What a page may read from: ourselves, and the hosts that its site allows for slides that lie elsewhere; and whose pages it
 * may show in frames. Remembered for a moment, so that a page costs no question to the database.
 */
import { originsOfTileSourceHost } from "@parfocal/core/site/tile-source-url.ts";
import type { FastifyRequest } from "fastify";
import { readCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { findEmbedHosts, findTileSourceHosts } from "./site.queries.ts";

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 1_000;
/** Directives of a content security policy by which pages get tiles. */
const TILE_DIRECTIVES = /\b(img-src|connect-src) /g;
/** The one by which pages show others in frames: none, unless the site allows some. */
const FRAME_DIRECTIVE = /\bframe-src 'none'/;

interface SiteSources {
  /** Origins of tiles. */
  readonly tiles: readonly string[];
  /** Origins of embedded pages. */
  readonly frames: readonly string[];
}

interface Remembered {
  readonly sources: Promise<SiteSources>;
  /** ms on the process's own clock. */
  readonly endsAt: number;
}

const rememberedOf = new WeakMap<Platform, Map<number, Remembered>>();

/** @returns the policy with the hosts of the page's site added; as it was if there are none. */
export async function withSiteSources(platform: Platform, request: FastifyRequest, policy: string): Promise<string> {
  const { tiles, frames } = await findSources(platform, siteOf(request));
  const withTiles = tiles.length === 0 ? policy : policy.replace(TILE_DIRECTIVES, `$1 ${tiles.join(" ")} `);
  return frames.length === 0 ? withTiles : withTiles.replace(FRAME_DIRECTIVE, `frame-src ${frames.join(" ")}`);
}

/** A change shows on the next page. */
export function forgetSiteSources(platform: Platform, siteId: number): void {
  rememberedOf.get(platform)?.delete(siteId);
}

/** The site that the address names, else that of the session. */
function siteOf(request: FastifyRequest): number {
  const named = /^\/s([1-9]\d{0,14})(?:[/?]|$)/.exec(request.url)?.[1];
  return named ? Number(named) : readCredentials(request).siteId;
}

function findSources(platform: Platform, siteId: number): Promise<SiteSources> {
  const remembered = rememberedOf.get(platform) ?? new Map<number, Remembered>();
  rememberedOf.set(platform, remembered);
  const known = remembered.get(siteId);
  if (known && known.endsAt > performance.now()) return known.sources;
  // Without the database a page opens all the same, and says so itself.
  const sources = readSources(platform, siteId).catch(() => ({ tiles: [], frames: [] }));
  remembered.delete(siteId);
  remembered.set(siteId, { sources, endsAt: performance.now() + REMEMBERED_MS });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return sources;
}

async function readSources({ database }: Platform, siteId: number): Promise<SiteSources> {
  const tileHosts = await findTileSourceHosts(database, siteId);
  const embedHosts = await findEmbedHosts(database, siteId);
  return { tiles: tileHosts.flatMap(originsOfTileSourceHost), frames: embedHosts.map((host) => `https://${host}`) };
}
