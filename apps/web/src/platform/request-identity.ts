/** Headers of each call: its site, and the nonce that proves it comes from our page. */
import { previewHeaders } from "./preview.ts";

interface RequestIdentity {
  /** null until a URL or the session has named the site. */
  readonly siteId: number | null;
  /** Of the open session; null if the user is not signed in. */
  readonly nonce: string | null;
  /** Before the path of a file, where the session is not a cookie's; null: none is needed. */
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

/** Headers that every request to the API carries. @param isUnsafe whether it changes something. */
export function identityHeaders(isUnsafe: boolean): Record<string, string> {
  return {
    ...previewHeaders(),
    ...(identity.siteId === null ? {} : { "x-site-id": String(identity.siteId) }),
    ...(isUnsafe && identity.nonce !== null ? { "x-nonce": identity.nonce } : {}),
  };
}

/** Tells when a session that was open is so no longer. @returns how to stop listening. */
export function onSessionLost(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

export function announceSessionLost(): void {
  for (const listener of lossListeners) listener();
}
