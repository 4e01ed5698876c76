/**
 * Tokens of share links: looked up by their hash, and encrypted so that a link can be shown again to its creator
 * (decision 0087). A copy of the tables alone reveals no token.
 */
import { randomBytes } from "node:crypto";
import { SHARE_TOKEN_RANDOM_BYTES } from "@parfocal/core/access/share-token.ts";
import type { SealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText, sealText } from "#platform/access/sealed-text.ts";

interface TokenSpace {
  readonly siteId: number;
  readonly keys: SealKeys;
}

export const purposeOfToken = (siteId: number) => `share token\n${siteId}`;

const sealOf = ({ siteId, keys }: TokenSpace) => ({ keys, purpose: purposeOfToken(siteId) });

export function createShareToken(siteId: number): string {
  return `${siteId}.${randomBytes(SHARE_TOKEN_RANDOM_BYTES).toString("base64url")}`;
}

export function sealShareToken(token: string, space: TokenSpace): Buffer {
  return sealText(token, sealOf(space));
}

/** @returns null if it was not stored, or was encrypted with another key of the installation. */
export function openShareToken(sealed: Buffer | null, space: TokenSpace): string | null {
  if (sealed === null) return null;
  try {
    return openSealedText(sealed, sealOf(space));
  } catch {
    return null;
  }
}

/** The link. @param origin of the page that it opens; a default port is omitted. */
export const shareUrl = (origin: string, token: string): string =>
  `${URL.parse(origin)?.origin ?? origin}/share/${token}`;
