/**
 * Devices on which a user has signed in before. A device has a signed cookie for the account that was used last, so
 * that wrong guesses of strangers do not lock out its owner.
 *
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies"; ASVS 5.0, V6.3.1.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ownCookieName, readCookie } from "#platform/http/site-and-session.ts";

const COOKIE = "device";
/** Renewed with each sign-in. */
export const DEVICE_DAYS = 180;
const S_PER_DAY = 24 * 60 * 60;
const ID_BYTES = 16;
const TOKEN = /^(([A-Za-z0-9_-]{22})\.(\d{1,15}))\.([A-Za-z0-9_-]{43})$/;

interface Account {
  readonly siteId: number;
  readonly userId: number;
}

function sign(facts: string, { siteId, userId }: Account, key: Buffer): string {
  return createHmac("sha256", key).update(`known device\n${siteId}\n${userId}\n${facts}`).digest("base64url");
}

/** @param key of the installation, shared by all its processes. @param now ms since the epoch. */
export function createDeviceToken(account: Account, key: Buffer, now: number): string {
  const facts = `${randomBytes(ID_BYTES).toString("base64url")}.${Math.floor(now / 1000) + DEVICE_DAYS * S_PER_DAY}`;
  return `${facts}.${sign(facts, account, key)}`;
}

/** @returns the device's ID if it is known for this account; null otherwise. @param now ms since the epoch. */
export function findKnownDevice(token: string | undefined, account: Account, key: Buffer, now: number): string | null {
  const [, facts, id, endsAt, signature] = TOKEN.exec(token ?? "") ?? [];
  if (facts === undefined || id === undefined || signature === undefined) return null;
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(facts, account, key)));
  return isSigned && Number(endsAt) * 1000 > now ? id : null;
}

export function readDeviceToken(request: FastifyRequest): string | undefined {
  return readCookie(request.headers.cookie ?? "", ownCookieName(request, COOKIE));
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(ownCookieName(request, COOKIE), token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    maxAge: DEVICE_DAYS * S_PER_DAY,
  });
}
