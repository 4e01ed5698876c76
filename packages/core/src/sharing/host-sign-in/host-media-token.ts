/**
 * Validates the claims with which a host site grants one of its users access to a file of its media library, and
 * derives the URL of the file. The signature is checked elsewhere.
 *
 * Sources: host bridge contract, version 1 (`MediaRef`); decision 0154.
 */
import { HOST_MEDIA_ID, HOST_PROVIDER } from "../../content/media/host-media-id.ts";
import {
  type Claims,
  type ExpectedHost,
  HOST_EVENT_MAX_LIFE_S,
  problemOf,
  type SiteTokenProblem,
} from "./site-token.ts";

export const HOST_MEDIA_TYPE = "sz-media+jwt";
/** Longer texts are truncated, since they come from another system. */
const TEXT_MAX_CHARACTERS = 200;
/** The last segment of the URL of a host's keys; its files are at a sibling path. */
const KEYS = "keys";

export interface HostMediaClaims {
  /** The person at the host who chose the file. */
  readonly sub: string;
  readonly provider: string;
  readonly mediaId: string;
  readonly bytes: number;
  readonly filename: string;
  /** Empty: not given. */
  readonly title: string;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, TEXT_MAX_CHARACTERS).toWellFormed().trim() : "";

/** @param claims of a token with a valid signature. @param nowS seconds since the epoch. */
export function readHostMediaClaims(
  claims: Claims,
  expected: ExpectedHost,
  nowS: number,
): HostMediaClaims | SiteTokenProblem {
  const problem = problemOf(claims, expected, { nowS, maxLifeS: HOST_EVENT_MAX_LIFE_S });
  if (problem) return problem;
  const { sub, media } = claims;
  const { provider, id, bytes, filename, title } = (media ?? {}) as Claims;
  if (typeof sub !== "string" || sub === "") return "malformed";
  if (typeof provider !== "string" || !HOST_PROVIDER.test(provider)) return "malformed";
  if (typeof id !== "string" || !HOST_MEDIA_ID.test(id)) return "malformed";
  if (!Number.isSafeInteger(bytes) || (bytes as number) <= 0) return "malformed";
  return { sub, provider, mediaId: id, bytes: bytes as number, filename: textOf(filename), title: textOf(title) };
}

/** @param keysUrl as entered by an administrator: `…/keys`. @returns `…/media/7`; null: the host has no files there. */
export function hostMediaAddress(keysUrl: string, mediaId: string): string | null {
  if (!keysUrl.endsWith(`/${KEYS}`) || !HOST_MEDIA_ID.test(mediaId)) return null;
  return `${keysUrl.slice(0, -KEYS.length)}media/${mediaId}`;
}
