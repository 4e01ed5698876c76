/**
 * State of a login that a platform has initiated: signed, carried by the platform as `state`, and bound to the browser by a cookie,
 * so that nobody can finish a sign-in that they did not begin (login forgery). Nothing is stored for people who never come back.
 *
 * Each launch has a cookie of its own: a page of the platform may show several frames, which begin at once.
 *
 * Sources: IMS Security Framework 1.0, section 5.1.1.5 and 7.3; CHIPS (partitioned cookies).
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { LoginInitiation } from "@parfocal/core/lti/lti-launch.contract.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ownCookieName, readCookie } from "#platform/http/site-and-session.ts";

/** How long a person may take to sign in at the platform, in s. */
export const LOGIN_MAX_S = 600;
/** With longer hints the address of the platform would become too long for servers. */
const KEPT_HINTS_MAX_CHARACTERS = 1_500;

export interface PendingLogin {
  readonly siteId: number;
  readonly platformId: number;
  readonly nonce: string;
  /** SHA-256 of the cookie's value, base64url. */
  readonly cookieHash: string;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** With which it can begin again in a window of its own; null: too long to be kept. */
  readonly initiation: LoginInitiation | null;
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
const sign = (text: string, key: Buffer) => createHmac("sha256", key).update(`lti login\n${text}`).digest();

const cookieName = (request: FastifyRequest, nonce: string) => ownCookieName(request, `lti-${nonce.slice(0, 12)}`);

/**
 * Of a cookie that another site's frame or form brings back. Only over https is it kept there; over http (the platform is at the
 * same host) it is an ordinary one.
 */
const optionsOf = (request: FastifyRequest) =>
  request.protocol === "https"
    ? ({ path: "/", httpOnly: true, secure: true, sameSite: "none", partitioned: isFramed(request) } as const)
    : ({ path: "/", httpOnly: true, sameSite: "lax" } as const);

/** Browsers that say nothing about it are taken for framed: a partitioned cookie also works in a window. */
export const isFramed = (request: FastifyRequest): boolean => request.headers["sec-fetch-dest"] !== "document";

interface Begin {
  readonly siteId: number;
  readonly platformId: number;
  readonly initiation: LoginInitiation;
  readonly key: Buffer;
  /** ms since the epoch. */
  readonly now: number;
}

/** Sets the cookie. @returns what the platform is to send back. */
export function beginLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  { siteId, platformId, initiation, key, now }: Begin,
): { readonly state: string; readonly nonce: string } {
  const nonce = randomBytes(24).toString("base64url");
  const secret = randomBytes(24).toString("base64url");
  reply.setCookie(cookieName(request, nonce), secret, { ...optionsOf(request), maxAge: LOGIN_MAX_S });
  const isShort = Object.values(initiation).join("").length <= KEPT_HINTS_MAX_CHARACTERS;
  const pending: PendingLogin = {
    ...{ siteId, platformId, nonce, cookieHash: hash(secret), startedAt: now },
    initiation: isShort ? initiation : null,
  };
  const text = Buffer.from(JSON.stringify(pending)).toString("base64url");
  return { state: `${text}.${sign(text, key).toString("base64url")}`, nonce };
}

/** @returns null for what we have not signed. */
export function readPendingLogin(state: string, key: Buffer): PendingLogin | null {
  const [text = "", signature = ""] = state.split(".");
  const expected = sign(text, key);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, "base64url").toString()) as PendingLogin;
}

/** Whether this browser has started it. Removes the cookie: it is good for one attempt. */
export function takeLoginCookie(request: FastifyRequest, reply: FastifyReply, pending: PendingLogin): boolean {
  const name = cookieName(request, pending.nonce);
  const secret = readCookie(request.headers.cookie ?? "", name);
  if (secret === undefined) return false;
  reply.clearCookie(name, optionsOf(request));
  return hash(secret) === pending.cookieHash;
}
