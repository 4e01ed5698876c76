/**
 * Challenges for devices to sign: random, with a timestamp, and authenticated, so that none has to be stored.
 *
 * 8 bytes of time (ms since the epoch), 16 random bytes, 16 bytes of HMAC-SHA-256 over both and the purpose.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const CHALLENGE_MS = 5 * 60 * 1000;

const TIME_BYTES = 8;
const RANDOM_BYTES = 16;
const MAC_BYTES = 16;

interface Use {
  /** The installation's key. */
  readonly key: Buffer;
  readonly siteId: number;
  /** User whose passkey is created; null: for a sign-in. */
  readonly userId: number | null;
}

const macOf = (content: Buffer, { key, siteId, userId }: Use): Buffer =>
  createHmac("sha256", key)
    .update(`passkey challenge\n${siteId}\n${userId ?? "sign-in"}\n`)
    .update(content)
    .digest()
    .subarray(0, MAC_BYTES);

/** @param now ms since the epoch. @returns base64url. */
export function createChallenge(use: Use, now: number): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now));
  const content = Buffer.concat([time, randomBytes(RANDOM_BYTES)]);
  return Buffer.concat([content, macOf(content, use)]).toString("base64url");
}

/** @returns its creation time, ms since the epoch; null: expired, for another purpose, or forged. */
export function readChallenge(challenge: string, use: Use, now: number): number | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return null;
  const content = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES + RANDOM_BYTES), macOf(content, use))) return null;
  const createdMs = Number(content.readBigUInt64BE());
  return now - createdMs <= CHALLENGE_MS ? createdMs : null;
}

/** The challenge that a device has signed. @param clientData JSON in base64url. @returns null: there is none. */
export function challengeOf(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
