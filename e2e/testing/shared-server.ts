/**
 * The server that the journeys of one worker share, one after the other.
 *
 * Playwright replaces a worker after a failed journey: the next one finds an empty server, and what was half done on the
 * former makes no other journey fail.
 */
import { type RunningServer, startQuietServer } from "./running-server.ts";

let shared: RunningServer | undefined;

/** @param use ends with the worker's last journey. */
export async function shareServer(use: (server: RunningServer) => Promise<void>): Promise<void> {
  shared = await startQuietServer();
  try {
    await use(shared);
  } finally {
    await shared.stop();
  }
}

export function sharedServer(): RunningServer {
  if (!shared) throw new Error("Journeys take `test` from e2e/testing/journey.ts, which starts their server.");
  return shared;
}
