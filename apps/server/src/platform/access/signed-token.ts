/**
 * Tokens that another server has signed (JWS compact, EdDSA with Ed25519): parsed and verified with its public keys. No
 * other algorithm is supported, so a token cannot choose one.
 *
 * Sources: RFC 7515; RFC 8037 (Ed25519); RFC 7638 (thumbprints).
 */
import { createPublicKey, verify } from "node:crypto";

/** A public key of Ed25519 as JWK; `x`: 32 bytes, base64url. */
export interface HostKey {
  readonly kid: string;
  readonly x: string;
}

interface SignedToken {
  readonly kid: string;
  readonly type: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const PARTS = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;
const KEY_X = /^[A-Za-z0-9_-]{43}$/;
const KEY_ID_MAX_CHARACTERS = 200;
const KEYS_MAX = 10;

/** @returns null if the text is not a token of this type, or uses another algorithm. */
export function readSignedToken(text: string): SignedToken | null {
  const [, head = "", body = "", signature = ""] = PARTS.exec(text) ?? [];
  const header = readObject(head);
  const claims = readObject(body);
  if (!header || !claims) return null;
  const { alg, kid, typ, crit } = header;
  if (alg !== "EdDSA" || typeof kid !== "string" || typeof typ !== "string" || crit !== undefined) return null;
  const bytes = Buffer.from(signature, "base64url");
  // The last character contains unused bits; this check allows only one spelling of a signature.
  if (bytes.toString("base64url") !== signature) return null;
  return { kid, type: typ, claims, signed: Buffer.from(`${head}.${body}`), signature: bytes };
}

function readObject(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

export function isSignatureRight({ signed, signature }: SignedToken, { x }: HostKey): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, signed, key, signature);
}

/** The usable keys of a JWK set; others are omitted. */
export function readKeySet(set: unknown): HostKey[] {
  const { keys } = (typeof set === "object" && set !== null ? set : {}) as { keys?: unknown };
  if (!Array.isArray(keys)) return [];
  const usable = keys.flatMap((key: unknown): HostKey[] => {
    const { kty, crv, kid, x } = (key ?? {}) as Readonly<Record<string, unknown>>;
    const isKey = kty === "OKP" && crv === "Ed25519" && typeof x === "string" && KEY_X.test(x);
    return isKey && typeof kid === "string" && kid.length <= KEY_ID_MAX_CHARACTERS ? [{ kid, x }] : [];
  });
  return usable.slice(0, KEYS_MAX);
}
