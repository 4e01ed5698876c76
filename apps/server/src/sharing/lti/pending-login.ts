/**
 * State of a login that a platform has initiated: signed, sent through the platform as `state`, and bound to the
 * browser by a cookie, so that a sign-in can be finished only by the browser that started it (login forgery). Nothing
 * is stored for people who do not return.
 *
 * Each launch has its own cookie: a page of the platform may contain several frames, which start at the same time.
 *
 * Sources: IMS Security Framework 1.0, section 5.1.1.5 and 7.3; CHIPS (partitioned cookies).
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { LoginInitiation } from "@parfocal/core/lti/lti-launch.contract.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ownCookieName, readCookie } from "#platform/http/site-and-session.ts";

/** Time limit for the sign-in at the platform, in s. */
export const LOGIN_MAX_S = 600;
/** With longer hints the platform's URL would become too long for servers. */
const KEPT_HINTS_MAX_CHARACTERS = 1_500;

export interface PendingLogin {
  readonly siteId: number;
  readonly platformId: number;
  readonly nonce: string;
  /** SHA-256 of the cookie's value, base64url. */
  readonly cookieHash: string;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** Data for restarting in its own window; null: too long to be included. */
  readonly initiation: LoginInitiation | null;
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
const sign = (text: string, key: Buffer) => createHmac("sha256", key).update(`lti login\n${text}`).digest();

const cookieName = (request: FastifyRequest, nonce: string) => ownCookieName(request, `lti-${nonce.slice(0, 12)}`);

/**
 * Options of a cookie that a frame or form of another site sends back. This works only over https; over http (the
 * platform is on the same host) it is an ordinary cookie.
 */
const optionsOf = (request: FastifyRequest) =>
  request.protocol === "https"
    ? ({ path: "/", httpOnly: true, secure: true, sameSite: "none", partitioned: isFramed(request) } as const)
    : ({ path: "/", httpOnly: true, sameSite: "lax" } as const);

/** Browsers that do not send this header are treated as framed: a partitioned cookie also works in a window. */
export const isFramed = (request: FastifyRequest): boolean => request.headers["sec-fetch-dest"] !== "document";

interface Begin {
  readonly siteId: number;
  readonly platformId: number;
  readonly initiation: LoginInitiation;
  readonly key: Buffer;
  /** ms since the epoch. */
  readonly now: number;
}

/** Sets the cookie. @returns the `state` and nonce for the platform. */
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

/** @returns null if we have not signed it. */
export function readPendingLogin(state: string, key: Buffer): PendingLogin | null {
  const [text = "", signature = ""] = state.split(".");
  const expected = sign(text, key);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, "base64url").toString()) as PendingLogin;
}

/** Whether this browser has started the login. Removes the cookie, which is valid for one attempt. */
export function takeLoginCookie(request: FastifyRequest, reply: FastifyReply, pending: PendingLogin): boolean {
  const name = cookieName(request, pending.nonce);
  const secret = readCookie(request.headers.cookie ?? "", name);
  if (secret === undefined) return false;
  reply.clearCookie(name, optionsOf(request));
  return hash(secret) === pending.cookieHash;
}
