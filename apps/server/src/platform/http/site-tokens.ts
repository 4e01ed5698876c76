/**
 * Sessions of users who are signed in at a host site. Its pages send a token signed by the host; file URLs, which
 * cannot have a header, contain a pass of the same session that is valid for nothing else.
 */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { SiteDb } from "../db/database.ts";

/**
 * Finds or creates the session of a signed token.
 *
 * @returns the token of its row in `user_session`. @throws AppError `unauthenticated`
 */
type SiteTokenReader = (db: SiteDb, siteId: number, token: string) => Promise<string>;

let reader: SiteTokenReader | null = null;

/** Called once, by the slice that implements hosts. */
export function acceptSiteTokens(read: SiteTokenReader): void {
  reader = read;
}

/** @returns null if no host is configured. */
export const sessionOfSiteToken = (db: SiteDb, siteId: number, token: string): Promise<string> | null =>
  reader?.(db, siteId, token) ?? null;

/** Whether a header contains a token signed elsewhere: it has three parts, our own have two. */
export const isSiteToken = (text: string): boolean => text.split(".").length === 3;

/** Starts with a character that tokens in headers and cookies cannot start with. */
const PASS = /^~([1-9]\d{0,14})\.[A-Za-z0-9_-]{43}$/;
const PASSED_PATH = /^\/(~[1-9]\d{0,14}\.[A-Za-z0-9_-]{43})(?=\/(?:tiles|iiif|deepzoom|radiology|api)\/)/;
const PASS_HEADER = "x-file-pass";

/** @param session identifier, unique within the site. */
export function createPass(siteId: number, session: string, key: Buffer): string {
  return `~${siteId}.${createHmac("sha256", key).update(`pass\n${siteId}\n${session}`).digest("base64url")}`;
}

/** The site of a pass; null: not a pass. */
export const siteOfPass = (text: string): number | null => {
  const site = PASS.exec(text)?.[1];
  return site === undefined ? null : Number(site);
};

/** Removes the pass from a URL before anything else reads or logs it. @returns the URL without it. */
export function takePass(request: IncomingMessage): string {
  const url = request.url ?? "/";
  // A pass is accepted only in the URL.
  delete request.headers[PASS_HEADER];
  const pass = PASSED_PATH.exec(url)?.[1];
  if (pass === undefined) return url;
  request.headers[PASS_HEADER] = pass;
  return url.slice(pass.length + 1);
}

/** The pass sent with a request for a file; null: none. */
export function readPass(headers: IncomingMessage["headers"]): string | null {
  const pass = headers[PASS_HEADER];
  return typeof pass === "string" ? pass : null;
}
