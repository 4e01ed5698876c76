/** Preview tokens: they state whose rights apply while a content manager previews content (decision 0127). */
import { onlyKey } from "./seal-keys.ts";
import { openSealedText, sealText } from "./sealed-text.ts";

export const PREVIEW_HEADER = "x-preview";
/** Longest preview, in ms. */
export const PREVIEW_MAX_MS = 8 * 60 * 60 * 1000;

interface PreviewTokenOf {
  readonly siteId: number;
  /** Session that started the preview: no other session can use the token. */
  readonly sessionId: number;
}

interface PreviewToken {
  /** null: a learner without user groups. */
  readonly personId: number | null;
  /** ms since the epoch. */
  readonly endsAt: number;
}

const sealOf = (key: Buffer, { siteId, sessionId }: PreviewTokenOf) => ({
  keys: onlyKey(key),
  purpose: `preview at site ${siteId} in session ${sessionId}`,
});

export const createPreviewToken = (key: Buffer, of: PreviewTokenOf, token: PreviewToken): string =>
  sealText(JSON.stringify(token), sealOf(key, of)).toString("base64url");

/** @returns null if the token belongs to another session, was changed or has expired. */
export function readPreviewToken(key: Buffer, of: PreviewTokenOf, text: string, now: number): PreviewToken | null {
  try {
    const token = JSON.parse(openSealedText(Buffer.from(text, "base64url"), sealOf(key, of))) as PreviewToken;
    return token.endsAt > now ? token : null;
  } catch {
    return null;
  }
}
