/** Notifies caches of session rights in this process that a session has ended, and the log of security events. */
import type { FastifyRequest } from "fastify";
import type { SecurityLog } from "../security-log.ts";

/** @param tokenHash of the session's token (`hashToken`), hexadecimal. */
type Listener = (tokenHash: string) => void;

const listeners = new Set<Listener>();

/** Subscribes for the lifetime of the process; a listener that is already subscribed is not added again. */
export function onSessionEnd(listener: Listener): void {
  listeners.add(listener);
}

/** For a session ended by another process, which has logged it. */
export function sessionHasEnded(tokenHash: string): void {
  for (const listener of listeners) listener(tokenHash);
}

interface SessionEnd {
  readonly siteId: number;
  /** Owner of the sessions; null: unknown. */
  readonly userId: number | null;
  readonly reason:
    | "signedOut"
    | "endedByOwner"
    | "replaced"
    | "passwordChanged"
    | "passwordReset"
    | "secondFactorReset"
    | "accountChanged"
    | "accountDeleted"
    | "endedByHost";
  readonly request?: FastifyRequest | undefined;
}

/** Call after the transaction that ended the sessions has been committed. @param tokenHashes hexadecimal. */
export function sessionsHaveEnded(
  { securityLog }: { readonly securityLog: SecurityLog },
  tokenHashes: readonly string[],
  { siteId, userId, reason, request }: SessionEnd,
): void {
  tokenHashes.forEach(sessionHasEnded);
  if (tokenHashes.length === 0) return;
  const who = { siteId, ...(userId === null ? {} : { userId }) };
  if (reason === "signedOut") securityLog.note("signedOut", who, request);
  else securityLog.note("sessionsEnded", { ...who, reason, count: tokenHashes.length }, request);
}
