/**
 * The content security policy of a page: it can load from this server and from hosts that its site allows for external
 * slides. It also limits the pages it can embed, the pages that can embed it, and where it can send page views. Cached
 * for a short time, so that a page needs no database query.
 */
import { originsOfTileSourceHost } from "@parfocal/core/site/tile-source-url.ts";
import { originOfTracking } from "@parfocal/core/site/tracking-address.ts";
import type { FastifyRequest } from "fastify";
import { withSite } from "#platform/db/database.ts";
import { createNetworkCheck } from "#platform/http/network-list.ts";
import { readCredentials } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import {
  findEmbedHosts,
  findFrameHosts,
  findHost,
  findPlatformOrigins,
  findTileSourceHosts,
  findTrackingUrl,
} from "./site.queries.ts";

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 1_000;
/** Directives for loading tiles. */
const TILE_DIRECTIVES = /\b(img-src|connect-src) /g;
/** Directive for sending page views. */
const CONNECT_DIRECTIVE = /\bconnect-src /;
/** Directive for embedded pages: none, unless the site allows some. */
const FRAME_DIRECTIVE = /\bframe-src 'none'/;
/** Directive for pages that can embed this page: none, unless the page can be framed and the site allows some. */
const ANCESTORS_DIRECTIVE = /\bframe-ancestors 'none'/;

interface SiteSources {
  /** Origins of tiles. */
  readonly tiles: readonly string[];
  /** Origins of embedded pages. */
  readonly frames: readonly string[];
  /** Origin of the tracking URL; none if the site does not track page views. */
  readonly tracking: readonly string[];
  /** Origins that can frame shared and embedded pages. */
  readonly ancestors: readonly string[];
  /** Origin of the host through which people sign in: it can also frame the content manager. */
  readonly host: readonly string[];
}

interface Remembered {
  readonly sources: Promise<SiteSources>;
  /** ms on the process's own clock. */
  readonly endsAt: number;
}

const rememberedOf = new WeakMap<Platform, Map<number, Remembered>>();

/** @returns the policy with the hosts of the page's site added; unchanged if there are none. */
export async function withSiteSources(
  platform: Platform,
  request: FastifyRequest,
  { policy, framing }: { readonly policy: string; readonly framing: "nobody" | "host" | "sites" },
): Promise<string> {
  const { tiles, frames, tracking, ancestors, host } = await findSources(platform, siteOf(request));
  const withTiles = tiles.length === 0 ? policy : policy.replace(TILE_DIRECTIVES, `$1 ${tiles.join(" ")} `);
  const withTracking =
    tracking.length === 0 ? withTiles : withTiles.replace(CONNECT_DIRECTIVE, `connect-src ${tracking.join(" ")} `);
  const withFrames =
    frames.length === 0 ? withTracking : withTracking.replace(FRAME_DIRECTIVE, `frame-src ${frames.join(" ")}`);
  const allowed = { nobody: [], host, sites: [...new Set([...ancestors, ...host])] }[framing];
  if (allowed.length === 0) return withFrames;
  return withFrames.replace(ANCESTORS_DIRECTIVE, `frame-ancestors ${allowed.join(" ")}`);
}

/** A change applies to the next page. */
export function forgetSiteSources(platform: Platform, siteId: number): void {
  rememberedOf.get(platform)?.delete(siteId);
}

/** The site of the URL or of a share's token, otherwise that of the session. */
function siteOf(request: FastifyRequest): number {
  const named = /^\/(?:s([1-9]\d{0,14})(?:[/?]|$)|share\/([1-9]\d{0,14})\.)/.exec(request.url);
  const id = named?.[1] ?? named?.[2];
  return id ? Number(id) : readCredentials(request).siteId;
}

function findSources(platform: Platform, siteId: number): Promise<SiteSources> {
  const remembered = rememberedOf.get(platform) ?? new Map<number, Remembered>();
  rememberedOf.set(platform, remembered);
  const known = remembered.get(siteId);
  if (known && known.endsAt > performance.now()) return known.sources;
  // If the database is unreachable, the page still opens and reports the problem.
  const sources = readSources(platform, siteId).catch(() => ({
    tiles: [],
    frames: [],
    tracking: [],
    ancestors: [],
    host: [],
  }));
  remembered.delete(siteId);
  remembered.set(siteId, { sources, endsAt: performance.now() + REMEMBERED_MS });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return sources;
}

async function readSources({ database, hostNetworks }: Platform, siteId: number): Promise<SiteSources> {
  const tileHosts = await findTileSourceHosts(database, siteId);
  const embedHosts = await findEmbedHosts(database, siteId);
  const frameHosts = await findFrameHosts(database, siteId);
  const platformOrigins = await withSite(database, siteId, (db) => findPlatformOrigins(db, siteId));
  const { issuer } = await withSite(database, siteId, (db) => findHost(db, siteId));
  const trackingOrigin = originOfTracking(await findTrackingUrl(database, siteId));
  return {
    tracking: trackingOrigin === null ? [] : [trackingOrigin],
    tiles: tileHosts.flatMap(originsOfTileSourceHost),
    frames: embedHosts.map((host) => `https://${host}`),
    ancestors: [...new Set([...frameHosts.map((host) => `https://${host}`), ...platformOrigins])],
    host: originsOfHost(issuer, hostNetworks),
  };
}

/** https; http only for an address in a network that the operator allows (decision 0137). */
function originsOfHost(issuer: string, hostNetworks: readonly string[]): readonly string[] {
  if (!URL.canParse(issuer)) return [];
  const { protocol, hostname, origin } = new URL(issuer);
  if (protocol === "https:") return [origin];
  const address = hostname.replace(/^\[|\]$/g, "");
  return protocol === "http:" && createNetworkCheck(hostNetworks)(address) ? [origin] : [];
}
