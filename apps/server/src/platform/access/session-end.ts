/** Notifies caches of session rights in this process that a session has ended. */

/** @param tokenHash of the session's token (`hashToken`), hexadecimal. */
type Listener = (tokenHash: string) => void;

const listeners = new Set<Listener>();

/** Subscribes for as long as the process runs; a listener that is already subscribed is not added again. */
export function onSessionEnd(listener: Listener): void {
  listeners.add(listener);
}

/** Call after the transaction that ended the session is committed. */
export function sessionHasEnded(tokenHash: string): void {
  for (const listener of listeners) listener(tokenHash);
}
