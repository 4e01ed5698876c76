/** Headers of each request: the site, and the nonce, which proves that the request comes from a page of Parfocal. */
import { previewHeaders } from "./preview.ts";

interface RequestIdentity {
  /** Null until the site is known from a URL or the session. */
  readonly siteId: number | null;
  /** Nonce of the open session; null if the user is not signed in. */
  readonly nonce: string | null;
  /** Prefix of file paths if the session is not in a cookie; null: not needed. */
  readonly filePass: string | null;
}

let identity: RequestIdentity = { siteId: null, nonce: null, filePass: null };
const lossListeners = new Set<() => void>();

export function requestIdentity(): RequestIdentity {
  return identity;
}

export function setRequestIdentity(change: Partial<RequestIdentity>): void {
  identity = { ...identity, ...change };
}

/** Headers of every request to the API. @param isUnsafe whether it changes something. */
export function identityHeaders(isUnsafe: boolean): Record<string, string> {
  return {
    ...previewHeaders(),
    ...(identity.siteId === null ? {} : { "x-site-id": String(identity.siteId) }),
    ...(isUnsafe && identity.nonce !== null ? { "x-nonce": identity.nonce } : {}),
  };
}

/** Reports that an open session has ended. @returns a function that stops listening. */
export function onSessionLost(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

export function announceSessionLost(): void {
  for (const listener of lossListeners) listener();
}
