/**
 * State of a started sign-in, in a signed cookie of this browser until the provider sends the browser back: a sign-in
 * can be finished only by the browser that started it (login forgery).
 *
 * Source: RFC 9700 (OAuth 2.0 Security Best Current Practice), sections 2.1.1 and 4.7.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ownCookieName, readCookie } from "#platform/http/site-and-session.ts";

const COOKIE = "sso";
/** Time limit for the sign-in at the provider, in s. */
const SIGN_IN_MAX_S = 600;

interface PendingSignIn {
  readonly siteId: number;
  /** Path to open afterwards. */
  readonly next: string;
  /** The redirect URI sent to the provider. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier: proves to the provider that the same client finishes. */
  readonly verifier: string;
  /** ms since the epoch. */
  readonly startedAt: number;
}

const sign = (text: string, key: Buffer) => createHmac("sha256", key).update(`single sign-on\n${text}`).digest();

export function storePendingSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, key }: { readonly pending: PendingSignIn; readonly key: Buffer },
): void {
  const text = Buffer.from(JSON.stringify(pending)).toString("base64url");
  reply.setCookie(ownCookieName(request, COOKIE), `${text}.${sign(text, key).toString("base64url")}`, {
    path: "/",
    httpOnly: true,
    // The provider's page returns by top-level navigation, with which Lax cookies are sent.
    sameSite: "lax",
    secure: request.protocol === "https",
    maxAge: SIGN_IN_MAX_S,
  });
}

/** Reads and removes the cookie: it is valid for one attempt. @returns null if it is missing, forged or expired. */
export function takePendingSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, now }: { readonly key: Buffer; readonly now: number },
): PendingSignIn | null {
  const name = ownCookieName(request, COOKIE);
  reply.clearCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure: request.protocol === "https" });
  const [text = "", signature = ""] = (readCookie(request.headers.cookie ?? "", name) ?? "").split(".");
  const expected = sign(text, key);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const pending = JSON.parse(Buffer.from(text, "base64url").toString()) as PendingSignIn;
  return now - pending.startedAt <= SIGN_IN_MAX_S * 1000 ? pending : null;
}
